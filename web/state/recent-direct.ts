import { conversationOf, directWith, keyOf } from "./conversation.ts";
import type { Event, Registered } from "./registered.ts";

export interface RecentDirect {
  readonly userIds: readonly number[];
  readonly newestId: number;
}

/** Direct conversations of late, with their newest message. */
export type RecentDirects = ReadonlyMap<string, RecentDirect>;

export const initialRecentDirects = (from: Registered): RecentDirects =>
  new Map(
    from.recent_private_conversations.map(({ user_ids, max_message_id }) => {
      const conversation = directWith(user_ids, from.user_id);
      return [keyOf(conversation), { userIds: conversation.userIds, newestId: max_message_id }];
    }),
  );

export function reduceRecentDirects(recent: RecentDirects, event: Event, ownId: number): RecentDirects {
  if (event.type !== "message" || event.message.type === "stream") return recent;
  const conversation = conversationOf(event.message, ownId);
  if (conversation.kind !== "direct") return recent;
  return new Map(recent).set(keyOf(conversation), { userIds: conversation.userIds, newestId: event.message.id });
}
