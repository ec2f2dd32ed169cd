import { signal } from "@preact/signals";
import { inBackground } from "../link/background.ts";
import { dropDraft, keepDraft, readDrafts } from "../link/cache.ts";
import type { LocalDraft } from "../link/database.ts";
import { draftKey } from "../link/protocol.ts";
import { type Conversation, directWith, keyOf } from "../state/conversation.ts";
import type { Draft } from "../state/registered.ts";
import { withEntry, without } from "../state/collections.ts";
import { current, setting } from "../store.ts";

/**
 * What is begun and not sent, by conversation: on this device with every key, and on the server after a pause, where the
 * user wants that.
 */
const drafts = signal<ReadonlyMap<string, LocalDraft>>(new Map());
export const restored = readDrafts().then((kept) => {
  const begun = kept.filter(({ content }) => content !== "");
  drafts.value = new Map([...begun.map((draft) => [draft.key, draft] as const), ...drafts.value]);
  if (begun.length < kept.length) void finishDeletions();
});

export const remember = (draft: LocalDraft): void => {
  drafts.value = withEntry(drafts.value, draft.key, draft);
};

const SERVER_AFTER_MS = 2500;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** The timestamps of drafts that were sent to the server as new ones, by key; the event may come before the response. */
export const posted = new Map<string, number>();
/** Drafts of the server that are being deleted there; the event says when they are. */
export const deleting = signal<ReadonlyMap<number, true>>(new Map());
/** The timestamps of drafts that are no more, by key, whose request got no answer: the server may have stored them. */
export const unanswered = signal<ReadonlyMap<string, number>>(new Map());

/** A conversation, or a name for what has no recipient yet: that is kept on this device alone. */
type Place = Conversation | string;

export const keyFor = (place: Place): string =>
  draftKey(current.peek().ownId, typeof place === "string" ? place : keyOf(place));

/** The draft of this device. */
export const localDraft = (key: string): LocalDraft | undefined => drafts.value.get(key);

/** The text that was begun for a conversation here, or on another device. */
export async function draftFor(conversation: Place): Promise<string> {
  await restored;
  const key = keyFor(conversation);
  const local = drafts.value.get(key);
  if (local !== undefined) return local.content;
  if (typeof conversation === "string") return "";
  const onServer = serverDrafts().find((draft) => keyOnServer(draft) === key);
  if (onServer === undefined) return "";
  remember({ key, conversation, content: onServer.content, time: onServer.timestamp * 1000, serverId: onServer.id });
  return onServer.content;
}

const serverDrafts = (): readonly Draft[] =>
  [...current.value.personal.drafts.values()].filter((draft) => !deleting.value.has(draft.id) && !isUnanswered(draft));

export const isUnanswered = (draft: Draft): boolean =>
  unanswered.value.size > 0 && unanswered.value.get(keyOnServer(draft) ?? "") === draft.timestamp;

/** The ID of a draft on the server, also where it is known from the event alone: the response is late, or was lost. */
export function idOnServer({ key, serverId }: LocalDraft): number | undefined {
  if (serverId !== undefined || !posted.has(key)) return serverId;
  return serverDrafts().find((draft) => draft.timestamp === posted.get(key) && keyOnServer(draft) === key)?.id;
}

function keyOnServer(draft: Draft): string | undefined {
  const place = placeOf(draft, current.peek().ownId);
  return place && keyFor(place);
}

/** Where a draft of the server would be sent; some clients keep drafts without that. */
export function placeOf(draft: Draft, ownId: number): Conversation | undefined {
  if (draft.type === "") return undefined;
  return draft.type === "stream"
    ? { kind: "topic", channelId: draft.to[0] ?? -1, topic: draft.topic }
    : directWith(draft.to, ownId);
}

export function saveDraft(conversation: Place, content: string): void {
  const key = keyFor(conversation);
  clearTimeout(timers.get(key));
  if (content.trim() === "") {
    removeDraft(conversation);
    return;
  }
  const before = drafts.value.get(key);
  const serverId = before && idOnServer(before);
  const draft: LocalDraft = {
    key,
    ...(typeof conversation !== "string" && { conversation }),
    content,
    time: Date.now(),
    ...(serverId !== undefined && { serverId }),
  };
  remember(draft);
  void keepDraft(draft);
  if (typeof conversation !== "string" && setting("enable_drafts_synchronization", true)) {
    timers.set(
      key,
      setTimeout(() => void save(conversation, key), SERVER_AFTER_MS),
    );
  }
}

/** If it fails, the next change of the text tries again. */
const save = (conversation: Conversation, key: string): Promise<void> =>
  inBackground(import("#web/compose/save-drafts.ts").then(({ saveInTurn }) => saveInTurn(conversation, key)));

/** A topic has got another name: what was begun for it goes along. Returns whether the new place had nothing of its own. */
export function moveDraft(from: Conversation, to: Conversation): boolean {
  const [key, next] = [keyFor(from), keyFor(to)];
  if (key === next) return true;
  if (drafts.value.has(next) || serverDrafts().some((draft) => keyOnServer(draft) === next)) return false;
  const before = drafts.value.get(key);
  if (before === undefined) return true;
  const serverId = idOnServer(before);
  if (serverId !== undefined) remember({ ...before, key: next, serverId });
  clearTimeout(timers.get(key));
  drafts.value = without(drafts.value, key);
  void dropDraft(key);
  saveDraft(to, before.content);
  return true;
}

/** It was sent, or emptied. */
export function removeDraft(conversation: Place): void {
  const key = keyFor(conversation);
  clearTimeout(timers.get(key));
  const before = drafts.value.get(key);
  const serverId = before && idOnServer(before);
  drafts.value = without(drafts.value, key);
  void dropDraft(key);
  if (serverId !== undefined) forget(serverId);
  else if (posted.has(key)) {
    const time = posted.get(key) as number;
    unanswered.value = withEntry(unanswered.value, key, time);
    noteDeletion({ key: keyFor(`deleted ${key}`), content: "", time });
  }
}

/** What was sent is no draft any more, also while the server cannot be told: that is noted on this device. */
export function forget(serverId: number): void {
  deleting.value = withEntry(deleting.value, serverId, true);
  noteDeletion({ key: keyFor(`deleted ${serverId}`), content: "", time: Date.now(), serverId });
}

/** What is to be deleted on the server, by key: the device may keep nothing. */
export const deletions = new Map<string, LocalDraft>();

function noteDeletion(note: LocalDraft): void {
  deletions.set(note.key, note);
  void keepDraft(note).then(finishDeletions);
}

const finishDeletions = (): Promise<void> =>
  inBackground(import("#web/compose/delete-drafts.ts").then((part) => part.finishDeletions()));

/** The drafts of this device, and those that are only on the server. */
export function knownDrafts(): { readonly local: readonly LocalDraft[]; readonly others: readonly Draft[] } {
  const own = draftKey(current.value.ownId, "");
  const local = [...drafts.value.values()].filter(({ conversation, key }) => conversation && key.startsWith(own));
  const here = new Set(local.map(idOnServer));
  return { local, others: serverDrafts().filter(({ id }) => !here.has(id)) };
}
