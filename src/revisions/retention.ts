import type { LiveRealm } from "../live/realm.ts";
import type { Model } from "../model/model.ts";
import { realmProperty } from "../realm/properties.ts";
import { eraseMessages } from "./actions/delete.ts";
import { oldestMessages } from "./queries.ts";

const BATCH = 500;
const KEPT_FOREVER = -1;

/** How many days messages are kept; nothing where they are kept for good. */
function daysKept(model: Model, channelDays: number | null): number | undefined {
  const days = channelDays ?? realmProperty(model, "message_retention_days");
  return days === KEPT_FOREVER ? undefined : days;
}

/**
 * Deletes what is older than the organization, or a channel of its own accord, keeps messages. Batch by batch, so that
 * nobody waits long, and each batch for good.
 */
export async function tendRetention(realm: LiveRealm): Promise<void> {
  const places = [
    { channelId: undefined, days: daysKept(realm.model, null) },
    ...[...realm.model.channels.values()].map(({ id, messageRetentionDays: days }) => ({
      channelId: id,
      days: daysKept(realm.model, days),
    })),
  ];
  for (const { channelId, days } of places) {
    if (days !== undefined) while (await eraseOldest(realm, channelId, days));
  }
}

/** Returns whether there may be more. Without a channel it is about direct messages. */
function eraseOldest(realm: LiveRealm, channelId: number | undefined, days: number): Promise<boolean> {
  return realm.writeAsServer(async (tx) => {
    const cutoff = new Date(tx.now.getTime() - days * 86_400_000);
    const messages = await oldestMessages(tx.sql, tx.realmId, channelId, cutoff, BATCH);
    for (const together of Map.groupBy(messages, ({ conversationId }) => conversationId).values()) {
      await eraseMessages(tx, together);
    }
    return messages.length === BATCH;
  });
}
