import { type Conversation, directWith } from "../state/conversation.ts";

/** A condition on messages. Channels and people are IDs. */
export interface Term {
  readonly operator: Operator;
  readonly operand: string | number | readonly number[];
  readonly negated?: true;
}

/** All of these conditions at once. */
export type Narrow = readonly Term[];

/** Other spellings of an operator, older ones included, and what this client calls it. */
const OPERATORS = {
  channel: "channel",
  stream: "channel",
  channels: "channels",
  streams: "channels",
  topic: "topic",
  subject: "topic",
  dm: "dm",
  "pm-with": "dm",
  "dm-including": "dm-including",
  "group-pm-with": "dm-including",
  sender: "sender",
  from: "sender",
  mentions: "mentions",
  is: "is",
  has: "has",
  id: "id",
  near: "near",
  with: "with",
  search: "search",
  before: "before",
  after: "after",
  on: "on",
} as const;

export type Operator = (typeof OPERATORS)[keyof typeof OPERATORS];

export const operatorOf = (word: string): Operator | undefined =>
  Object.hasOwn(OPERATORS, word) ? OPERATORS[word as keyof typeof OPERATORS] : undefined;

/** Whether the operand is one person. */
export const namesPerson = (operator: Operator): boolean => operator === "sender" || operator === "mentions";

/** Where to begin to read, and no condition. */
const isPlace = ({ operator }: Term): boolean => operator === "near" || operator === "with";

export const conditionsOf = (narrow: Narrow): Narrow => narrow.filter((term) => !isPlace(term));

/** The message to begin at, if the narrow names one. */
export function nearOf(narrow: Narrow): number | undefined {
  const near = narrow.find(isPlace);
  return near === undefined ? undefined : Number(near.operand);
}

/** Equal for narrows that mean the same messages in the same words. */
export const keyOfNarrow = (narrow: Narrow): string =>
  JSON.stringify(
    conditionsOf(narrow)
      .map(({ operator, operand, negated }) => [
        negated === true ? `-${operator}` : operator,
        comparable(operator, operand),
      ])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  );

const comparable = (operator: Operator, operand: Term["operand"]): Term["operand"] =>
  operator === "topic" && typeof operand === "string" ? operand.toLowerCase() : operand;

export const narrowTo = (conversation: Conversation): Narrow =>
  conversation.kind === "topic"
    ? [
        { operator: "channel", operand: conversation.channelId },
        { operator: "topic", operand: conversation.topic },
      ]
    : [{ operator: "dm", operand: conversation.userIds }];

/** The one conversation that a narrow shows, if it shows one. */
export function conversationIn(narrow: Narrow, ownId: number): Conversation | undefined {
  const terms = conditionsOf(narrow);
  if (terms.some(({ negated }) => negated === true)) return undefined;
  const [first, second] = terms;
  if (first?.operator === "dm" && terms.length === 1) return directWith(first.operand as readonly number[], ownId);
  if (terms.length !== 2) return undefined;
  const channel = terms.find(({ operator }) => operator === "channel");
  const topic = first?.operator === "topic" ? first : second;
  if (typeof channel?.operand !== "number" || topic?.operator !== "topic") return undefined;
  return { kind: "topic", channelId: channel.operand, topic: String(topic.operand) };
}

/** The channel that a narrow stays in, if it does. */
export function channelIn(narrow: Narrow): number | undefined {
  const term = narrow.find(({ operator, negated }) => operator === "channel" && negated !== true);
  return typeof term?.operand === "number" ? term.operand : undefined;
}

/** Whether a narrow is a place, or everything: events tell all that happens to its messages. */
export const isPlaceNarrow = (narrow: Narrow): boolean =>
  conditionsOf(narrow).every(
    ({ operator, negated }) =>
      negated !== true && (operator === "channel" || operator === "topic" || operator === "dm"),
  );

/** Whether a narrow is a search, and not a place or one of the usual views. */
export function isSearchNarrow(narrow: Narrow): boolean {
  const [first, second, ...others] = conditionsOf(narrow);
  if (first === undefined || isPlaceNarrow(narrow)) return false;
  if (second === undefined) return first.operator !== "is" || first.negated === true;
  const isReactions = first.operator === "has" && first.operand === "reaction" && second.operator === "sender";
  return !isReactions || others.length > 0;
}
