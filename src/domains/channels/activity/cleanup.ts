import type { Tx } from "#engine/writer/tx.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { unixSeconds } from "#platform/clock.ts";
import { setActivity } from "#domains/conversations/post/actions/channel-activity.ts";
import { addCount, type Count, countNew, quietChannels, storeTraffic, totals } from "./queries.ts";
import { COUNTED_DAYS, weeklyTraffic } from "./weekly.ts";
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
