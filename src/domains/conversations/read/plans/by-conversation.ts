import type { ReadSql } from "#engine/db/database.ts";
import { type Fragment, idList } from "#engine/db/fragment.ts";
import { caseless } from "#platform/characters.ts";
import { VISIBILITY } from "#domains/conversations/topics/policy.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { inOrder, isInRange, joins } from "#domains/conversations/queries.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { filterOf } from "../narrow/filter.ts";
import { asksForRead } from "../narrow/history.ts";
import { isDirectWord, topicOf } from "../narrow/named.ts";
import { isState, type Term } from "../narrow/terms.ts";
import { unreadPlaces } from "../unread/unread.ts";
import { all, matchingSide, type PageReading, type PageSide, readSides, sideAmong } from "./page-statement.ts";
import type { ExactRange } from "./range.ts";
import { SHORT_HISTORY } from "./tuning.ts";

/**
 * Of each conversation of the reader a page is read. A newcomer, or a guest in one small channel, would otherwise skip all
 * messages of the organization; so would everybody for a topic that few messages have (docs/decisions/0038).
 *
 * It finds only messages of the reader's own history: what `isOwnHistory` says of the narrow.
 */
export interface ByConversation {
  readonly kind: "byConversation";
  readonly conditions: readonly Fragment[];
  readonly part: HistoryPart;
}

/** The part of the reader's history in which all messages of a narrow are. */
interface HistoryPart {
  readonly places: "followed topics" | "direct messages" | "what was read" | "all conversations";
  /** Only topics with this key. */
  readonly topicKey: string | undefined;
}

export const byConversation = (context: NarrowContext, terms: readonly Term[]): ByConversation => ({
  kind: "byConversation",
  conditions: filterOf(context, terms),
  part: partOf(terms),
});

function partOf(terms: readonly Term[]): HistoryPart {
  const wanted = terms.filter(({ negated }) => !negated);
  const topic = wanted.find(({ operator }) => operator === "topic");
  return { places: placesIn(terms, wanted), topicKey: topic === undefined ? undefined : caseless(topicOf(topic)) };
}

function placesIn(terms: readonly Term[], wanted: readonly Term[]): HistoryPart["places"] {
  if (wanted.some((term) => isState(term, "followed"))) return "followed topics";
  if (wanted.some(isDirectWord)) return "direct messages";
  return terms.some(asksForRead) ? "what was read" : "all conversations";
}

export const readByConversation = <Row>(
  context: NarrowContext,
  { conditions, part }: ByConversation,
  range: ExactRange,
  reading: PageReading<Row>,
): Promise<Row[]> =>
  readSides(context, range, reading, (side) =>
    side.part === "at"
      ? matchingSide(context, reading.columns, side, conditions)
      : sideAmong(context, reading.columns, side, candidates(context, part, side, conditions)),
  );

/**
 * A query for the IDs of messages in the reader's own history, by conversation; one may occur twice. Of each conversation it
 * reads what was sent while the reader was there, of each channel also what was moved from there; what was moved into a
 * channel with a protected history; and what the reader has added to their history. The conditions also say whether a
 * message is in the history.
 */
function candidates(
  context: NarrowContext,
  { places, topicKey }: HistoryPart,
  { within, order, limit }: PageSide,
  conditions: readonly Fragment[],
): Fragment {
  const { sql, model, reader } = context;
  const realmId = model.realm.id;
  const inTopic = topicKey === undefined ? sql`` : sql`and not m.is_direct and m.topic_key = ${topicKey}`;
  const pageOf = (place: Fragment) => sql`
    lateral (
      select m.id
      from ${inOrder(sql, sql`m.realm_id = ${realmId} and ${place} ${inTopic} and ${within}`, order)}
      ${joins(sql, reader.id)}
      where true ${all(sql, conditions)} order by m.id ${order} limit ${limit}
    ) m`;
  const { own } = context.ownPlaces();
  switch (places) {
    case "followed topics":
      return sql`
      select m.id
      from user_topic t, ${pageOf(sql`m.conversation_id = t.channel_id and not m.is_direct and m.topic_key = t.topic_key`)}
      where t.realm_id = ${realmId} and t.user_id = ${reader.id} and t.visibility_policy = ${VISIBILITY.followed}`;
    case "direct messages":
      return sql`select m.id from (${directOf(context)}) g, ${pageOf(isSentThere(sql))}`;
    case "what was read":
      // What the reader has sent is read without being in the ranges. An imported message may have been moved without a
      // record of it; its read state is with the channel that it came from.
      return sql`
    select m.id from ${pageOf(sql`m.sender_id = ${reader.id}`)} union all
    ${inAllPlaces(context, pageOf, readSpans(context), own)}`;
    case "all conversations": {
      const limited = own.filter((channel) => !channel.historyPublicToSubscribers);
      return inAllPlaces(context, pageOf, spansOf(context), limited);
    }
  }
}

/** By spans of conversations, and what has come to the reader in other ways; `arrivedIn` are channels it was moved to. */
function inAllPlaces(
  context: NarrowContext,
  pageOf: (place: Fragment) => Fragment,
  spans: Fragment,
  arrivedIn: readonly { readonly id: number }[],
): Fragment {
  const { sql, model, reader } = context;
  const arrivedInIds = arrivedIn.map(({ id }) => id);
  return sql`
    select m.id from (${spans}) g, ${pageOf(isSentThere(sql))}
    union all
    select m.id from (${spansOfMoved(context)}) g, ${pageOf(sql`m.origin_id = g.id and ${isInRange(sql, sql`g.span`)}`)}
    union all
    select m.id from unnest(${idList(sql, arrivedInIds)}) as g (id),
      ${pageOf(sql`m.conversation_id = g.id and not m.is_direct and m.origin_id is not null`)}
    union all
    select m.id from message_flag h, ${pageOf(sql`m.id = h.message_id`)}
    where h.realm_id = ${model.realm.id} and h.user_id = ${reader.id} and h.bits & ${BITS.historical} <> 0`;
}

/** Whether the reader's whole history is read as quickly as an index for a condition of a narrow. */
export async function hasShortHistory(context: NarrowContext): Promise<boolean> {
  const { sql, model } = context;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from (
      select m.id from (${spansOf(context)}) g, lateral (
        select m.id from message m where m.realm_id = ${model.realm.id} and ${isSentThere(sql)}
        offset 0
      ) m
      limit ${SHORT_HISTORY + 1}
    ) m`;
  return (row?.count ?? 0) <= SHORT_HISTORY;
}

/** Whether message m is in a conversation g and was sent while the reader was there. */
const isSentThere = (sql: ReadSql): Fragment => sql`m.conversation_id = g.id and ${isInRange(sql, sql`g.span`)}`;

/** The conversations of the reader, each with the IDs between which they were there. */
const spansOf = (context: NarrowContext): Fragment =>
  context.sql`${spansOfChannels(context)} union all ${directOf(context)}`;

const directOf = ({ sql, ownPlaces }: NarrowContext): Fragment =>
  sql`select c.id, int8range(null, null) as span from unnest(${idList(sql, ownPlaces().direct)}) as c (id)`;

const spansOfChannels = ({ sql, model, reader }: NarrowContext): Fragment => sql`
  select s.channel_id as id, unnest(s.received) as span
  from subscription s where s.realm_id = ${model.realm.id} and s.user_id = ${reader.id}`;

/** Only channels from which messages were moved. */
const spansOfMoved = (context: NarrowContext): Fragment => context.sql`
  ${spansOfChannels(context)} and exists (
    select from message m where m.realm_id = s.realm_id and m.origin_id = s.channel_id offset 0)`;

/** What the reader received and has read. In channels that they have left, that is all: nothing is unread there. */
function readSpans({ sql, model, reader }: NarrowContext): Fragment {
  const { channels, direct } = unreadPlaces(model, reader);
  const ranges = (id: Fragment) => sql`
    coalesce((
      select r.ranges from read_state r
      where r.realm_id = ${model.realm.id} and r.user_id = ${reader.id} and r.conversation_id = ${id}), '{}')`;
  return sql`
    select s.channel_id as id, unnest(case
      when s.channel_id = any(${idList(sql, channels)}) then s.received * ${ranges(sql`s.channel_id`)}
      else s.received
    end) as span
    from subscription s where s.realm_id = ${model.realm.id} and s.user_id = ${reader.id}
    union all
    select c.id, unnest(${ranges(sql`c.id`)}) from unnest(${idList(sql, direct)}) as c (id)`;
}
