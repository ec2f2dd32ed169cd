import { BITS } from "#domains/records/messages/flag.ts";
import { TRAITS } from "#domains/records/messages/message.ts";

export const FORMAT_NAME = "parley-export";
/** Raised with every change that a reader of older archives would not understand. */
export const FORMAT_VERSION = 1;

/** The file with a part of a table, counted from 1. */
export const tablePart = (table: string, part: number): string =>
  `tables/${table}-${String(part).padStart(6, "0")}.jsonl`;

/** The names of what a message is for one reader. */
export const FLAG_BITS = {
  starred: BITS.starred,
  collapsed: BITS.collapsed,
  mentioned: BITS.mentioned,
  topic_wildcard_mentioned: BITS.topicWildcardMentioned,
  has_alert_word: BITS.hasAlertWord,
  historical: BITS.historical,
} as const;

/** The names of what follows from a message's text. */
export const TRAIT_BITS = {
  has_link: TRAITS.hasLink,
  has_image: TRAITS.hasImage,
  mentions_channel: TRAITS.channelWildcard,
  mentions_topic: TRAITS.topicWildcard,
} as const;

/** The names of the bits that are set. */
export const namesOf = <Name extends string>(names: Readonly<Record<Name, number>>, bits: number): Name[] =>
  (Object.keys(names) as Name[]).filter((name) => (bits & names[name]) !== 0);

export const bitsOf = <Name extends string>(names: Readonly<Record<Name, number>>, set: readonly Name[]): number =>
  set.reduce((bits, name) => bits | names[name], 0);
