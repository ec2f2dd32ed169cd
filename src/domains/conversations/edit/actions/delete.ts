import type { Erasable } from "../revision.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Whereabouts } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { setFirstMessage } from "#domains/conversations/send/post/actions/first-message.ts";
import { releaseUploads } from "#domains/files/actions.ts";
import { changeableMessage } from "#domains/conversations/access.ts";
import { audienceOf, keepersOf } from "#domains/conversations/send/post/audience.ts";
import { checkMayDelete } from "../access.ts";
import { deleteRows, oldestMessageId } from "../queries.ts";
import { emitDeletion } from "./emit-deletion.ts";

/** Deletes a message for everybody. */
export async function deleteMessage(tx: Tx<"message.deleted_by_other">, actor: User, id: number): Promise<void> {
  const message = await changeableMessage(tx, actor, id);
  checkMayDelete(tx.model, actor, message, unixSeconds(tx.now));
  recordDeletions(tx, actor, [message]);
  await eraseMessages(tx, [message], actor.id);
}

/** Who deletes what somebody else wrote is recorded, and nothing of what it said. */
export function recordDeletions(
  tx: Tx<"message.deleted_by_other">,
  actor: User,
  messages: readonly (Erasable & { readonly senderId: number })[],
): void {
  for (const { id, senderId } of messages) {
    if (senderId !== actor.id) tx.audit("message.deleted_by_other", id, { sender_id: senderId });
  }
}

/**
 * Removes messages of one conversation with all rows about them, and emits the deletion to those who had them. Read
 * state needs no change: ranges may contain IDs of deleted messages.
 */
export async function eraseMessages(tx: Tx, messages: readonly Erasable[], actorId?: number): Promise<void> {
  const [first] = messages;
  if (first === undefined) return;
  const keepers = await keepersOf(tx, messages);
  const ids = messages.map(({ id }) => id);
  await releaseUploads(tx, ids);
  await deleteRows(tx.sql, tx.realmId, ids);
  if (!first.isDirect) {
    tx.change({ kind: "topics_changed", channelId: first.conversationId });
    await moveFirstMessage(tx, first.conversationId, messages);
  }
  const actor = actorId === undefined ? [] : [actorId];
  emitDeletion(tx, messages, (some) => audienceOf(tx.model, some, [...actor, ...keepers(some)]));
}

async function moveFirstMessage(tx: Tx, channelId: number, gone: readonly Whereabouts[]): Promise<void> {
  const channel = channelRecord(tx.model, channelId);
  if (channel === undefined || !gone.some(({ id }) => id === channel.firstMessageId)) return;
  await setFirstMessage(tx, channel, await oldestMessageId(tx.sql, tx.realmId, channelId));
}
