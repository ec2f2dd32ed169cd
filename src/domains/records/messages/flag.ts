import { TRAITS } from "./message.ts";

/** The flags that a user may change. */
export const EDITABLE_FLAGS = ["read", "starred", "collapsed"] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

/** The bits of `message_flag.bits`. Read state is stored as ranges instead. */
export const BITS = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcardMentioned: 8,
  hasAlertWord: 16,
  historical: 32,
} as const;

/** The state of a message for one reader. */
export interface ReaderState {
  readonly bits: number;
  /** TRAITS of the message. */
  readonly traits: number;
  readonly isRead: boolean;
  /** Whether the reader received the message, or added it to their history later. */
  readonly isOwn: boolean;
}

/** The names of flags, in the order that clients are used to. */
export function flagNames({ bits, traits, isRead, isOwn }: ReaderState): string[] {
  if (!isOwn) return ["read", "historical"];
  const flags: string[] = [];
  if (isRead) flags.push("read");
  if ((bits & BITS.starred) !== 0) flags.push("starred");
  if ((bits & BITS.collapsed) !== 0) flags.push("collapsed");
  if ((bits & BITS.mentioned) !== 0) flags.push("mentioned");
  const byChannel = (traits & TRAITS.channelWildcard) !== 0 && (bits & BITS.historical) === 0;
  const byTopic = (bits & BITS.topicWildcardMentioned) !== 0;
  if (byChannel) flags.push("stream_wildcard_mentioned");
  if (byTopic) flags.push("topic_wildcard_mentioned");
  if ((bits & BITS.hasAlertWord) !== 0) flags.push("has_alert_word");
  if ((bits & BITS.historical) !== 0) flags.push("historical");
  if (byChannel || byTopic) flags.push("wildcard_mentioned");
  return flags;
}
