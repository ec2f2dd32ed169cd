import type { TxSql } from "../../../engine/db/database.ts";

export async function storeFirstMessage(
  sql: TxSql,
  realmId: number,
  channelId: number,
  messageId: number | null,
): Promise<void> {
  await sql`update channel set first_message_id = ${messageId} where realm_id = ${realmId} and id = ${channelId}`;
}

export async function storeActivity(
  sql: TxSql,
  realmId: number,
  channelIds: readonly number[],
  isRecentlyActive: boolean,
): Promise<void> {
  await sql`
    update channel set is_recently_active = ${isRecentlyActive}
    where realm_id = ${realmId} and id = any(${[...channelIds]}::int8[])`;
}
