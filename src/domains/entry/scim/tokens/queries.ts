import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { ScimToken } from "#engine/model/records.ts";

export interface NewScimToken extends ScimToken {
  readonly name: string;
}

export async function insertScimToken(sql: TxSql, realmId: number, token: NewScimToken, now: Date): Promise<void> {
  await sql`
    insert into scim_token (realm_id, id, hash, name, created_at, expires_at)
    values (${realmId}, ${token.id}, ${token.hash}, ${token.name}, ${now}, to_timestamp(${token.expiresAt}::int8))`;
}

export async function deleteScimToken(sql: TxSql, realmId: number, id: number): Promise<void> {
  await sql`delete from scim_token where realm_id = ${realmId} and id = ${id}`;
}

/** A token without its secret, of which nothing can be shown again. */
export interface ScimTokenRow {
  readonly id: number;
  readonly name: string;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

export const readScimTokens = (sql: ReadSql, realmId: number): Promise<readonly ScimTokenRow[]> => sql<ScimTokenRow[]>`
  select id, name, floor(extract(epoch from created_at))::int8 as created_at,
         extract(epoch from expires_at)::int8 as expires_at, floor(extract(epoch from last_used_at))::int8 as last_used_at
  from scim_token where realm_id = ${realmId} order by id`;
