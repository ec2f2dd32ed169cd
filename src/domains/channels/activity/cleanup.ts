import type { Tx } from "#engine/writer/tx.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { unixSeconds } from "#platform/clock.ts";
import { setActivity } from "#domains/conversations/send/post/actions/channel-activity.ts";
import { addCount, type Count, countNew, quietChannels, storeTraffic, totals } from "./queries.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";

/** A channel without a message for this number of days is not recently active. */
const QUIET_DAYS = 180;

/** Updates the traffic of channels. New messages are counted before the writer's lock: the first time they may be a million. */
export async function updateChannelActivity(realm: RealmRuntime): Promise<void> {
  if (realm.model.realm.deactivated) return;
  const count = await countNew(readPool(realm), realm.id, COUNTED_DAYS);
  await realm.writeAsServer((tx) => noteTraffic(tx, count));
}

async function noteTraffic(tx: Tx, count: Count): Promise<void> {
  await addCount(tx.sql, tx.realmId, count);
  const messages = await totals(tx.sql, tx.realmId, COUNTED_DAYS);
  const now = unixSeconds(tx.now);
  const changed = [...tx.model.channels.values()].flatMap((channel) => {
    const traffic = weeklyTraffic(channel.createdAt, now, messages.get(channel.id) ?? 0);
    return traffic === channel.weeklyTraffic ? [] : [{ id: channel.id, weeklyTraffic: traffic }];
  });
  if (changed.length > 0) await storeTraffic(tx.sql, tx.realmId, changed);
  for (const { id, weeklyTraffic: traffic } of changed) {
    tx.change({ kind: "channel_changed", id, set: { weeklyTraffic: traffic } });
  }
  const quiet = await quietChannels(tx.sql, tx.realmId, QUIET_DAYS);
  await setActivity(
    tx,
    quiet.flatMap((id) => channelRecord(tx.model, id) ?? []),
    false,
  );
}

const WEEK_DAYS = 7;
/** Older messages do not count. */
const COUNTED_DAYS = 28;
const DAY_SECONDS = 86_400;

/**
 * The average number of messages in a week, rounded to two digits; null for a channel that is younger than a week.
 */
export function weeklyTraffic(createdAt: number, now: number, messages: number): number | null {
  const age = Math.floor((now - createdAt) / DAY_SECONDS);
  if (age < WEEK_DAYS) return null;
  const days = Math.min(age, COUNTED_DAYS);
  const average = Math.floor((messages * WEEK_DAYS) / days);
  return messages > 0 ? roughly(Math.max(average, 1)) : 0;
}

function roughly(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return Math.round(count / unit) * unit;
}
