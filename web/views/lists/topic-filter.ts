import { isResolved } from "../../state/conversation.ts";
import type { Topic } from "../../state/topics.ts";
import { hasWords } from "./conversation-filter.ts";

export const TOPIC_FILTERS = ["all", "unread", "followed", "unresolved", "resolved", "muted"] as const;
export type TopicFilter = (typeof TOPIC_FILTERS)[number];

/** What the reader wants of a topic, and has not read of it. */
export interface TopicFacts {
  readonly unreadCount: number;
  readonly isFollowed: boolean;
  readonly isMuted: boolean;
}

const HOLDS: Readonly<Record<TopicFilter, (topic: Topic, facts: TopicFacts) => boolean>> = {
  all: () => true,
  unread: (_, { unreadCount }) => unreadCount > 0,
  followed: (_, { isFollowed }) => isFollowed,
  unresolved: ({ name }) => !isResolved(name),
  resolved: ({ name }) => isResolved(name),
  muted: (_, { isMuted }) => isMuted,
};

/** The topics that are shown, in their order: the newest first. */
export const filteredTopics = (
  list: readonly Topic[],
  { text, filter }: { readonly text: string; readonly filter: TopicFilter },
  factsOf: (topic: Topic) => TopicFacts,
  nameOf: (name: string) => string,
): readonly Topic[] =>
  list.filter((topic) => hasWords(nameOf(topic.name), text) && HOLDS[filter](topic, factsOf(topic)));
