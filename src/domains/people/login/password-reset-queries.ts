import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";

/** Nobody's, for an address that has no account. */
export async function insertPasswordReset(
  sql: BackgroundSql | TxSql,
  realmId: number,
  tokenHash: string,
  userId: number | null,
): Promise<void> {
  await sql`insert into password_reset (realm_id, token_hash, user_id) values (${realmId}, ${tokenHash}, ${userId})`;
}

/** Whose password a link may change; nothing if it is older than two hours, or used. */
export async function userOfReset(sql: ReadSql, realmId: number, tokenHash: string): Promise<number | undefined> {
  const [row] = await sql<{ userId: number | null }[]>`
    select user_id from password_reset
    where realm_id = ${realmId} and token_hash = ${tokenHash} and created_at > now() - interval '2 hours'`;
  return row?.userId ?? undefined;
}

/** Who reads mail at an address that is no longer the account's must not get in by what was sent there. */
export async function endPasswordResets(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from password_reset where realm_id = ${realmId} and user_id = ${userId}`;
}

export async function sweepPasswordResets(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`delete from password_reset where realm_id = ${realmId} and created_at < now() - interval '2 hours'`;
}
