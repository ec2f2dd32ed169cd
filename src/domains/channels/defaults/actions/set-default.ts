import type { Tx } from "../../../../engine/writer/tx.ts";
import type { DefaultableChannel } from "../access.ts";
import { leaveDefaultGroups } from "../groups/store.ts";
import { emitDefaults } from "../defaults.ts";
import { storeChannel } from "../../queries.ts";

/** Makes a channel one that new accounts are subscribed to, or no longer one. Accounts that exist stay where they are. */
export async function setDefault(tx: Tx, channel: DefaultableChannel, isDefault: boolean): Promise<void> {
  if (channel.isDefault && isDefault) return;
  await storeChannel(tx.sql, tx.realmId, { ...channel, isDefault });
  tx.change({ kind: "channel_changed", id: channel.id, set: { isDefault } });
  // What all newcomers get they need not choose.
  if (isDefault) await leaveDefaultGroups(tx, channel.id);
  emitDefaults(tx, [{ ...channel, isDefault }]);
}
