import type { ReadSql, TxSql } from "#engine/db/database.ts";

/** What the database keeps of a person's tokens. */
export interface StoredZoomToken {
  readonly sealed: string;
  /** UNIX milliseconds. */
  readonly expiresAt: number;
}

export async function zoomTokenOf(sql: ReadSql, realmId: number, userId: number): Promise<StoredZoomToken | undefined> {
  const [row] = await sql<StoredZoomToken[]>`
    select sealed, extract(epoch from expires_at)::float8 * 1000 as expires_at from zoom_token
    where realm_id = ${realmId} and user_id = ${userId}`;
  return row;
}

export async function storeZoomToken(
  sql: TxSql,
  realmId: number,
  userId: number,
  { sealed, expiresAt }: StoredZoomToken,
): Promise<void> {
  await sql`
    insert into zoom_token (realm_id, user_id, sealed, expires_at)
    values (${realmId}, ${userId}, ${sealed}, to_timestamp(${expiresAt / 1000}))
    on conflict (realm_id, user_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`;
}

/** Nothing happens if the token is another one by now: of two requests that renew it, one comes second. */
export async function replaceZoomToken(
  sql: TxSql,
  realmId: number,
  userId: number,
  before: StoredZoomToken,
  after: StoredZoomToken,
): Promise<void> {
  await sql`
    update zoom_token set sealed = ${after.sealed}, expires_at = to_timestamp(${after.expiresAt / 1000})
    where realm_id = ${realmId} and user_id = ${userId} and sealed = ${before.sealed}`;
}

/** False if the token is another one by now. */
export async function deleteZoomToken(
  sql: TxSql,
  realmId: number,
  userId: number,
  { sealed }: StoredZoomToken,
): Promise<boolean> {
  const { count } = await sql`
    delete from zoom_token where realm_id = ${realmId} and user_id = ${userId} and sealed = ${sealed}`;
  return count > 0;
}
