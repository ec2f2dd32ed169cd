import type { TxSql } from "#engine/db/database.ts";

export async function storeAlertWords(
  sql: TxSql,
  realmId: number,
  userId: number,
  words: readonly string[],
): Promise<void> {
  await sql`
    insert into alert_words (realm_id, user_id, words) values (${realmId}, ${userId}, ${[...words]}::text[])
    on conflict (realm_id, user_id) do update set words = excluded.words`;
}
