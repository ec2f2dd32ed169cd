import type { ReadSql, TxSql } from "#engine/db/database.ts";
import { GROUP_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { SYSTEM_GROUPS } from "#engine/model/access/membership.ts";

export class SubdomainTakenError extends Error {}

export interface NewRealm {
  readonly realmId: number;
  /** UNIX seconds. */
  readonly createdAt: number;
  /** Built-in group by name. */
  readonly groups: ReadonlyMap<string, number>;
  /** The newest ID in use. */
  readonly lastId: number;
}

/** Inserts an organization with its built-in groups and its system bots; the caller adds people and channels in the same transaction. */
export async function insertRealm(sql: TxSql, realm: { subdomain: string; name: string }): Promise<NewRealm> {
  const [row] = await sql<{ id: number; createdAt: number }[]>`
    insert into realm (subdomain, name) values (${realm.subdomain}, ${realm.name})
    on conflict (subdomain) do nothing
    returning id, extract(epoch from created_at)::int8 as created_at`;
  if (row === undefined) throw new SubdomainTakenError(`There is already an organization at '${realm.subdomain}'.`);
  const ids = SYSTEM_GROUPS.map((_, index) => index + 1);
  const [notificationBot, welcomeBot] = [ids.length + 1, ids.length + 2];
  await sql`insert into realm_head (realm_id, last_id) values (${row.id}, ${welcomeBot})`;
  await sql`
    insert into system_bot (realm_id, id, name)
    values (${row.id}, ${notificationBot}, 'notification-bot'), (${row.id}, ${welcomeBot}, 'welcome-bot')`;
  const settings = Object.fromEntries(GROUP_SETTING_NAMES.map((name) => [name, ids[0] as number]));
  for (const [index, group] of SYSTEM_GROUPS.entries()) {
    await sql`
      insert into user_group (realm_id, id, name, description, is_system, settings)
      values (${row.id}, ${ids[index] as number}, ${group.name}, ${group.description}, true, ${sql.json(settings)})`;
    // Each group contains the one before it, except for `role:nobody`, which comes first and is in no other.
    if (index >= 2) {
      await sql`
        insert into user_group_subgroup (realm_id, group_id, subgroup_id)
        values (${row.id}, ${ids[index] as number}, ${ids[index - 1] as number})`;
    }
  }
  const { id: realmId, createdAt } = row;
  const groups = new Map(SYSTEM_GROUPS.map(({ name }, index) => [name, ids[index] as number]));
  return { realmId, createdAt, groups, lastId: welcomeBot };
}

/** Whether there is an organization to serve. One that is being imported has no head yet. */
export async function hasRealm(sql: ReadSql): Promise<boolean> {
  const rows = await sql`select 1 as one from realm_head limit 1`;
  return rows.length > 0;
}
