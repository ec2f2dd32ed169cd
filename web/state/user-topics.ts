import { mapBy, without, withEntry } from "./collections.ts";
import { type ConversationKey, topicKey } from "./conversation.ts";
import type { Event, Registered, UserTopic } from "./registered.ts";

/** What the user wants of topics, where it differs from what they want of the channel. */
export type UserTopics = ReadonlyMap<ConversationKey, UserTopic>;

export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

const keyOf = ({ stream_id, topic_name }: UserTopic): ConversationKey => topicKey(stream_id, topic_name);

export const initialUserTopics = (from: Registered): UserTopics => mapBy(from.user_topics, keyOf);

export function reduceUserTopics(topics: UserTopics, event: Event): UserTopics {
  if (event.type !== "user_topic") return topics;
  const { id: _id, type: _type, ...topic } = event;
  const key = keyOf(topic);
  return topic.visibility_policy === POLICY.none ? without(topics, key) : withEntry(topics, key, topic);
}
