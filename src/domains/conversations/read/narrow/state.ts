import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { isReceived } from "../received.ts";
import { topicConditions } from "../muting.ts";
import { isUnread, type UnreadPlaces } from "../unread/unread.ts";
import type { NarrowContext } from "./context.ts";
import { badNarrow, type Term } from "./terms.ts";

const topicsOf = ({ sql, model, reader }: NarrowContext) => topicConditions(sql, model.realm.id, reader.id);

/** Conditions on the reader's state of a message, and on the state of its topic. */
export function isCondition(context: NarrowContext, { operand, negated }: Term, places: UnreadPlaces): Fragment {
  const { sql, reader } = context;
  switch (operand) {
    case "dm":
    case "private":
      return sql`m.is_direct`;
    case "starred":
      return negated ? hasBits(sql, BITS.starred) : amongFlagged(context, BITS.starred);
    case "alerted":
      return negated ? hasBits(sql, BITS.hasAlertWord) : amongFlagged(context, BITS.hasAlertWord);
    case "mentioned":
      return negated ? isMentioned(context) : amongMentioned(context);
    case "followed": {
      const { hasFollowed, isFollowed } = topicsOf(context);
      return sql`${hasFollowed} and ${isFollowed}`;
    }
    case "muted": {
      const { hasMuted, isMuted } = topicsOf(context);
      return sql`${hasMuted} and ${isMuted}`;
    }
    case "resolved":
      // Written as in the index of these messages, with the mark of resolved-topic.ts.
      return sql`not m.is_direct and starts_with(m.topic, '✔ ')`;
    case "unread":
      return isUnread(sql, reader.id, places);
    default:
      throw badNarrow(`unknown 'is' operand '${String(operand)}'`);
  }
}

const FROM_FLAGS: readonly unknown[] = ["starred", "alerted", "mentioned"];

/** Whether the condition of a term is a list of messages: those that have a flag of the reader, or of another user. */
export const startsFromFlags = ({ operator, operand, negated }: Term): boolean =>
  !negated && (operator === "mentions" || (operator === "is" && FROM_FLAGS.includes(operand)));

const MENTIONED = BITS.mentioned | BITS.topicWildcardMentioned;

const hasBits = (sql: ReadSql, bits: number): Fragment => sql`coalesce(f.bits, 0) & ${bits} <> 0`;

/** A mention of the whole channel counts for everybody who received the message, and not for later readers. */
const isMentioned = ({ sql, reader }: NarrowContext): Fragment => sql`
  ${hasBits(sql, MENTIONED)} or (
    ${hasTrait(sql, TRAITS.channelWildcard)} and not ${hasBits(sql, BITS.historical)}
    and (m.moves is null or ${isReceived(sql, reader.id)}))`;

/**
 * That a user is mentioned by name, and told of it: not silently, nor with a group or with everybody. The flag is also that
 * of groups; only what Parley has rendered has such an element.
 */
export function mentionsCondition({ sql, model }: NarrowContext, userId: number, negated: boolean): Fragment {
  const isNamed = sql`strpos(m.rendered_content, ${`<span class="user-mention" data-user-id="${userId}">`}) > 0`;
  const flagged = sql`
    select g.message_id from message_flag g
    where g.realm_id = ${model.realm.id} and g.user_id = ${userId} and g.bits & ${BITS.mentioned} <> 0`;
  return negated
    ? sql`exists (${flagged} and g.message_id = m.id) and ${isNamed}`
    : sql`m.id = any(array(${flagged})) and ${isNamed}`;
}

/** The same condition, starting from the reader's few flags instead of from all messages. */
const amongFlagged = (context: NarrowContext, bits: number): Fragment =>
  context.sql`m.id = any(array(${flaggedIds(context, bits)}))`;

const amongMentioned = (context: NarrowContext): Fragment => {
  const { sql, model } = context;
  return sql`
    m.id = any(array(
      ${flaggedIds(context, MENTIONED)}
      union all
      select m.id from message m where m.realm_id = ${model.realm.id} and ${hasTrait(sql, TRAITS.channelWildcard)}
    )) and (${isMentioned(context)})`;
};

const flaggedIds = ({ sql, model, reader }: NarrowContext, bits: number): Fragment => sql`
  select message_id from message_flag
  where realm_id = ${model.realm.id} and user_id = ${reader.id} and bits & ${bits} <> 0`;

/** `in:all` changes nothing, negated or not. */
export function inCondition(context: NarrowContext, { operand, negated }: Term): Fragment {
  const { sql } = context;
  if (operand === "all") return negated ? sql`false` : sql`true`;
  if (operand === "home") return sql`not ${topicsOf(context).isMuted}`;
  throw badNarrow(`unknown 'in' operand '${String(operand)}'`);
}

const TRAIT_OF_OPERAND: Readonly<Record<string, number>> = {
  attachment: TRAITS.hasAttachment,
  image: TRAITS.hasImage,
  link: TRAITS.hasLink,
  reaction: TRAITS.hasReaction,
};

export function hasCondition({ sql }: NarrowContext, operand: string): Fragment {
  const trait = Object.hasOwn(TRAIT_OF_OPERAND, operand) ? TRAIT_OF_OPERAND[operand] : undefined;
  if (trait === undefined) throw badNarrow(`unknown 'has' operand '${operand}'`);
  return hasTrait(sql, trait);
}

/** Most messages have no traits: there is an index for the others. */
const hasTrait = (sql: ReadSql, trait: number): Fragment => sql`(m.traits <> 0 and m.traits & ${trait} <> 0)`;
