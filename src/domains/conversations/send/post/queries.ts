import { rowStore } from "#engine/db/batch-insert.ts";
import type { TxSql } from "#engine/db/database.ts";
import type { DirectConversation } from "#engine/model/records.ts";

export const conversationStore = rowStore<DirectConversation>("direct_conversation", {
  id: ["int8", ({ id }) => id],
  user_ids: ["text", ({ userIds }) => `{${userIds.join(",")}}`, "user_ids::int8[]"],
});

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
