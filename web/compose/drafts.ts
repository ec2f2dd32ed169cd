import { inBackground } from "../link/background.ts";
import { dropDraft, keepDraft } from "../link/cache.ts";
import type { LocalDraft } from "../link/database.ts";
import type { Conversation } from "../state/conversation.ts";
import { withEntry } from "../state/collections.ts";
import { setting } from "../store.ts";
import {
  idOnServer,
  keyFor,
  keyOnServer,
  localDraft,
  noteDeletion,
  noteForgotten,
  type Place,
  posted,
  remember,
  removeLocal,
  restored,
  serverDrafts,
  unanswered,
} from "./draft-store.ts";

/**
 * What is begun and not sent, by conversation: on this device with every key, and on the server after a pause, where the
 * user wants that.
 */
const SERVER_AFTER_MS = 2500;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

void restored.then((isLeft) => (isLeft ? finishDeletions() : undefined));

/** The text that was begun for a conversation here, or on another device. */
export async function draftFor(conversation: Place): Promise<string> {
  await restored;
  const key = keyFor(conversation);
  const local = localDraft(key);
  if (local !== undefined) return local.content;
  if (typeof conversation === "string") return "";
  const onServer = serverDrafts().find((draft) => keyOnServer(draft) === key);
  if (onServer === undefined) return "";
  remember({ key, conversation, content: onServer.content, time: onServer.timestamp * 1000, serverId: onServer.id });
  return onServer.content;
}

export function saveDraft(conversation: Place, content: string): void {
  const key = keyFor(conversation);
  clearTimeout(timers.get(key));
  if (content.trim() === "") {
    removeDraft(conversation);
    return;
  }
  const before = localDraft(key);
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
  if (localDraft(next) !== undefined || serverDrafts().some((draft) => keyOnServer(draft) === next)) return false;
  const before = localDraft(key);
  if (before === undefined) return true;
  const serverId = idOnServer(before);
  if (serverId !== undefined) remember({ ...before, key: next, serverId });
  clearTimeout(timers.get(key));
  removeLocal(key);
  void dropDraft(key);
  saveDraft(to, before.content);
  return true;
}

/** It was sent, or emptied. */
export function removeDraft(conversation: Place): void {
  const key = keyFor(conversation);
  clearTimeout(timers.get(key));
  const before = localDraft(key);
  const serverId = before && idOnServer(before);
  removeLocal(key);
  void dropDraft(key);
  if (serverId !== undefined) void noteForgotten(serverId).then(finishDeletions);
  else if (posted.has(key)) {
    const time = posted.get(key) as number;
    unanswered.value = withEntry(unanswered.value, key, time);
    void noteDeletion({ key: keyFor(`deleted ${key}`), content: "", time }).then(finishDeletions);
  }
}

const finishDeletions = (): Promise<void> =>
  inBackground(import("#web/compose/delete-drafts.ts").then((part) => part.finishDeletions()));
