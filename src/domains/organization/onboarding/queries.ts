import type { ReadSql, TxSql } from "#engine/db/database.ts";

export async function seenSteps(sql: ReadSql, realmId: number, userId: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from onboarding_step where realm_id = ${realmId} and user_id = ${userId}`;
  return rows.map(({ name }) => name);
}

export async function storeSeenStep(sql: TxSql, realmId: number, userId: number, name: string): Promise<void> {
  await sql`
    insert into onboarding_step (realm_id, user_id, name) values (${realmId}, ${userId}, ${name})
    on conflict do nothing`;
}
