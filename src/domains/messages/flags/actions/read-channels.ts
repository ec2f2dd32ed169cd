import type { EndedSubscription } from "../../../channels/subscriptions/actions/leave.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import { emitFlagsTo } from "../emit.ts";
import { readMoved, readWholeChannels, unreadInChannels } from "../queries.ts";

/**
 * Marks everything in channels as read for people who leave them: nothing there must wait for them any more. Whoever had
 * the same messages unread shares an event.
 */
export async function readChannels(tx: Tx, places: readonly EndedSubscription[]): Promise<void> {
  if (places.length === 0) return;
  const unread = await unreadInChannels(tx.sql, tx.realmId, places);
  await readWholeChannels(tx.sql, tx.realmId, places, tx.lastMessageId);
  if (unread.length > 0) await readMoved(tx.sql, tx.realmId, unread);
  const idsOf = Map.groupBy(unread, ({ userId }) => userId);
  const lists = [...idsOf].map(([userId, rows]) => ({ userId, ids: rows.map(({ id }) => id).sort((a, b) => a - b) }));
  for (const same of Map.groupBy(lists, ({ ids }) => ids.join(",")).values()) {
    const readers = same.map(({ userId }) => userId);
    emitFlagsTo(tx, readers, { flag: "read", op: "add", messages: same[0]?.ids ?? [] });
  }
}
