import type { Message } from "./registered.ts";

/** Where a message is: a topic of a channel, or a direct conversation of the user with others. */
export type Conversation =
  | { readonly kind: "topic"; readonly channelId: number; readonly topic: string }
  /** Everybody but the user, in ascending order; of a conversation with oneself, nobody. */
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A topic, where nothing else is meant. */
export type TopicPlace = Omit<Conversation & { kind: "topic" }, "kind">;

/** A name for use as a key. Topics are the same however they are spelled. */
export type ConversationKey = string;

export const topicKey = (channelId: number, topic: string): ConversationKey => `${channelId}:${topic.toLowerCase()}`;
export const directKey = (userIds: readonly number[]): ConversationKey => `@${userIds.join(",")}`;

export const keyOf = (conversation: Conversation): ConversationKey =>
  conversation.kind === "topic"
    ? topicKey(conversation.channelId, conversation.topic)
    : directKey(conversation.userIds);

export const directWith = (userIds: readonly number[], ownId: number): Conversation & { kind: "direct" } => ({
  kind: "direct",
  userIds: [...new Set(userIds)].filter((id) => id !== ownId).sort((a, b) => a - b),
});

/** The parameters that address a message. A conversation with nobody else is one with oneself. */
export function recipientOf(conversation: Conversation, ownId: number) {
  if (conversation.kind === "topic") {
    return { type: "channel", to: conversation.channelId, topic: conversation.topic } as const;
  }
  return { type: "direct", to: conversation.userIds.length === 0 ? [ownId] : [...conversation.userIds] } as const;
}

type Placed = Pick<Message, "type" | "stream_id" | "subject" | "display_recipient">;

export function conversationOf(message: Placed, ownId: number): Conversation {
  if (message.type === "stream") {
    return { kind: "topic", channelId: message.stream_id as number, topic: message.subject };
  }
  const people = message.display_recipient as readonly { readonly id: number }[];
  return directWith(
    people.map(({ id }) => id),
    ownId,
  );
}

const RESOLVED = "✔ ";
export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);
export const unresolvedName = (topic: string): string => (isResolved(topic) ? topic.slice(RESOLVED.length) : topic);
