import type { Tx } from "#engine/writer/tx.ts";
import type { DefaultChannelGroup } from "#engine/model/records.ts";
import { presentDefaultGroups } from "#domains/records/channels/default-groups.ts";
import { defaultGroupsChanged } from "#domains/records/channels/events.ts";
import type { TxSql } from "#engine/db/database.ts";

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

async function replaceDefaultGroups(
  sql: TxSql,
  realmId: number,
  groups: readonly DefaultChannelGroup[],
): Promise<void> {
  await sql`delete from default_channel_group where realm_id = ${realmId}`;
  for (const { id, name, description, channelIds } of groups) {
    await sql`
      insert into default_channel_group (realm_id, id, name, description, channel_ids)
      values (${realmId}, ${id}, ${name}, ${description}, ${[...channelIds]}::int8[])`;
  }
}
