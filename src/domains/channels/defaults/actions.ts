import type { Tx } from "#engine/writer/tx.ts";
import type { DefaultableChannel } from "./access.ts";
import { leaveDefaultGroups } from "./groups/store.ts";
import { emitDefaults } from "./defaults.ts";
import { storeChannel } from "#domains/records/channels/queries.ts";

/** Adds a channel to the default channels, or removes it. Existing accounts keep their subscriptions. */
export async function setDefault(tx: Tx, channel: DefaultableChannel, isDefault: boolean): Promise<void> {
  if (channel.isDefault && isDefault) return;
  await storeChannel(tx.sql, tx.realmId, { ...channel, isDefault });
  tx.change({ kind: "channel_changed", id: channel.id, set: { isDefault } });
  // New users need not choose a channel that all of them get.
  if (isDefault) await leaveDefaultGroups(tx, channel.id);
  emitDefaults(tx, [{ ...channel, isDefault }]);
}
