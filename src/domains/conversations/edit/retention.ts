import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { eraseMessages } from "./actions/delete.ts";
import { oldestMessages } from "./queries.ts";

const BATCH = 500;
const KEPT_FOREVER = -1;

/** For how many days messages of a channel, or direct messages, are kept; undefined if for ever. */
function daysKept(model: Model, channelId: number | undefined): number | undefined {
  const channel = channelId === undefined ? undefined : channelRecord(model, channelId);
  const days = channel?.messageRetentionDays ?? realmProperty(model, "message_retention_days");
  return days === KEPT_FOREVER ? undefined : days;
}

/**
 * Deletes messages that are older than the retention of the organization or of their channel, in batches, so that other
 * writes do not wait long. Each batch is a transaction of its own.
 */
export async function eraseExpiredMessages(realm: RealmRuntime): Promise<void> {
  for (const channelId of [undefined, ...realm.model.channels.keys()]) {
    if (daysKept(realm.model, channelId) !== undefined) while (await eraseOldest(realm, channelId));
  }
}

/**
 * Deletes a batch and returns whether there may be more. Without a channel it deletes direct messages. Deletion cannot
 * be undone, so each batch reads the retention again: it may have changed during the last one.
 */
function eraseOldest(realm: RealmRuntime, channelId: number | undefined): Promise<boolean> {
  return realm.writeAsServer(async (tx) => {
    const days = daysKept(tx.model, channelId);
    if (days === undefined) return false;
    const cutoff = new Date(tx.now.getTime() - days * 86_400_000);
    const messages = await oldestMessages(tx.sql, tx.realmId, channelId, cutoff, BATCH);
    for (const together of Map.groupBy(messages, ({ conversationId }) => conversationId).values()) {
      await eraseMessages(tx, together);
    }
    return messages.length === BATCH;
  });
}
