import { call } from "../link/http.ts";
import type { LocalDraft } from "../link/cache.ts";
import { draftKey } from "../link/protocol.ts";
import { type Conversation, directWith, keyOf } from "../state/conversation.ts";
import type { Draft } from "../state/registered.ts";
import { current, setting } from "../store.ts";

/**
 * What is begun and not sent, by conversation: on this device with every key, and on the server after a pause, where the
 * user wants that.
 */
const drafts = new Map<string, LocalDraft>();
/** Not needed for the first paint. */
const cache = import("../link/cache.ts");
const restored = cache
  .then(({ readDrafts }) => readDrafts())
  .then((kept) => {
    for (const draft of kept) if (!drafts.has(draft.key)) drafts.set(draft.key, draft);
  });

const SERVER_AFTER_MS = 2500;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** A conversation, or a name for what has no recipient yet: that is kept on this device alone. */
type Place = Conversation | string;

const keyFor = (place: Place): string =>
  draftKey(current.peek().ownId, typeof place === "string" ? place : keyOf(place));

/** The text that was begun for a conversation here, or on another device. */
export async function draftFor(conversation: Place): Promise<string> {
  await restored;
  const key = keyFor(conversation);
  const local = drafts.get(key);
  if (local !== undefined) return local.content;
  if (typeof conversation === "string") return "";
  const onServer = serverDraft(conversation);
  if (onServer === undefined) return "";
  drafts.set(key, { key, content: onServer.content, time: onServer.timestamp * 1000, serverId: onServer.id });
  return onServer.content;
}

function serverDraft(conversation: Conversation): Draft | undefined {
  const { ownId, personal } = current.peek();
  return [...personal.drafts.values()].find((draft) => {
    if (draft.type === "") return false;
    const place: Conversation =
      draft.type === "stream"
        ? { kind: "topic", channelId: draft.to[0] ?? -1, topic: draft.topic }
        : directWith(draft.to, ownId);
    return keyOf(place) === keyOf(conversation);
  });
}

export function saveDraft(conversation: Place, content: string): void {
  const key = keyFor(conversation);
  clearTimeout(timers.get(key));
  if (content.trim() === "") {
    removeDraft(conversation);
    return;
  }
  const serverId = drafts.get(key)?.serverId;
  const draft: LocalDraft = { key, content, time: Date.now(), ...(serverId !== undefined && { serverId }) };
  drafts.set(key, draft);
  void cache.then(({ keepDraft }) => keepDraft(draft));
  if (typeof conversation !== "string" && setting("enable_drafts_synchronization", true)) {
    timers.set(
      key,
      setTimeout(() => void saveOnServer(conversation, key).catch(() => {}), SERVER_AFTER_MS),
    );
  }
}

/** It was sent, or emptied. */
export function removeDraft(conversation: Place): void {
  const key = keyFor(conversation);
  clearTimeout(timers.get(key));
  const serverId = drafts.get(key)?.serverId;
  drafts.delete(key);
  void cache.then(({ dropDraft }) => dropDraft(key));
  if (serverId !== undefined) call("DELETE /drafts/{draft_id}", { draft_id: serverId }).catch(() => {});
}

async function saveOnServer(conversation: Conversation, key: string): Promise<void> {
  const draft = drafts.get(key);
  if (draft === undefined) return;
  const { content, time, serverId } = draft;
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
  const { ids } = await call("POST /drafts", { drafts: [form] });
  const [id] = ids;
  const now = drafts.get(key);
  if (id === undefined) return;
  if (now === undefined) await call("DELETE /drafts/{draft_id}", { draft_id: id });
  else {
    drafts.set(key, { ...now, serverId: id });
    const { keepDraft } = await cache;
    await keepDraft({ ...now, serverId: id });
  }
}
