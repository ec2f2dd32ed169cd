import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayReadChannel } from "#engine/model/access/permissions.ts";
import type { Model } from "#engine/model/model.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { emitFlagsTo } from "../emit.ts";
import { readMoved, readWholeChannels, removeBit, starredInChannels, unreadInChannels } from "../queries.ts";

interface EndedSubscription {
  readonly userId: number;
  readonly channelId: number;
}

/**
 * Marks all messages of channels as read for users who leave them, because nothing there may stay unread, and removes
 * the stars of what they may not read `after` that.
 */
export async function readChannels(tx: Tx, after: Model, places: readonly EndedSubscription[]): Promise<void> {
  if (places.length === 0) return;
  await removeLostStars(tx, after, places);
  const unread = await unreadInChannels(tx.sql, tx.realmId, places);
  await readWholeChannels(tx.sql, tx.realmId, places, tx.lastMessageId());
  if (unread.length > 0) await readMoved(tx.sql, tx.realmId, unread);
  for (const { readers, messages } of byMessages(unread)) {
    emitFlagsTo(tx, readers, { flag: "read", op: "add", messages });
  }
}

/** Removes the stars of messages that users may not read any more: they could neither see nor remove them. */
async function removeLostStars(tx: Tx, after: Model, places: readonly EndedSubscription[]): Promise<void> {
  const lost = places.filter(({ userId, channelId }) => {
    const [user, channel] = [userRecord(after, userId), channelRecord(after, channelId)];
    return user === undefined || channel === undefined || !mayReadChannel(after, user, channel);
  });
  if (lost.length === 0) return;
  for (const { readers, messages } of byMessages(await starredInChannels(tx.sql, tx.realmId, lost))) {
    for (const reader of readers) await removeBit(tx.sql, tx.realmId, reader, messages, BITS.starred);
    emitFlagsTo(tx, readers, { flag: "starred", op: "remove", messages });
  }
}

/** Users of whom the same messages are meant share an event. */
function byMessages(
  rows: readonly { readonly userId: number; readonly id: number }[],
): { readonly readers: readonly number[]; readonly messages: readonly number[] }[] {
  const idsOf = Map.groupBy(rows, ({ userId }) => userId);
  const lists = [...idsOf].map(([userId, own]) => ({ userId, ids: own.map(({ id }) => id).sort((a, b) => a - b) }));
  const same = Map.groupBy(lists, ({ ids }) => ids.join(","));
  return [...same.values()].map((list) => ({
    readers: list.map(({ userId }) => userId),
    messages: list[0]?.ids ?? [],
  }));
}
