import { rowStore } from "../../../engine/db/batch-insert.ts";
import type { DirectConversation } from "../../../engine/model/records.ts";

export const conversationStore = rowStore<DirectConversation>("direct_conversation", {
  id: ["int8", ({ id }) => id],
  user_ids: ["text", ({ userIds }) => `{${userIds.join(",")}}`, "user_ids::int8[]"],
});
