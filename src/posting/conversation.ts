import type { RowStore } from "../db/tx.ts";
import type { DirectConversation } from "../model/records.ts";

export const conversationStore: RowStore<DirectConversation> = {
  insertion: (sql, realmId, conversations) => sql`
    insert into direct_conversation (realm_id, id, user_ids)
    select ${realmId}, id, user_ids::int8[]
    from unnest(
      ${conversations.map(({ id }) => id)}::int8[],
      ${conversations.map(({ userIds }) => `{${userIds.join(",")}}`)}::text[]
    ) as conversation (id, user_ids)`,
};
