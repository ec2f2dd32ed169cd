import type { Tx } from "#engine/writer/tx.ts";
import type { DefaultChannelGroup } from "#engine/model/records.ts";
import { presentDefaultGroups } from "#domains/records/channels/default-groups.ts";
import { replaceDefaultGroups } from "./queries.ts";
import { defaultGroupsChanged } from "#domains/records/channels/events.ts";

/** Replaces all groups. There are few of them, so they are stored together. */
export async function storeDefaultGroups(tx: Tx, groups: readonly DefaultChannelGroup[]): Promise<void> {
  await replaceDefaultGroups(tx.sql, tx.realmId, groups);
  tx.change({ kind: "default_groups_changed", groups });
  tx.emit(defaultGroupsChanged, { default_stream_groups: presentDefaultGroups(groups) }, { to: "members" });
}

/** Removes a channel from all groups, because new users can no longer choose it or need not. */
export async function leaveDefaultGroups(tx: Tx, channelId: number): Promise<void> {
  if (!tx.model.defaultGroups.some(({ channelIds }) => channelIds.includes(channelId))) return;
  const groups = tx.model.defaultGroups.map((group) => ({
    ...group,
    channelIds: group.channelIds.filter((id) => id !== channelId),
  }));
  await storeDefaultGroups(tx, groups);
}
