import type { Reader, TxSql } from "../../../engine/db/database.ts";

export interface EmailChange {
  readonly tokenHash: string;
  readonly userId: number;
  readonly newEmail: string;
}

export async function insertEmailChange(sql: TxSql, realmId: number, change: EmailChange, now: Date): Promise<void> {
  await sql`
    insert into email_change (realm_id, token_hash, user_id, new_email, created_at)
    values (${realmId}, ${change.tokenHash}, ${change.userId}, ${change.newEmail}, ${now})`;
}

/** The ages, in seconds at `now`, of a user's requests for another address within the last day. */
export async function recentEmailChanges(sql: Reader, realmId: number, userId: number, now: Date): Promise<number[]> {
  const rows = await sql<{ age: number }[]>`
    select extract(epoch from ${now}::timestamptz - created_at)::float8 as age from email_change
    where realm_id = ${realmId} and user_id = ${userId} and created_at > ${now}::timestamptz - interval '1 day'`;
  return rows.map(({ age }) => age);
}

/** The change of a token, if it is its user's newest, was not confirmed yet and is not older than a day. */
export async function pendingEmailChange(
  sql: Reader,
  realmId: number,
  tokenHash: string,
): Promise<EmailChange | undefined> {
  const [row] = await sql<EmailChange[]>`
    select token_hash, user_id, new_email from email_change c
    where realm_id = ${realmId} and token_hash = ${tokenHash} and not is_used and created_at > now() - interval '1 day'
      and not exists (
        select from email_change n
        where n.realm_id = c.realm_id and n.user_id = c.user_id and n.created_at > c.created_at)`;
  return row;
}

export async function markUsed(sql: TxSql, realmId: number, tokenHash: string): Promise<void> {
  await sql`update email_change set is_used = true where realm_id = ${realmId} and token_hash = ${tokenHash}`;
}
