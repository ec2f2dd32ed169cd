import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Model } from "#engine/model/model.ts";
import { holdsMessage, mayKnowUser, mayRead } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";
import { BITS, type ReaderState } from "#domains/records/messages/flag.ts";
import { type Message, TRAITS } from "#domains/records/messages/message.ts";
import { type MessageRow, messagesById } from "./queries.ts";

declare const readable: unique symbol;
/** A message that the reader may read now. */
export type Readable<Row extends Message> = Row & { readonly [readable]: true };
export type ReadableMessage = Readable<MessageRow>;

/** The message of an event: delivery renders it for its audience alone. */
export const messageForAudience = (message: Message): Readable<Message> => message as Readable<Message>;

export const noSuchMessage = () => badRequest("Invalid message(s)");

export function knowsSender(model: Model, reader: User, message: Pick<Message, "senderId">): boolean {
  const sender = anyUser(model, message.senderId);
  return sender !== undefined && mayKnowUser(model, reader, sender);
}

/** Decides by the reader's present rights: they may have lost their role since the request was authenticated. */
export function readableMessages<Row extends MessageRow>(
  model: Model,
  reader: User,
  rows: readonly Row[],
): Readable<Row>[] {
  const present = model.users.get(reader.id) ?? reader;
  return rows.filter((row) => mayRead(model, present, row)) as Readable<Row>[];
}

/** A message to change, inside a write. The refusal is the same if it is absent, unreadable or in an archived channel. */
export async function changeableMessage(tx: Tx, actor: User, id: number): Promise<ReadableMessage> {
  const { rows } = await messagesById(tx.sql, tx.realmId, actor.id, [id]);
  const [message] = readableMessages(tx.model, actor, rows);
  if (message === undefined || tx.model.channels.get(message.conversationId)?.isArchived === true)
    throw noSuchMessage();
  return message;
}

/** One message by its ID. The refusal is the same if it is absent or unreadable. */
export async function readableMessage(realm: RealmRuntime, reader: User, id: number): Promise<ReadableMessage> {
  const { rows, position } = await messagesById(readPool(realm), realm.id, reader.id, [id]);
  await realm.reached(position);
  const [message] = readableMessages(realm.model, reader, rows);
  if (message === undefined) throw noSuchMessage();
  return message;
}

/** Whether the reader received the message or added it to their history; otherwise they only find it in its channel. */
export const hasReceived = (model: Model, reader: User, message: ReadableMessage): boolean =>
  message.isDirect || (message.bits & BITS.historical) !== 0 || holdsMessage(model, reader.id, message);

export function readerState(model: Model, reader: User, message: ReadableMessage): ReaderState {
  const { bits } = message;
  const isReceived = hasReceived(model, reader, message);
  // A message that was moved into a protected history counts as received and read for all readers, but not as a mention.
  const isOwn = isReceived || model.channels.get(message.conversationId)?.historyPublicToSubscribers === false;
  const traits = isReceived ? message.traits : message.traits & ~TRAITS.channelWildcard;
  return { bits, traits, isRead: message.isRead || !isReceived, isOwn };
}
