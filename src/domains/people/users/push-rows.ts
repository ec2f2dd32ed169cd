import type { TxSql } from "../../../engine/db/database.ts";

/** The phones of an account that is out of use, or whose key is dead, hear of nothing more. */
export async function removePushDevices(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from push_token where realm_id = ${realmId} and user_id = ${userId}`;
  await sql`delete from push_device where realm_id = ${realmId} and user_id = ${userId}`;
}
