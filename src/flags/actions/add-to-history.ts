import type { Tx } from "../../db/tx.ts";
import { type ReadableMessage, readerState } from "../../messages/access.ts";
import { BITS } from "../../messages/flag.ts";
import type { User } from "../../model/records.ts";
import { addBits } from "../queries.ts";
import { addRead } from "../read-ranges.ts";

/** Makes a message that a reader had not received part of their history, as something old. */
export async function addToHistory(tx: Tx, reader: User, message: ReadableMessage): Promise<void> {
  if (readerState(tx.model, reader, message).isOwn) return;
  await addBits(tx.sql, tx.realmId, reader.id, [{ messageId: message.id, bits: BITS.historical }]);
  await addRead(tx.sql, tx.realmId, reader.id, [message.id], tx.lastMessageId);
}
