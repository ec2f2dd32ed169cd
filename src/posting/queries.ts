import type { Runner } from "../db/database.ts";

export async function storeFirstMessage(
  sql: Runner,
  realmId: number,
  channelId: number,
  messageId: number | null,
): Promise<void> {
  await sql`update channel set first_message_id = ${messageId} where realm_id = ${realmId} and id = ${channelId}`;
}
