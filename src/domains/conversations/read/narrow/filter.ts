import { type Fragment, idList } from "#engine/db/fragment.ts";
import type { Channel } from "#engine/model/records.ts";
import type { NarrowContext } from "./context.ts";
import { never } from "./context.ts";
import { asksForUnread, isOwnHistory, ownHistory } from "./history.ts";
import {
  channelOf,
  conversationOf,
  conversationsWith,
  isDirectWord,
  isOfPeople,
  placesOf,
  topicOf,
  userOf,
} from "./named.ts";
import { hasCondition, inCondition, isCondition, mentionsCondition } from "./state.ts";
import { searchCondition } from "./search-condition.ts";
import { badNarrow, messageIdOf, type Term } from "./terms.ts";
import { caseless } from "#platform/characters.ts";

/** The conditions of a narrow, and those of the history in which the reader may search. */
export const filterOf = (context: NarrowContext, terms: readonly Term[], isNeeded?: IsNeeded): Fragment[] => [
  ...conditionsOf(context, terms, isNeeded),
  ...(isOwnHistory(context, terms) ? [ownHistory(context)] : []),
];

/**
 * The same for the unread messages of a narrow, without the conditions that they are unread and received: those are in the
 * places where the reader is subscribed, and there is a plan for them.
 */
export function otherConditions(context: NarrowContext, terms: readonly Term[], isNeeded?: IsNeeded): Fragment[] {
  const others = terms.filter((term) => !asksForUnread(term));
  return others.length < terms.length ? conditionsOf(context, others, isNeeded) : filterOf(context, terms, isNeeded);
}

type IsNeeded = (term: Term) => boolean;

/** The conditions of the narrow alone, without those of terms that are fulfilled anyway. */
function conditionsOf(context: NarrowContext, terms: readonly Term[], isNeeded: IsNeeded = () => true): Fragment[] {
  checkKinds(terms);
  return terms.filter(isNeeded).map((term) => {
    const condition = conditionOf(context, terms, term);
    return term.negated ? context.sql`not (${condition})` : condition;
  });
}

function conditionOf(context: NarrowContext, terms: readonly Term[], term: Term): Fragment {
  const { sql } = context;
  switch (term.operator) {
    case "channel":
      return sql`not m.is_direct and m.conversation_id = ${channelOf(context, term).id}`;
    case "channels":
      return isInChannelOfKind(context, term);
    case "topic":
      return sql`not m.is_direct and m.topic_key = ${caseless(topicOf(term))}`;
    case "sender":
      return sql`m.sender_id = ${userOf(context, term.operand as number | string).id}`;
    case "mentions":
      return mentionsCondition(context, userOf(context, term.operand as number | string).id, term.negated);
    case "dm": {
      const id = conversationOf(context, term);
      return id === undefined ? never(context) : sql`m.is_direct and m.conversation_id = ${id}`;
    }
    case "dm-including":
    case "group-pm-with": {
      const ids = conversationsWith(context, term, term.operator === "group-pm-with");
      return sql`m.is_direct and m.conversation_id = any(${ids}::int8[])`;
    }
    case "is":
      return isCondition(context, term, placesOf(context, terms));
    case "has":
      return hasCondition(context, String(term.operand));
    case "in":
      return inCondition(context, term);
    case "id":
      return sql`m.id = ${messageIdOf(term)}`;
    case "near":
      return term.negated ? sql`false` : sql`true`;
    case "search":
      return searchCondition(context, term);
    default:
      throw badNarrow(`unknown operator '${term.operator}'`);
  }
}

/**
 * Most messages may be in such channels, so they are walked through in order. For a list of channels the planner might
 * read all messages of each of them, and sort those; a condition on a subquery is not used for that.
 */
function isInChannelOfKind(context: NarrowContext, term: Term): Fragment {
  const { sql } = context;
  const channels = channelsOfKind(context, term);
  if (channels.length === 0) return never(context);
  return sql`not m.is_direct and (m.conversation_id in (select unnest(${idList(sql, channels)}))) is true`;
}

const CHANNEL_KINDS: Readonly<Record<string, (channel: Channel) => boolean>> = {
  public: (channel) => !channel.inviteOnly,
  "web-public": (channel) => channel.isWebPublic,
  archived: (channel) => channel.isArchived,
};

function channelsOfKind({ model }: NarrowContext, { operand }: Term): number[] {
  const name = String(operand);
  const isOfKind = Object.hasOwn(CHANNEL_KINDS, name) ? CHANNEL_KINDS[name] : undefined;
  if (isOfKind === undefined) throw badNarrow(`unknown 'channels' operand '${name}'`);
  return [...model.channels.values()].filter(isOfKind).map(({ id }) => id);
}

const OF_CHANNELS: ReadonlySet<string> = new Set(["channel", "channels", "topic"]);

/** Terms for channels and terms for direct messages exclude each other. */
function checkKinds(terms: readonly Term[]): void {
  const ofPeople = terms.some((term) => !term.negated && isOfPeople(term));
  const ofChannels = terms.some((term) => (term.negated ? isDirectWord(term) : OF_CHANNELS.has(term.operator)));
  if (ofPeople && ofChannels) throw badNarrow("No message can be both a channel message and direct message");
}
