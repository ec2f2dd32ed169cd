import type { Tx } from "../../db/tx.ts";
import type { DefaultChannelGroup } from "../../model/records.ts";
import { presentDefaultGroups } from "./present.ts";
import { replaceDefaultGroups } from "./queries.ts";

/** Puts the groups in the place of those that there were. There are a handful of them, so they move together. */
export async function storeDefaultGroups(tx: Tx, groups: readonly DefaultChannelGroup[]): Promise<void> {
  await replaceDefaultGroups(tx.sql, tx.realmId, groups);
  tx.change({ kind: "default_groups_changed", groups });
  tx.emit({ type: "default_stream_groups", default_stream_groups: presentDefaultGroups(groups) }, { to: "members" });
}
