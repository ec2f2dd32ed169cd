import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { isSubscribed } from "#engine/model/access/permissions.ts";
import {
  hasReceived,
  noSuchMessage,
  type ReadableMessage,
  readableMessages,
  readerState,
} from "#domains/conversations/access.ts";
import { BITS, type EditableFlag } from "#domains/records/messages/flag.ts";
import { mutedAmong } from "#domains/conversations/read/muting.ts";
import { messagesById, type MessageRow } from "#domains/conversations/queries.ts";
import { emitFlags } from "../emit.ts";
import { addBits, removeBit } from "../queries.ts";
import { addRead, removeRead } from "../ranges/read-ranges.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import type { Model } from "#engine/model/model.ts";

export interface FlagChange {
  readonly op: "add" | "remove";
  readonly flag: EditableFlag;
}

export interface FlagResult {
  /** The messages whose flag has changed. */
  readonly changed: number[];
  /** Channels whose messages could not become unread because the user is not subscribed. */
  readonly ignoredChannels: number[];
}

interface Own {
  readonly message: ReadableMessage;
  readonly isOwn: boolean;
  readonly isRead: boolean;
}

/** Changes the reader's flag of messages. Messages that have the requested state already stay as they are. */
export async function updateFlags(
  tx: Tx,
  reader: User,
  messageIds: readonly number[],
  change: FlagChange,
): Promise<FlagResult> {
  const { rows } = await messagesById(tx.sql, tx.realmId, reader.id, messageIds, "state");
  const readable = readableMessages(tx.model, reader, rows);
  // Messages that were never received count as read, so that marking them as read needs no access; other changes do.
  const marksRead = change.flag === "read" && change.op === "add";
  if (!marksRead && readable.length < new Set(messageIds).size) throw noSuchMessage();
  return flagMessages(tx, reader, readable, change);
}

/** As `updateFlags`, for messages that were read already. */
export async function flagMessages(
  tx: Tx,
  reader: User,
  readable: readonly ReadableMessage[],
  change: FlagChange,
): Promise<FlagResult> {
  const known = readable.map((message) => {
    const { isOwn, isRead } = readerState(tx.model, reader, message);
    return { message, isOwn, isRead: isRead || !isOwn };
  });
  return change.flag === "read" ? updateRead(tx, reader, known, change.op) : updateBit(tx, reader, known, change);
}

/** Marks messages as read that the reader has received and not read. */
export async function markRead(tx: Tx, reader: User, ids: number[]): Promise<FlagResult> {
  if (ids.length > 0) await addRead(tx.sql, tx.realmId, reader.id, ids, tx.lastMessageId());
  emitFlags(tx, reader, { flag: "read", op: "add", messages: ids });
  return { changed: ids, ignoredChannels: [] };
}

const idOf = ({ message }: Own): number => message.id;

async function updateRead(tx: Tx, reader: User, known: readonly Own[], op: "add" | "remove"): Promise<FlagResult> {
  if (op === "add") {
    const ids = known.filter(({ isRead }) => !isRead).map(({ message }) => message.id);
    return markRead(tx, reader, ids);
  }
  const canBeUnread = ({ message }: Own) => {
    const channel = channelRecord(tx.model, message.conversationId);
    return message.isDirect || (channel !== undefined && isSubscribed(tx.model, reader, channel));
  };
  const changed = known.filter((own) => own.isRead && canBeUnread(own));
  const ids = changed.map(idOf);
  const foreign = new Set(changed.filter(({ message }) => !hasReceived(tx.model, reader, message)).map(idOf));
  const added = [...foreign].map((messageId) => ({ messageId, bits: BITS.historical }));
  if (added.length > 0) await addBits(tx.sql, tx.realmId, reader.id, added);
  if (ids.length > 0) await removeRead(tx.sql, tx.realmId, reader.id, ids);
  const muted = await mutedAmong(tx.sql, tx.realmId, reader.id, ids);
  const details = Object.fromEntries(
    changed.map(({ message }) => {
      const now = foreign.has(message.id) ? { ...message, bits: message.bits | BITS.historical } : message;
      return [message.id, messageDetail(tx.model, reader, now, muted.has(message.id))];
    }),
  );
  emitFlags(tx, reader, { flag: "read", op, messages: ids, message_details: details });
  const ignored = known.filter((own) => !canBeUnread(own)).map(({ message }) => message.conversationId);
  return { changed: ids, ignoredChannels: [...new Set(ignored)] };
}

async function updateBit(tx: Tx, reader: User, known: readonly Own[], change: FlagChange): Promise<FlagResult> {
  const flag = change.flag as Exclude<EditableFlag, "read">;
  const bit = BITS[flag];
  const isSet = ({ message }: Own) => (message.bits & bit) !== 0;
  const changed = known.filter((own) => isSet(own) !== (change.op === "add"));
  const ids = changed.map(({ message }) => message.id);
  if (ids.length > 0 && change.op === "remove") await removeBit(tx.sql, tx.realmId, reader.id, ids, bit);
  if (ids.length > 0 && change.op === "add") {
    const rows = changed.map(({ message, isOwn }) => ({
      messageId: message.id,
      bits: isOwn ? bit : bit | BITS.historical,
    }));
    await addBits(tx.sql, tx.realmId, reader.id, rows);
    // The flag adds these messages to the reader's history, where they must not appear as unread.
    const foreign = changed.filter(({ isOwn }) => !isOwn).map(({ message }) => message.id);
    if (foreign.length > 0) await addRead(tx.sql, tx.realmId, reader.id, foreign, tx.lastMessageId());
  }
  emitFlags(tx, reader, { flag, op: change.op, messages: ids });
  return { changed: ids, ignoredChannels: [] };
}

/** Whether a message counts as a mention of its reader. A mention of everybody counts only where nothing is muted. */
function isMention({ bits, traits }: { bits: number; traits: number }, isMuted: boolean): boolean {
  if ((bits & BITS.mentioned) !== 0) return true;
  const withAll = (traits & TRAITS.channelWildcard) !== 0 && (bits & BITS.historical) === 0;
  return !isMuted && (withAll || (bits & BITS.topicWildcardMentioned) !== 0);
}

/** The data with which clients count a message among the unread ones. */
function messageDetail(model: Model, reader: User, message: MessageRow, isMuted: boolean) {
  const mentioned = isMention(message, isMuted) && { mentioned: true };
  if (message.isDirect) {
    const users = model.conversations.get(message.conversationId)?.userIds ?? [];
    return { type: "private" as const, user_ids: users.filter((id) => id !== reader.id), ...mentioned };
  }
  const place = { stream_id: message.conversationId, topic: message.topic };
  return { type: "stream" as const, ...place, unmuted_stream_msg: !isMuted, ...mentioned };
}
