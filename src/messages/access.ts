import { badRequest } from "../api/errors.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { Model } from "../model/model.ts";
import { mayKnowUser, mayReadMessage, received } from "../model/permissions.ts";
import type { User } from "../model/records.ts";
import { anyUser } from "../users/system-bots.ts";
import { BITS, type ReaderState } from "./flag.ts";
import type { Message } from "../posting/message.ts";
import { type MessageRow, messagesById } from "./queries.ts";

declare const readable: unique symbol;
/** A message that the reader may read now. */
export type ReadableMessage = MessageRow & { readonly [readable]: true };

export const noSuchMessage = () => badRequest("Invalid message(s)");

export function mayRead(
  model: Model,
  reader: User,
  message: Pick<Message, "id" | "conversationId" | "isDirect">,
): boolean {
  if (message.isDirect) return model.conversations.get(message.conversationId)?.userIds.includes(reader.id) === true;
  const channel = model.channels.get(message.conversationId);
  return channel !== undefined && mayReadMessage(model, reader, channel, message.id);
}

export function knowsSender(model: Model, reader: User, message: Pick<Message, "senderId">): boolean {
  const sender = anyUser(model, message.senderId);
  return sender !== undefined && mayKnowUser(model, reader, sender);
}

export const readableMessages = (model: Model, reader: User, rows: readonly MessageRow[]): ReadableMessage[] =>
  rows.filter((row) => mayRead(model, reader, row)) as ReadableMessage[];

/** One message by its ID. Absent and out of sight look the same. */
export async function readableMessage(realm: LiveRealm, reader: User, id: number): Promise<ReadableMessage> {
  const { rows, position } = await messagesById(realm.sql, realm.id, reader.id, [id]);
  await realm.reached(position);
  const [message] = readableMessages(realm.model, reader, rows);
  if (message === undefined) throw noSuchMessage();
  return message;
}

export function readerState(model: Model, reader: User, message: ReadableMessage): ReaderState {
  const isOwn =
    message.isDirect ||
    (message.bits & BITS.historical) !== 0 ||
    received(model, reader.id, message.conversationId, message.id);
  return { bits: message.bits, traits: message.traits, isRead: message.isRead, isOwn };
}
