import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import { channelRecord } from "../../../engine/model/lookup/record-lookup.ts";
import type { Model } from "../../../engine/model/model.ts";
import { realmProperty } from "../../organization/properties.ts";
import { eraseMessages } from "./actions/delete.ts";
import { oldestMessages } from "./queries.ts";

const BATCH = 500;
const KEPT_FOREVER = -1;

/** How many days messages of a channel are kept, or direct ones; nothing where they are kept for good. */
function daysKept(model: Model, channelId: number | undefined): number | undefined {
  const channel = channelId === undefined ? undefined : channelRecord(model, channelId);
  const days = channel?.messageRetentionDays ?? realmProperty(model, "message_retention_days");
  return days === KEPT_FOREVER ? undefined : days;
}

/**
 * Deletes what is older than the organization, or a channel of its own accord, keeps messages. Batch by batch, so that
 * nobody waits long, and each batch for good.
 */
export async function eraseExpiredMessages(realm: RealmRuntime): Promise<void> {
  for (const channelId of [undefined, ...realm.model.channels.keys()]) {
    if (daysKept(realm.model, channelId) !== undefined) while (await eraseOldest(realm, channelId));
  }
}

/**
 * Returns whether there may be more. Without a channel it is about direct messages. What is gone does not come back, so
 * each batch asks anew how long they are kept: that may have been changed while others went.
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
