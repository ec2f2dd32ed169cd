import type { BackgroundPool, ReadSql, TxSql } from "#engine/db/database.ts";
import type { Scope } from "#http/scopes.ts";

export interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export async function readClient(sql: ReadSql, realmId: number, id: string): Promise<ClientRow | undefined> {
  const [row] = await sql<ClientRow[]>`
    select id, name, redirect_uris from oauth_client where realm_id = ${realmId} and id = ${id}`;
  return row;
}

export async function insertClient(sql: TxSql, realmId: number, client: ClientRow, now: Date): Promise<void> {
  await sql`
    insert into oauth_client (realm_id, id, name, redirect_uris, created_at)
    values (${realmId}, ${client.id}, ${client.name}, ${[...client.redirectUris]}, ${now})`;
}

/** How many have registered that nobody has let in. */
export async function countUnusedClients(sql: TxSql, realmId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from oauth_client c
    where realm_id = ${realmId}
      and not exists (select from oauth_grant g where g.realm_id = ${realmId} and g.client_id = c.id)`;
  return row?.count ?? 0;
}

export interface CodeRow {
  readonly hash: string;
  readonly userId: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly challenge: string;
}

export interface StoredCode extends CodeRow {
  /** Seconds. */
  readonly age: number;
  readonly keyId: number | null;
}

export async function insertCode(sql: TxSql, realmId: number, code: CodeRow, now: Date): Promise<void> {
  await sql`
    insert into oauth_code (realm_id, hash, user_id, client_id, client_name, redirect_uri, scopes, challenge, created_at)
    values (${realmId}, ${code.hash}, ${code.userId}, ${code.clientId}, ${code.clientName}, ${code.redirectUri},
            ${[...code.scopes]}, ${code.challenge}, ${now})`;
}

export async function readCode(sql: ReadSql, realmId: number, hash: string): Promise<StoredCode | undefined> {
  const [row] = await sql<StoredCode[]>`
    select hash, user_id, client_id, client_name, redirect_uri, scopes, challenge, key_id,
           extract(epoch from clock_timestamp() - created_at)::float8 as age
    from oauth_code where realm_id = ${realmId} and hash = ${hash}`;
  return row;
}

export async function useCode(sql: TxSql, realmId: number, hash: string, keyId: number): Promise<void> {
  await sql`update oauth_code set key_id = ${keyId} where realm_id = ${realmId} and hash = ${hash}`;
}

export async function deleteCode(sql: TxSql, realmId: number, hash: string): Promise<void> {
  await sql`delete from oauth_code where realm_id = ${realmId} and hash = ${hash}`;
}

export interface GrantRow {
  readonly keyId: number;
  readonly userId: number;
  readonly clientId: string;
  readonly familyHash: string;
  readonly refreshHash: string;
  readonly isOver: boolean;
}

export type NewGrant = Omit<GrantRow, "userId" | "isOver"> & { readonly endsAt: Date | null };

export async function insertGrant(sql: TxSql, realmId: number, grant: NewGrant, now: Date): Promise<void> {
  await sql`
    insert into oauth_grant (realm_id, key_id, client_id, family_hash, refresh_hash, refreshed_at, ends_at)
    values (${realmId}, ${grant.keyId}, ${grant.clientId}, ${grant.familyHash}, ${grant.refreshHash}, ${now},
            ${grant.endsAt})`;
}

const IDLE_DAYS = 90;

export async function readGrant(sql: ReadSql, realmId: number, familyHash: string): Promise<GrantRow | undefined> {
  const [row] = await sql<GrantRow[]>`
    select g.key_id, k.user_id, g.client_id, g.family_hash, g.refresh_hash,
           coalesce(g.ends_at <= now(), false) or g.refreshed_at < now() - make_interval(days => ${IDLE_DAYS}) as is_over
    from oauth_grant g join api_key k on k.realm_id = g.realm_id and k.id = g.key_id
    where g.realm_id = ${realmId} and g.family_hash = ${familyHash}`;
  return row;
}

/** The keys that the same program of the same user has already. */
export async function readKeysOfClient(
  sql: TxSql,
  realmId: number,
  { userId, clientId }: Pick<CodeRow, "userId" | "clientId">,
): Promise<readonly number[]> {
  const rows = await sql<{ keyId: number }[]>`
    select g.key_id from oauth_grant g join api_key k on k.realm_id = g.realm_id and k.id = g.key_id
    where g.realm_id = ${realmId} and g.client_id = ${clientId} and k.user_id = ${userId} order by g.key_id`;
  return rows.map(({ keyId }) => keyId);
}

export async function replaceRefreshHash(
  sql: TxSql,
  realmId: number,
  { keyId, refreshHash }: Pick<GrantRow, "keyId" | "refreshHash">,
  now: Date,
): Promise<void> {
  await sql`
    update oauth_grant set refresh_hash = ${refreshHash}, refreshed_at = ${now}
    where realm_id = ${realmId} and key_id = ${keyId}`;
}

/** The keys whose refresh tokens open nothing any more. */
export async function readKeysOver(sql: ReadSql, realmId: number): Promise<readonly number[]> {
  const rows = await sql<{ keyId: number }[]>`
    select key_id from oauth_grant
    where realm_id = ${realmId}
      and (coalesce(ends_at <= now(), false) or refreshed_at < now() - make_interval(days => ${IDLE_DAYS}))
    order by key_id`;
  return rows.map(({ keyId }) => keyId);
}

/** Codes that were not fetched or have given a key, and programs that nobody has let in. */
export async function deleteLeftovers(sql: BackgroundPool, realmId: number): Promise<void> {
  await sql`delete from oauth_code where realm_id = ${realmId} and created_at < now() - interval '1 hour'`;
  await sql`
    delete from oauth_client c
    where realm_id = ${realmId} and created_at < now() - interval '1 day'
      and not exists (select from oauth_grant g where g.realm_id = ${realmId} and g.client_id = c.id)`;
}
