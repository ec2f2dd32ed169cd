import type { ReadSql } from "./database.ts";

/** The position of an organization's log: the newest entry that a snapshot of the database contains. */
export async function readHead(sql: ReadSql, realmId: number): Promise<number> {
  const [row] = await sql<{ position: number }[]>`select position from realm_head where realm_id = ${realmId}`;
  if (row === undefined) throw new Error(`there is no organization ${realmId}`);
  return row.position;
}
