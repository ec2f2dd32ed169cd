import { call } from "../link/http.ts";
import type { Conversation } from "../state/conversation.ts";
import { current } from "../store.ts";
import {
  type AnyDraft,
  deleteOnServer,
  keyFor,
  localDraft,
  remember,
  removeDraft,
  restored,
  saveDraft,
} from "./drafts.ts";

/** Puts a text into the box of a conversation, below what is there already. */
export async function addToDraft(conversation: Conversation, content: string, serverId?: number): Promise<void> {
  await restored;
  const before = localDraft(conversation);
  if (before === undefined && serverId !== undefined)
    remember({ key: keyFor(conversation), conversation, content, time: Date.now(), serverId });
  if (before?.content === content) return;
  saveDraft(conversation, before === undefined ? content : `${before.content}\n\n${content}`);
}

/** Returns what brings it back. */
export async function deleteDraft(draft: AnyDraft): Promise<() => Promise<void>> {
  const { conversation, serverId, content } = draft;
  const local = conversation === undefined ? undefined : localDraft(conversation);
  if (conversation !== undefined && local !== undefined && local.serverId === serverId) {
    removeDraft(conversation);
    return () => addToDraft(conversation, content);
  }
  const onServer = serverId === undefined ? undefined : current.value.personal.drafts.get(serverId);
  if (onServer === undefined) return () => Promise.resolve();
  await deleteOnServer(onServer.id);
  const { id: _, ...form } = onServer;
  return async () => void (await call("POST /drafts", { drafts: [{ ...form, to: [...form.to] }] }));
}
