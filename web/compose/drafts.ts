import { signal } from "@preact/signals";
import { call } from "../link/http.ts";
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
  drafts.value = new Map([...kept.map((draft) => [draft.key, draft] as const), ...drafts.value]);
});

export const remember = (draft: LocalDraft): void => {
  drafts.value = withEntry(drafts.value, draft.key, draft);
};

const SERVER_AFTER_MS = 2500;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** What is being saved on the server, by key: one after another, so that a second request knows the ID of the first. */
const saves = new Map<string, Promise<void>>();
/** The timestamps of drafts that were sent to the server as new ones, by key; the event may come before the response. */
const posted = new Map<string, number>();
/** Drafts of the server that are being deleted there; the event says when they are. */
const deleting = signal<ReadonlySet<number>>(new Set());

/** A conversation, or a name for what has no recipient yet: that is kept on this device alone. */
type Place = Conversation | string;

export const keyFor = (place: Place): string =>
  draftKey(current.peek().ownId, typeof place === "string" ? place : keyOf(place));

/** The draft of this device. */
export const localDraft = (place: Place): LocalDraft | undefined => drafts.value.get(keyFor(place));

/** The text that was begun for a conversation here, or on another device. */
export async function draftFor(conversation: Place): Promise<string> {
  await restored;
  const key = keyFor(conversation);
  const local = drafts.value.get(key);
  if (local !== undefined) return local.content;
  if (typeof conversation === "string") return "";
  const onServer = serverDraft(conversation);
  if (onServer === undefined) return "";
  remember({ key, conversation, content: onServer.content, time: onServer.timestamp * 1000, serverId: onServer.id });
  return onServer.content;
}

const serverDraft = (conversation: Conversation): Draft | undefined =>
  serverDrafts().find((draft) => keyOnServer(draft) === keyFor(conversation));

const serverDrafts = (): readonly Draft[] =>
  [...current.value.personal.drafts.values()].filter(({ id }) => !deleting.value.has(id));

/** The ID of a draft on the server, also where it is known from the event alone: the response is late, or was lost. */
function idOnServer({ key, serverId }: LocalDraft): number | undefined {
  if (serverId !== undefined || !posted.has(key)) return serverId;
  return serverDrafts().find((draft) => draft.timestamp === posted.get(key) && keyOnServer(draft) === key)?.id;
}

function keyOnServer(draft: Draft): string | undefined {
  const place = placeOf(draft, current.peek().ownId);
  return place && keyFor(place);
}

/** Where a draft of the server would be sent; some clients keep drafts without that. */
function placeOf(draft: Draft, ownId: number): Conversation | undefined {
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
      setTimeout(() => saveInTurn(conversation, key), SERVER_AFTER_MS),
    );
  }
}

/** It was sent, or emptied. */
export function removeDraft(conversation: Place): void {
  const key = keyFor(conversation);
  clearTimeout(timers.get(key));
  const before = drafts.value.get(key);
  const serverId = before && idOnServer(before);
  drafts.value = without(drafts.value, key);
  void dropDraft(key);
  if (serverId !== undefined) deleteOnServer(serverId).catch(() => {});
}

export async function deleteOnServer(id: number): Promise<void> {
  deleting.value = new Set(deleting.value).add(id);
  try {
    await call("DELETE /drafts/{draft_id}", { draft_id: id });
  } catch (error) {
    deleting.value = new Set([...deleting.value].filter((other) => other !== id));
    throw error;
  }
}

function saveInTurn(conversation: Conversation, key: string): void {
  const saved = (saves.get(key) ?? Promise.resolve())
    .then(() => saveOnServer(conversation, key))
    .catch(() => {})
    .finally(() => {
      if (saves.get(key) === saved) saves.delete(key);
    });
  saves.set(key, saved);
}

async function saveOnServer(conversation: Conversation, key: string): Promise<void> {
  const draft = drafts.value.get(key);
  if (draft === undefined) return;
  const { content, time } = draft;
  const serverId = idOnServer(draft);
  const timestamp = Math.floor(time / 1000);
  const place =
    conversation.kind === "topic"
      ? ({ type: "stream", to: [conversation.channelId], topic: conversation.topic } as const)
      : ({
          type: "private",
          to: conversation.userIds.length === 0 ? [current.peek().ownId] : [...conversation.userIds],
          topic: "",
        } as const);
  const form = { ...place, to: [...place.to], content, timestamp };
  if (serverId !== undefined) {
    await call("PATCH /drafts/{draft_id}", { draft_id: serverId, draft: form });
    return;
  }
  posted.set(key, timestamp);
  const { ids } = await call("POST /drafts", { drafts: [form] });
  const [id] = ids;
  const now = drafts.value.get(key);
  if (id === undefined) return;
  if (now === undefined) await deleteOnServer(id);
  else {
    remember({ ...now, serverId: id });
    await keepDraft({ ...now, serverId: id });
  }
}

/** A draft of this device or of the server, for the list of all. */
export interface AnyDraft {
  readonly conversation: Conversation | undefined;
  readonly content: string;
  /** In UNIX seconds. */
  readonly time: number;
  readonly serverId: number | undefined;
}

/** All drafts, the newest first. One that is in both places is there once, as it is on this device. */
export function allDrafts(): readonly AnyDraft[] {
  const { ownId } = current.value;
  const isOwn = ({ key }: LocalDraft) => key.startsWith(draftKey(ownId, ""));
  const local = [...drafts.value.values()].filter((draft) => draft.conversation !== undefined && isOwn(draft));
  const here = new Set(local.map(idOnServer));
  const all: AnyDraft[] = [
    ...local.map(({ conversation, content, time, serverId }) => ({
      conversation,
      content,
      time: time / 1000,
      serverId,
    })),
    ...serverDrafts()
      .filter(({ id }) => !here.has(id))
      .map((draft) => ({
        conversation: placeOf(draft, ownId),
        content: draft.content,
        time: draft.timestamp,
        serverId: draft.id,
      })),
  ];
  return all.sort((a, b) => b.time - a.time);
}
