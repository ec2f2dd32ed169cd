import { type Conversation, keyOf, topicKey } from "../../state/conversation.ts";
import { POLICY, type UserTopics } from "../../state/user-topics.ts";

/** What a list of conversations shows: those for which everything holds that is chosen. */
export const KINDS = ["direct", "topics", "unread", "mentions", "followed", "participated"] as const;
export type Kind = (typeof KINDS)[number];

/** These two exclude each other: what is chosen last counts. */
const OTHER: Readonly<Partial<Record<Kind, Kind>>> = { direct: "topics", topics: "direct" };

export function toggled(chosen: readonly Kind[], kind: Kind): readonly Kind[] {
  if (chosen.includes(kind)) return chosen.filter((other) => other !== kind);
  return [...chosen.filter((other) => other !== OTHER[kind]), kind];
}

export interface Filterable {
  readonly conversation: Conversation;
  readonly isUnread: boolean;
  readonly hasMention: boolean;
}

export interface FilterContext {
  readonly userTopics: UserTopics;
  /** Keys of conversations in which the user has written. */
  readonly participated: ReadonlySet<string>;
  /** All that one might type to find a conversation. */
  readonly wordsOf: (conversation: Conversation) => string;
}

export function passes(
  { conversation, isUnread, hasMention }: Filterable,
  text: string,
  kinds: readonly Kind[],
  { userTopics, participated, wordsOf }: FilterContext,
): boolean {
  const holds: Readonly<Record<Kind, () => boolean>> = {
    direct: () => conversation.kind === "direct",
    topics: () => conversation.kind === "topic",
    unread: () => isUnread,
    mentions: () => hasMention,
    followed: () =>
      conversation.kind === "topic" &&
      userTopics.get(topicKey(conversation.channelId, conversation.topic))?.visibility_policy === POLICY.followed,
    participated: () => participated.has(keyOf(conversation)),
  };
  return kinds.every((kind) => holds[kind]()) && hasWords(wordsOf(conversation), text);
}

const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** Whether each word of what is typed is somewhere in a text. */
export function hasWords(text: string, typed: string): boolean {
  const folded = fold(text);
  return fold(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
