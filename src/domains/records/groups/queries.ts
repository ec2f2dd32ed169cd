import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { UserGroup } from "#engine/model/records.ts";

const asJson = (sql: ReadSql, settings: UserGroup["settings"]) => sql.json(JSON.parse(JSON.stringify(settings)));

/** Inserts the group alone; its members have statements of their own. */
export async function insertGroup(sql: TxSql, realmId: number, group: UserGroup): Promise<void> {
  await sql`
    insert into user_group (realm_id, id, name, description, is_managed, creator_id, created_at, settings)
    values (${realmId}, ${group.id}, ${group.name}, ${group.description}, ${group.isManaged}, ${group.creatorId},
            to_timestamp(${group.createdAt}), ${asJson(sql, group.settings)})`;
}

export async function storeGroup(sql: TxSql, realmId: number, group: UserGroup): Promise<void> {
  await sql`
    update user_group set name = ${group.name}, description = ${group.description},
                          deactivated = ${group.deactivated}, is_managed = ${group.isManaged},
                          settings = ${asJson(sql, group.settings)}
    where realm_id = ${realmId} and id = ${group.id}`;
}

type Ids = readonly number[];

export async function insertMembers(sql: TxSql, realmId: number, groupId: number, userIds: Ids): Promise<void> {
  await sql`
    insert into user_group_member (realm_id, group_id, user_id)
    select ${realmId}, ${groupId}, unnest(${[...userIds]}::int8[])`;
}

export async function deleteMembers(sql: TxSql, realmId: number, groupId: number, userIds: Ids): Promise<void> {
  await sql`
    delete from user_group_member
    where realm_id = ${realmId} and group_id = ${groupId} and user_id = any(${[...userIds]}::int8[])`;
}

export async function insertSubgroups(sql: TxSql, realmId: number, groupId: number, ids: Ids): Promise<void> {
  await sql`
    insert into user_group_subgroup (realm_id, group_id, subgroup_id)
    select ${realmId}, ${groupId}, unnest(${[...ids]}::int8[])`;
}

export async function deleteSubgroups(sql: TxSql, realmId: number, groupId: number, ids: Ids): Promise<void> {
  await sql`
    delete from user_group_subgroup
    where realm_id = ${realmId} and group_id = ${groupId} and subgroup_id = any(${[...ids]}::int8[])`;
}
