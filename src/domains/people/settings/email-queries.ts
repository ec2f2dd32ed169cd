import type { Reader, TxSql } from "../../../engine/db/database.ts";

export interface EmailChange {
  readonly tokenHash: string;
  readonly userId: number;
  readonly newEmail: string;
}

export async function insertEmailChange(sql: TxSql, realmId: number, wish: EmailChange, now: Date): Promise<void> {
  await sql`
    insert into email_change (realm_id, token_hash, user_id, new_email, created_at)
    values (${realmId}, ${wish.tokenHash}, ${wish.userId}, ${wish.newEmail}, ${now})`;
}

/** When a user asked for other addresses in the last day, in seconds before a moment. */
export async function recentWishes(sql: Reader, realmId: number, userId: number, now: Date): Promise<number[]> {
  const rows = await sql<{ age: number }[]>`
    select extract(epoch from ${now}::timestamptz - created_at)::float8 as age from email_change
    where realm_id = ${realmId} and user_id = ${userId} and created_at > ${now}::timestamptz - interval '1 day'`;
  return rows.map(({ age }) => age);
}

/** The wish that a word belongs to, if it is its user's newest, was not confirmed yet and is not older than a day. */
export async function openWish(sql: Reader, realmId: number, tokenHash: string): Promise<EmailChange | undefined> {
  const [row] = await sql<EmailChange[]>`
    select token_hash, user_id, new_email from email_change c
    where realm_id = ${realmId} and token_hash = ${tokenHash} and not is_used and created_at > now() - interval '1 day'
      and not exists (
        select from email_change n
        where n.realm_id = c.realm_id and n.user_id = c.user_id and n.created_at > c.created_at)`;
  return row;
}

export async function useWish(sql: TxSql, realmId: number, tokenHash: string): Promise<void> {
  await sql`update email_change set is_used = true where realm_id = ${realmId} and token_hash = ${tokenHash}`;
}
