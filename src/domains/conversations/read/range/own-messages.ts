import type { ReadSql } from "#engine/db/database.ts";
import { type Fragment, idList } from "#engine/db/fragment.ts";
import { caseless } from "#platform/characters.ts";
import { VISIBILITY } from "#domains/conversations/topics/policy.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { inOrder, isInRange, joins } from "#domains/conversations/queries.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { isAboutUnread } from "../narrow/history.ts";
import { isDirectWord, topicOf } from "../narrow/named.ts";
import { startsFromFlags } from "../narrow/state.ts";
import { isState, type Term } from "../narrow/terms.ts";
import { unreadPlaces } from "../unread/unread.ts";

/**
 * How a page of the reader's own history is found. Readers who receive much find it in the messages next to the anchor, of
 * which the others are skipped. A newcomer, or a guest in one small channel, would skip all messages of the organization:
 * they find it by their conversations. So does everybody find a topic that few messages have.
 */
export interface OwnSearch {
  readonly way: "nearby" | "by conversation";
  /** Only topics with this key are wanted, only those that the reader follows, or only direct messages. */
  readonly topicKey: string | undefined;
  readonly isFollowed: boolean;
  readonly isDirect: boolean;
  /** No unread messages are wanted. */
  readonly isRead: boolean;
}

/** How far from the anchor the messages next to it are read. */
export const nearbyIds = (limit: number): number => 20_000 + 20 * limit;

/** Undefined if the messages of the narrow are found by an index for one of its conditions. */
export async function ownSearchOf(context: NarrowContext, terms: readonly Term[]): Promise<OwnSearch | undefined> {
  const wanted = terms.filter(({ negated }) => !negated);
  if (wanted.some((term) => PLACES.has(term.operator) || startsFromFlags(term))) return undefined;
  // There is an index for these, too, but all messages that somebody has sent are many more than those of a newcomer.
  const isIndexed = wanted.some((term) => INDEXED.has(term.operator) || isState(term, "resolved"));
  if (isIndexed && !(await hasShortHistory(context))) return undefined;
  const topic = wanted.find(({ operator }) => operator === "topic");
  return {
    way: isIndexed ? "by conversation" : "nearby",
    topicKey: topic === undefined ? undefined : caseless(topicOf(topic)),
    isFollowed: wanted.some((term) => isState(term, "followed")),
    isDirect: wanted.some(isDirectWord),
    isRead: terms.some((term) => isAboutUnread(term) && term.negated),
  };
}

const PLACES: ReadonlySet<string> = new Set(["channel", "dm", "dm-including", "group-pm-with", "id"]);
const INDEXED: ReadonlySet<string> = new Set(["sender", "has"]);

/** A history of at most so many messages is read as quickly as by an index. */
const SHORT_HISTORY = 2000;

async function hasShortHistory(context: NarrowContext): Promise<boolean> {
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

/** Which of the messages are wanted; the conditions also say whether one is in the reader's history. */
export interface OwnSelection {
  readonly within: Fragment;
  /** Each with `and` before it. */
  readonly conditions: Fragment | Fragment[];
  readonly order: Fragment;
  readonly limit: number;
}

/**
 * A query for the IDs of messages in the reader's own history, by conversation; one may occur twice. Of each conversation it
 * reads what was sent while the reader was there, of each channel also what was moved from there; what was moved into a
 * channel with a protected history; and what the reader has added to their history.
 */
export function ownMessages(
  context: NarrowContext,
  { topicKey, isFollowed, isDirect, isRead }: OwnSearch,
  { within, conditions, order, limit }: OwnSelection,
): Fragment {
  const { sql, model, reader } = context;
  const realmId = model.realm.id;
  const inTopic = topicKey === undefined ? sql`` : sql`and not m.is_direct and m.topic_key = ${topicKey}`;
  const page = (place: Fragment) => sql`
    lateral (
      select m.id
      from ${inOrder(sql, sql`m.realm_id = ${realmId} and ${place} ${inTopic} and ${within}`, order)}
      ${joins(sql, reader.id)}
      where true ${conditions} order by m.id ${order} limit ${limit}
    ) m`;
  if (isFollowed) {
    return sql`
      select m.id
      from user_topic t, ${page(sql`m.conversation_id = t.channel_id and not m.is_direct and m.topic_key = t.topic_key`)}
      where t.realm_id = ${realmId} and t.user_id = ${reader.id} and t.visibility_policy = ${VISIBILITY.followed}`;
  }
  if (isDirect) {
    return sql`select m.id from (${directOf(context)}) g, ${page(isSentThere(sql))}`;
  }
  const spans = isRead ? readSpans(context) : spansOf(context);
  // What the reader has sent is read without being in the ranges.
  const sent = isRead ? sql`select m.id from ${page(sql`m.sender_id = ${reader.id}`)} union all` : sql``;
  // An imported message may have been moved without a record of it; its read state is with the channel that it came from.
  const arrivedIn = context.ownPlaces().own.filter((channel) => isRead || !channel.historyPublicToSubscribers);
  const arrivedInIds = arrivedIn.map(({ id }) => id);
  return sql`
    ${sent}
    select m.id from (${spans}) g, ${page(isSentThere(sql))}
    union all
    select m.id from (${spansOfMoved(context)}) g, ${page(sql`m.origin_id = g.id and ${isInRange(sql, sql`g.span`)}`)}
    union all
    select m.id from unnest(${idList(sql, arrivedInIds)}) as g (id),
      ${page(sql`m.conversation_id = g.id and not m.is_direct and m.origin_id is not null`)}
    union all
    select m.id from message_flag h, ${page(sql`m.id = h.message_id`)}
    where h.realm_id = ${realmId} and h.user_id = ${reader.id} and h.bits & ${BITS.historical} <> 0`;
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

/** Whether the messages next to the anchor contain the whole page, because it is full or there are no others. */
export async function isWholePage(
  { sql, model }: NarrowContext,
  { start, numBefore, numAfter }: { readonly start: number; readonly numBefore: number; readonly numAfter: number },
  ids: readonly number[],
): Promise<boolean> {
  const isShortBefore = ids.filter((id) => id < start).length < numBefore;
  const isShortAfter = ids.filter((id) => id > start).length < numAfter;
  if (!isShortBefore && !isShortAfter) return true;
  const [row] = await sql<{ oldest: number | null; newest: number | null }[]>`
    select min(id) as oldest, max(id) as newest from message where realm_id = ${model.realm.id}`;
  const [oldest, newest] = [row?.oldest ?? 0, row?.newest ?? 0];
  const isFirst = !isShortBefore || Math.min(start, newest) - nearbyIds(numBefore) <= oldest;
  const isLast = !isShortAfter || Math.max(start, oldest) + nearbyIds(numAfter) >= newest;
  return isFirst && isLast;
}
