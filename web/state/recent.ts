import { type Conversation, keyOf } from "./conversation.ts";
import type { State } from "./state.ts";
import type { Topics } from "./topics.ts";

export interface RecentConversation {
  readonly conversation: Conversation;
  readonly newestId: number;
}

/** Conversations with their newest message, the newest first: those of the topics that are known, and direct ones. */
export function recentConversations(
  { channels, recentDirects, unread }: State,
  topics: Topics,
  most: number,
): readonly RecentConversation[] {
  const found = new Map<string, RecentConversation>();
  const add = (conversation: Conversation, newestId: number) => {
    const key = keyOf(conversation);
    if ((found.get(key)?.newestId ?? -1) < newestId) found.set(key, { conversation, newestId });
  };
  for (const [channelId, list] of topics) {
    if (!channels.subscribed.has(channelId)) continue;
    for (const { name, newestId } of list) add({ kind: "topic", channelId, topic: name }, newestId);
  }
  for (const { userIds, newestId } of recentDirects.values()) add({ kind: "direct", userIds }, newestId);
  for (const [id, conversation] of unread.messages) add(conversation, id);
  return [...found.values()].sort((a, b) => b.newestId - a.newestId).slice(0, most);
}
