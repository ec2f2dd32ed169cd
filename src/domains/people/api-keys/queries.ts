import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { ApiKey } from "#engine/model/records.ts";
import type { Scope } from "#http/scopes.ts";

export interface NewApiKey extends ApiKey {
  readonly name: string;
}

export async function insertApiKey(sql: TxSql, realmId: number, key: NewApiKey, now: Date): Promise<void> {
  const expiresAt = key.expiresAt === null ? null : new Date(key.expiresAt * 1000);
  await sql`
    insert into api_key (realm_id, id, hash, user_id, name, scopes, channel_ids, created_at, expires_at, is_oauth)
    values (${realmId}, ${key.id}, ${key.hash}, ${key.userId}, ${key.name}, ${key.scopes}::text[],
            ${key.channelIds}::int8[], ${now}, ${expiresAt}, ${key.isOauth})`;
}

export async function storeSecret(sql: TxSql, realmId: number, { id, hash, expiresAt }: ApiKey): Promise<void> {
  await sql`
    update api_key set hash = ${hash}, expires_at = to_timestamp(${expiresAt})
    where realm_id = ${realmId} and id = ${id}`;
}

export async function renameApiKey(sql: TxSql, realmId: number, id: number, name: string): Promise<void> {
  await sql`update api_key set name = ${name} where realm_id = ${realmId} and id = ${id}`;
}

/** The queues that the keys have registered go with them. */
export async function deleteApiKeys(sql: TxSql, realmId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from api_key where realm_id = ${realmId} and id = any(${ids})`;
}

/** A key without its secret, of which nothing can be shown again. */
export interface ApiKeyRow {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[] | null;
  readonly channelIds: readonly number[] | null;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly isOauth: boolean;
}

export interface KeySearch {
  /** Undefined for all users. */
  readonly userId: number | undefined;
  /** Only keys with smaller IDs. */
  readonly before: number;
  readonly limit: number;
}

/** The newest first. */
export function readApiKeys(sql: ReadSql, realmId: number, search: KeySearch): Promise<readonly ApiKeyRow[]> {
  return sql<ApiKeyRow[]>`
    select id, user_id, name, scopes, channel_ids, floor(extract(epoch from created_at))::int8 as created_at,
           extract(epoch from expires_at)::int8 as expires_at, floor(extract(epoch from last_used_at))::int8 as last_used_at,
           is_oauth
    from api_key
    where realm_id = ${realmId} and user_id = coalesce(${search.userId ?? null}::int8, user_id) and id < ${search.before}
    order by id desc limit ${search.limit}`;
}
