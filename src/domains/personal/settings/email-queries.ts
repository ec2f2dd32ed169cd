import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";
import { caseless } from "#platform/characters.ts";

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
export async function recentEmailChanges(sql: ReadSql, realmId: number, userId: number, now: Date): Promise<number[]> {
  const rows = await sql<{ age: number }[]>`
    select extract(epoch from ${now}::timestamptz - created_at)::float8 as age from email_change
    where realm_id = ${realmId} and user_id = ${userId} and created_at > ${now}::timestamptz - interval '1 day'`;
  return rows.map(({ age }) => age);
}

/** The change of a token, if it is its user's newest, was not confirmed yet and is not older than a day. */
export async function pendingEmailChange(
  sql: ReadSql,
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

/** An address that an account had, which it gets back by a link. */
export interface EmailUndo {
  readonly userId: number;
  readonly oldEmail: string;
  readonly changedAt: Date;
}

export async function insertUndo(
  sql: TxSql,
  realmId: number,
  undo: { readonly tokenHash: string; readonly userId: number; readonly oldEmail: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into email_undo (realm_id, token_hash, user_id, old_email, old_key, changed_at)
    values (${realmId}, ${undo.tokenHash}, ${undo.userId}, ${undo.oldEmail}, ${caseless(undo.oldEmail)}, ${now})`;
}

const isValid = (sql: ReadSql) => sql`changed_at > now() - interval '7 days'`;

export async function undoOfToken(sql: ReadSql, realmId: number, tokenHash: string): Promise<EmailUndo | undefined> {
  const [row] = await sql<EmailUndo[]>`
    select user_id, old_email, changed_at from email_undo
    where realm_id = ${realmId} and token_hash = ${tokenHash} and ${isValid(sql)}`;
  return row;
}

/** The earliest one by which a user would get this address, given folded. */
export async function undoOfAddress(
  sql: ReadSql,
  realmId: number,
  userId: number,
  key: string,
): Promise<EmailUndo | undefined> {
  const [row] = await sql<EmailUndo[]>`
    select user_id, old_email, changed_at from email_undo
    where realm_id = ${realmId} and user_id = ${userId} and old_key = ${key} and ${isValid(sql)}
    order by changed_at limit 1`;
  return row;
}

/** Of several addresses the one that was there first decides: later ones may be those of a thief. */
export async function endUndosSince(sql: TxSql, realmId: number, userId: number, since: Date): Promise<void> {
  await sql`delete from email_undo where realm_id = ${realmId} and user_id = ${userId} and changed_at >= ${since}`;
}

/** Requests count against their limit for a day. */
export async function sweepEmailChanges(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`delete from email_change where realm_id = ${realmId} and created_at < now() - interval '2 days'`;
  await sql`delete from email_undo where realm_id = ${realmId} and not (${isValid(sql)})`;
}
