import { caseless } from "#platform/characters.ts";
import type { ReadSql, TxSql } from "#engine/db/database.ts";

/** What a directory says of an account beside what the account is. */
export interface ScimUser {
  readonly userId: number;
  readonly externalId: string | null;
  readonly userName: string;
  readonly told: ToldAttributes;
  /** Whether a directory has made the account. It then decides the role and the address, too. */
  readonly isCreated: boolean;
  /** UNIX seconds. */
  readonly changedAt: number;
}

/** What is given back as it was told. */
export interface ToldAttributes {
  readonly name?: Readonly<Record<string, string>> | undefined;
  /** Whether it has told a displayName, which then is the name, whatever its parts are. */
  readonly hasDisplayName?: boolean;
  readonly enterprise?: Readonly<Record<string, string>>;
}

export async function storeScimUser(sql: TxSql, realmId: number, user: Omit<ScimUser, "changedAt">, now: Date) {
  const { userId, externalId, userName, told, isCreated } = user;
  await sql`
    insert into scim_user (realm_id, user_id, external_id, user_name, user_name_key, told, is_created, changed_at)
    values (${realmId}, ${userId}, ${externalId}, ${userName}, ${caseless(userName)},
            ${sql.json(JSON.parse(JSON.stringify(told)))}, ${isCreated}, ${now})
    on conflict (realm_id, user_id) do update
    set external_id = excluded.external_id, user_name = excluded.user_name, user_name_key = excluded.user_name_key,
        told = excluded.told, changed_at = excluded.changed_at`;
}

export const readScimUsers = (
  sql: ReadSql,
  realmId: number,
  ids: readonly number[],
): Promise<readonly ScimUser[]> => sql<ScimUser[]>`
  select user_id, external_id, user_name, told, is_created, floor(extract(epoch from changed_at))::int8 as changed_at
  from scim_user where realm_id = ${realmId} and user_id = any(${[...ids]}::int8[])`;

/** Whom a directory calls so. */
export async function userCalled(sql: ReadSql, realmId: number, userName: string): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id from scim_user where realm_id = ${realmId} and user_name_key = ${caseless(userName)}`;
  return row?.userId;
}

/** Directories may give several users one ID. */
const MAX_SAME = 200;

export async function usersWithExternalId(sql: ReadSql, realmId: number, externalId: string): Promise<number[]> {
  const rows = await sql<{ userId: number }[]>`
    select user_id from scim_user where realm_id = ${realmId} and external_id = ${externalId}
    order by user_id limit ${MAX_SAME}`;
  return rows.map(({ userId }) => userId);
}
