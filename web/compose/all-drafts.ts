import { call } from "../link/http.ts";
import type { Conversation } from "../state/conversation.ts";
import { current } from "../store.ts";
import { deleteOnServer } from "./delete-drafts.ts";
import { keyFor, knownDrafts, localDraft, placeOf, remember, restored } from "./draft-store.ts";
import { removeDraft, saveDraft } from "./drafts.ts";

/** A draft of this device or of the server. */
export interface AnyDraft {
  readonly conversation: Conversation | undefined;
  readonly content: string;
  /** In UNIX seconds. */
  readonly time: number;
  readonly serverId: number | undefined;
}

/** All drafts, the newest first. One that is in both places is there once, as it is on this device. */
export function allDrafts(): readonly AnyDraft[] {
  const { local, others } = knownDrafts();
  const all: AnyDraft[] = [
    ...local.map(({ conversation, content, time, serverId }) => ({
      conversation,
      content,
      time: time / 1000,
      serverId,
    })),
    ...others.map((draft) => ({
      conversation: placeOf(draft, current.value.ownId),
      content: draft.content,
      time: draft.timestamp,
      serverId: draft.id,
    })),
  ];
  return all.sort((a, b) => b.time - a.time);
}

/** Puts a text into the box of a conversation, below what is there already. */
export async function addToDraft(conversation: Conversation, content: string, serverId?: number): Promise<void> {
  await restored;
  const before = localDraft(keyFor(conversation));
  if (before === undefined && serverId !== undefined)
    remember({ key: keyFor(conversation), conversation, content, time: Date.now(), serverId });
  if (before?.content === content) return;
  saveDraft(conversation, before === undefined ? content : `${before.content}\n\n${content}`);
}

/** Returns what brings it back. */
export async function deleteDraft(draft: AnyDraft): Promise<() => Promise<void>> {
  const { conversation, serverId, content } = draft;
  const local = conversation === undefined ? undefined : localDraft(keyFor(conversation));
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
