import { TRAITS } from "./message.ts";

/** The flags that a user may change. */
export const EDITABLE_FLAGS = ["read", "starred", "collapsed"] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

/** What `message_flag.bits` means. Being read is kept elsewhere, as ranges. */
export const BITS = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcardMentioned: 8,
  hasAlertWord: 16,
  historical: 32,
} as const;

/** What is known of a message and one of its readers. */
export interface ReaderState {
  readonly bits: number;
  /** Of the message, out of TRAITS. */
  readonly traits: number;
  readonly isRead: boolean;
  /** Whether it came to the reader when it was sent, or was added to their history later. */
  readonly isOwn: boolean;
}

/** The flags in the order in which clients are used to see them. */
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
