import { signal } from "@preact/signals";
import { keepDraft, readDrafts } from "../link/cache.ts";
import type { LocalDraft } from "../link/database.ts";
import { draftKey } from "../link/protocol.ts";
import { type Conversation, directWith, keyOf } from "../state/conversation.ts";
import type { Draft } from "../state/registered.ts";
import { withEntry, without } from "../state/collections.ts";
import { current } from "../store.ts";

/** What is known of the drafts of this device and of those on the server; `drafts.ts` changes them. */
const drafts = signal<ReadonlyMap<string, LocalDraft>>(new Map());

/** The drafts that the device kept. Resolves to whether some of its notes of deletions are left to be done. */
export const restored = readDrafts().then((kept) => {
  const begun = kept.filter(({ content }) => content !== "");
  drafts.value = new Map([...begun.map((draft) => [draft.key, draft] as const), ...drafts.value]);
  return begun.length < kept.length;
});

export const remember = (draft: LocalDraft): void => {
  drafts.value = withEntry(drafts.value, draft.key, draft);
};

export const removeLocal = (key: string): void => {
  drafts.value = without(drafts.value, key);
};

/** The timestamps of drafts that were sent to the server as new ones, by key; the event may come before the response. */
export const posted = new Map<string, number>();
/** Drafts of the server that are being deleted there; the event says when they are. */
export const deleting = signal<ReadonlyMap<number, true>>(new Map());
/** The timestamps of drafts that are no more, by key, whose request got no answer: the server may have stored them. */
export const unanswered = signal<ReadonlyMap<string, number>>(new Map());

/** A conversation, or a name for what has no recipient yet: that is kept on this device alone. */
export type Place = Conversation | string;

export const keyFor = (place: Place): string =>
  draftKey(current.peek().ownId, typeof place === "string" ? place : keyOf(place));

/** The draft of this device. */
export const localDraft = (key: string): LocalDraft | undefined => drafts.value.get(key);

/** Those that the server has and that are not to be deleted. */
export const serverDrafts = (): readonly Draft[] =>
  [...current.value.personal.drafts.values()].filter((draft) => !deleting.value.has(draft.id) && !isUnanswered(draft));

export const isUnanswered = (draft: Draft): boolean =>
  unanswered.value.size > 0 && unanswered.value.get(keyOnServer(draft) ?? "") === draft.timestamp;

/** The ID of a draft on the server, also where it is known from the event alone: the response is late, or was lost. */
export function idOnServer({ key, serverId }: LocalDraft): number | undefined {
  if (serverId !== undefined || !posted.has(key)) return serverId;
  return serverDrafts().find((draft) => draft.timestamp === posted.get(key) && keyOnServer(draft) === key)?.id;
}

export function keyOnServer(draft: Draft): string | undefined {
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

/** What is to be deleted on the server, by key: the device may keep nothing. */
export const deletions = new Map<string, LocalDraft>();

/** Resolves when the device has it. */
export function noteDeletion(note: LocalDraft): Promise<unknown> {
  deletions.set(note.key, note);
  return keepDraft(note);
}

/** What was sent is no draft any more, also while the server cannot be told: that is noted on this device. */
export function noteForgotten(serverId: number): Promise<unknown> {
  deleting.value = withEntry(deleting.value, serverId, true);
  return noteDeletion({ key: keyFor(`deleted ${serverId}`), content: "", time: Date.now(), serverId });
}

/** The drafts of this device, and those that are only on the server. */
export function knownDrafts(): { readonly local: readonly LocalDraft[]; readonly others: readonly Draft[] } {
  const own = draftKey(current.value.ownId, "");
  const local = [...drafts.value.values()].filter(({ conversation, key }) => conversation && key.startsWith(own));
  const here = new Set(local.map(idOnServer));
  return { local, others: serverDrafts().filter(({ id }) => !here.has(id)) };
}
