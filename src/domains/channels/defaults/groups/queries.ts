import type { TxSql } from "#engine/db/database.ts";
import type { DefaultChannelGroup } from "#engine/model/records.ts";

export async function replaceDefaultGroups(
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
