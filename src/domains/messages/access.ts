import { badRequest } from "../../platform/errors.ts";
import type { Tx } from "../../engine/writer/tx.ts";
import { readPool } from "../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../engine/runtime/realm-runtime.ts";
import type { Model } from "../../engine/model/model.ts";
import { holdsMessage, mayKnowUser, mayRead } from "../../engine/model/access/permissions.ts";
import type { User } from "../../engine/model/records.ts";
import { anyUser } from "../people/users/bots/system-bots.ts";
import { BITS, type ReaderState } from "./post/flag.ts";
import { type Message, TRAITS } from "./post/message.ts";
import { type MessageRow, messagesById } from "./queries.ts";

declare const readable: unique symbol;
/** A message that the reader may read now. */
export type ReadableMessage = MessageRow & { readonly [readable]: true };

export const noSuchMessage = () => badRequest("Invalid message(s)");

export function knowsSender(model: Model, reader: User, message: Pick<Message, "senderId">): boolean {
  const sender = anyUser(model, message.senderId);
  return sender !== undefined && mayKnowUser(model, reader, sender);
}

/** Judged by who the reader is now: they may have lost their role since they were let in. */
export function readableMessages(model: Model, reader: User, rows: readonly MessageRow[]): ReadableMessage[] {
  const present = model.users.get(reader.id) ?? reader;
  return rows.filter((row) => mayRead(model, present, row)) as ReadableMessage[];
}

/** A message to change, inside a write. Absent, out of sight and in an archived channel look the same. */
export async function changeableMessage(tx: Tx, actor: User, id: number): Promise<ReadableMessage> {
  const { rows } = await messagesById(tx.sql, tx.realmId, actor.id, [id]);
  const [message] = readableMessages(tx.model, actor, rows);
  if (message === undefined || tx.model.channels.get(message.conversationId)?.isArchived === true)
    throw noSuchMessage();
  return message;
}

/** One message by its ID. Absent and out of sight look the same. */
export async function readableMessage(realm: RealmRuntime, reader: User, id: number): Promise<ReadableMessage> {
  const { rows, position } = await messagesById(readPool(realm), realm.id, reader.id, [id]);
  await realm.reached(position);
  const [message] = readableMessages(realm.model, reader, rows);
  if (message === undefined) throw noSuchMessage();
  return message;
}

/** Whether it came to the reader, rather than to a place that shows it to them. */
export const isHeldBy = (model: Model, reader: User, message: ReadableMessage): boolean =>
  message.isDirect || (message.bits & BITS.historical) !== 0 || holdsMessage(model, reader.id, message);

export function readerState(model: Model, reader: User, message: ReadableMessage): ReaderState {
  const { bits } = message;
  const isHeld = isHeldBy(model, reader, message);
  // What came into a protected history from elsewhere counts as everybody's own there, and as read. It was not for them.
  const isOwn = isHeld || model.channels.get(message.conversationId)?.historyPublicToSubscribers === false;
  const traits = isHeld ? message.traits : message.traits & ~TRAITS.channelWildcard;
  return { bits, traits, isRead: message.isRead || !isHeld, isOwn };
}
