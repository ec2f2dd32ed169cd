import { badRequest } from "../../api/errors.ts";
import type { Tx } from "../../db/tx.ts";
import { mayInChannel, mayInRealm, type Whereabouts } from "../../model/permissions.ts";
import type { User } from "../../model/records.ts";
import { unixSeconds } from "../../platform/clock.ts";
import type { Message } from "../../posting/message.ts";
import { setFirstMessage } from "../../posting/actions/first-message.ts";
import { realmProperty } from "../../realm/properties.ts";
import { changeableMessage, type ReadableMessage } from "../../messages/access.ts";
import { keepersOf } from "../../messages/queries.ts";
import { deleteRows, oldestMessageId } from "../queries.ts";

/** Deletes a message for everybody. */
export async function deleteMessage(tx: Tx, actor: User, id: number): Promise<void> {
  const message = await changeableMessage(tx, actor, id);
  checkMayDelete(tx, actor, message);
  await eraseMessages(tx, [message], actor.id);
}

function checkMayDelete(tx: Tx, actor: User, message: ReadableMessage): void {
  const { model } = tx;
  const channel = message.isDirect ? undefined : model.channels.get(message.conversationId);
  const may = (setting: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    mayInRealm(model, actor, setting) || (channel !== undefined && mayInChannel(model, actor, channel, setting));
  if (may("can_delete_any_message_group")) return;
  const isOwn = message.senderId === actor.id || model.users.get(message.senderId)?.botOwnerId === actor.id;
  if (!isOwn || !may("can_delete_own_message_group")) {
    throw badRequest("You don't have permission to delete this message");
  }
  const limit = realmProperty(model, "message_content_delete_limit_seconds");
  if (limit !== null && unixSeconds(tx.now) - message.sentAt > limit) {
    throw badRequest("The time limit for deleting this message has passed");
  }
}

export type Erasable = Pick<Message, "topic" | "isDirect"> & Whereabouts;

/**
 * Removes messages of one conversation and all that hangs on them, and tells those who had them. Clients that know
 * deletion of many at once hear of it in one event. What people read needs no change: ranges may cover IDs that are gone.
 */
export async function eraseMessages(tx: Tx, messages: readonly Erasable[], actorId?: number): Promise<void> {
  const [first] = messages;
  if (first === undefined) return;
  const ids = messages.map(({ id }) => id);
  const also = [...(actorId === undefined ? [] : [actorId]), ...(await keepersOf(tx.sql, tx.realmId, ids))];
  await deleteRows(tx.sql, tx.realmId, ids);
  if (!first.isDirect) {
    tx.change({ kind: "topics_changed", channelId: first.conversationId });
    await moveFirstMessage(tx, first.conversationId, messages);
  }
  const isProtected = tx.model.channels.get(first.conversationId)?.historyPublicToSubscribers === false;
  const topics = Map.groupBy(messages, ({ topic }) => topic);
  for (const together of topics.values()) {
    // Of a protected history everybody may hear only of what they had.
    if (together.length > 1 && !isProtected) emit(tx, together, also, "at once");
    for (const one of together) emit(tx, [one], also, together.length > 1 && !isProtected ? "one by one" : "single");
  }
}

/** To whom the event goes: everybody, or those who hear of many at once, or those who do not. */
export type DeletionForm = "single" | "at once" | "one by one";

function emit(tx: Tx, messages: readonly Erasable[], also: readonly number[], form: DeletionForm): void {
  const { isDirect, conversationId, topic } = messages[0] as Erasable;
  const event = {
    type: "delete_message",
    form,
    message_type: isDirect ? "private" : "stream",
    message_ids: messages.map(({ id }) => id).sort((a, b) => a - b),
    ...(!isDirect && { stream_id: conversationId, topic }),
  };
  if (isDirect) {
    tx.emit(event, { to: "users", ids: tx.model.conversations.get(conversationId)?.userIds ?? [] });
    return;
  }
  tx.emit(event, {
    to: "holders",
    channel: conversationId,
    messages: messages.map(({ id, moves }) => ({ id, ...(moves && { moves }) })),
    also,
  });
}

async function moveFirstMessage(tx: Tx, channelId: number, gone: readonly Whereabouts[]): Promise<void> {
  const channel = tx.model.channels.get(channelId);
  if (channel === undefined || !gone.some(({ id }) => id === channel.firstMessageId)) return;
  await setFirstMessage(tx, channel, await oldestMessageId(tx.sql, tx.realmId, channelId));
}
