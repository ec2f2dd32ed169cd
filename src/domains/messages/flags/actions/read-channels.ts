import type { EndedSubscription } from "../../../channels/subscriptions/actions/leave.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import { emitFlagsTo } from "../emit.ts";
import { readMoved, readWholeChannels, unreadInChannels } from "../queries.ts";

/**
 * Marks all messages of channels as read for users who leave them, because nothing there may stay unread. Users who had
 * the same messages unread share an event.
 */
export async function readChannels(tx: Tx, places: readonly EndedSubscription[]): Promise<void> {
  if (places.length === 0) return;
  const unread = await unreadInChannels(tx.sql, tx.realmId, places);
  await readWholeChannels(tx.sql, tx.realmId, places, tx.lastMessageId());
  if (unread.length > 0) await readMoved(tx.sql, tx.realmId, unread);
  const idsOf = Map.groupBy(unread, ({ userId }) => userId);
  const lists = [...idsOf].map(([userId, rows]) => ({ userId, ids: rows.map(({ id }) => id).sort((a, b) => a - b) }));
  for (const same of Map.groupBy(lists, ({ ids }) => ids.join(",")).values()) {
    const readers = same.map(({ userId }) => userId);
    emitFlagsTo(tx, readers, { flag: "read", op: "add", messages: same[0]?.ids ?? [] });
  }
}
