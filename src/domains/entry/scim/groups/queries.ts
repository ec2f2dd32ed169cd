import type { ReadSql, TxSql } from "#engine/db/database.ts";

/** What a directory says of a group beside what the group is. */
export interface ScimGroup {
  readonly groupId: number;
  readonly externalId: string | null;
  /** UNIX seconds. */
  readonly changedAt: number;
}

export async function storeScimGroup(
  sql: TxSql,
  realmId: number,
  { groupId, externalId }: Pick<ScimGroup, "groupId" | "externalId">,
  now: Date,
): Promise<void> {
  await sql`
    insert into scim_group (realm_id, group_id, external_id, changed_at)
    values (${realmId}, ${groupId}, ${externalId}, ${now})
    on conflict (realm_id, group_id) do update
    set external_id = excluded.external_id, changed_at = excluded.changed_at`;
}

export const readScimGroups = (
  sql: ReadSql,
  realmId: number,
  ids: readonly number[],
): Promise<readonly ScimGroup[]> => sql<ScimGroup[]>`
  select group_id, external_id, floor(extract(epoch from changed_at))::int8 as changed_at
  from scim_group where realm_id = ${realmId} and group_id = any(${[...ids]}::int8[])`;
