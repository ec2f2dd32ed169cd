import type { Tx } from "#engine/writer/tx.ts";
import { type ReadableMessage, readerState } from "#domains/conversations/access.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import type { User } from "#engine/model/records.ts";
import { addBits } from "../queries.ts";
import { addRead } from "../ranges/read-ranges.ts";

/** Adds a message that a reader has not received to their history, as read. */
export async function addToHistory(tx: Tx, reader: User, message: ReadableMessage): Promise<void> {
  if (readerState(tx.model, reader, message).isOwn) return;
  await addBits(tx.sql, tx.realmId, reader.id, [{ messageId: message.id, bits: BITS.historical }]);
  await addRead(tx.sql, tx.realmId, reader.id, [message.id], tx.lastMessageId());
}
