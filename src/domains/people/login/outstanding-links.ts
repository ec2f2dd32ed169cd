import type { TxSql } from "#engine/db/database.ts";
import { endPasswordResets } from "./password-reset-queries.ts";

/** A change of the address that waits for a confirmation changes nothing any more. It still counts as asked for. */
export async function endEmailChanges(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`update email_change set is_used = true where realm_id = ${realmId} and user_id = ${userId} and not is_used`;
}

/** After an administrator has decided whose account it is, nobody takes it back by a mail from before. */
export async function endEmailUndos(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from email_undo where realm_id = ${realmId} and user_id = ${userId}`;
}

/**
 * Ends what was asked for in a user's name and not completed: somebody else may have asked. Links that undo a change of
 * the address stay: only the readers of mail at the former address have them, and who took the account could end them.
 */
export async function endOutstandingLinks(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await endEmailChanges(sql, realmId, userId);
  await endPasswordResets(sql, realmId, userId);
}
