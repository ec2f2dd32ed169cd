import type { Erasable } from "../revision.ts";
import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayInChannel, mayInRealm, type Whereabouts } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { setFirstMessage } from "#domains/conversations/post/actions/first-message.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { releaseUploads } from "#domains/files/actions.ts";
import { changeableMessage, type ReadableMessage } from "#domains/conversations/access.ts";
import { audienceOf, keepersOf } from "#domains/conversations/post/audience.ts";
import { deleteRows, oldestMessageId } from "../queries.ts";
import { emitDeletion } from "./emit-deletion.ts";

/** Deletes a message for everybody. */
export async function deleteMessage(tx: Tx, actor: User, id: number): Promise<void> {
  const message = await changeableMessage(tx, actor, id);
  checkMayDelete(tx, actor, message);
  await eraseMessages(tx, [message], actor.id);
}

function checkMayDelete(tx: Tx, actor: User, message: ReadableMessage): void {
  const { model } = tx;
  const channel = message.isDirect ? undefined : channelRecord(model, message.conversationId);
  const may = (setting: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    mayInRealm(model, actor, setting) || (channel !== undefined && mayInChannel(model, actor, channel, setting));
  if (may("can_delete_any_message_group")) return;
  const isOwn = message.senderId === actor.id || userRecord(model, message.senderId)?.botOwnerId === actor.id;
  if (!isOwn || !may("can_delete_own_message_group")) {
    throw badRequest("You don't have permission to delete this message");
  }
  const limit = realmProperty(model, "message_content_delete_limit_seconds");
  if (limit !== null && unixSeconds(tx.now) - message.sentAt > limit) {
    throw badRequest("The time limit for deleting this message has passed");
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
