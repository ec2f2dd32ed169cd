import { type Fragment, idList } from "#engine/db/fragment.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { mayReadChannel } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import type { IdRange } from "#search/matching.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { hasArrivedFor, isReceived } from "../received.ts";
import type { NarrowContext, OwnPlaces } from "./context.ts";
import { channelOf } from "./named.ts";
import { isState, type Term } from "./terms.ts";

/** Whether a narrow searches in what the reader received, and not in a whole channel or all public ones. */
export function isOwnHistory(context: NarrowContext, terms: readonly Term[]): boolean {
  // Unread messages were received, and are where the reader is subscribed.
  if (terms.some(asksForUnread)) return false;
  const isPersonal = terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved");
  return isPersonal || !terms.some((term) => showsAll(context, term));
}

const isAboutUnread = (term: Term): boolean => isState(term, "unread");

export const asksForUnread = (term: Term): boolean => isAboutUnread(term) && !term.negated;

export const asksForRead = (term: Term): boolean => isAboutUnread(term) && term.negated;

/** Whether the term selects messages that the reader may see without having received them. */
function showsAll(context: NarrowContext, term: Term): boolean {
  const { model, reader } = context;
  if (term.negated) return false;
  if (term.operator === "channels") return term.operand === "public" && !isGuest(reader);
  if (term.operator !== "channel") return false;
  const channel = channelOf(context, term);
  return channel.historyPublicToSubscribers && mayReadChannel(model, reader, channel);
}

/**
 * The messages that the reader received, in conversations that they may still read. Such messages are only in channels of
 * which the reader was ever a subscriber, and most messages are in others: this short list is compared first.
 */
export function ownHistory(context: NarrowContext): Fragment {
  const { sql, reader } = context;
  const { direct, readable, own } = context.ownPlaces();
  const limited = own.filter(({ historyPublicToSubscribers }) => !historyPublicToSubscribers);
  const among = (list: typeof readable) =>
    sql`m.conversation_id = any(${idList(
      sql,
      list.map(({ id }) => id),
    )})`;
  return sql`
    case
      when m.is_direct then m.conversation_id = any(${idList(sql, direct)})
      when coalesce(f.bits, 0) & ${BITS.historical} <> 0 then ${among(readable)}
      else ${among(own)} and (${isReceived(sql, reader.id)} or (${among(limited)} and ${hasArrivedFor(sql, reader.id)}))
    end`;
}

export function ownPlacesOf(model: Model, reader: User): OwnPlaces {
  const direct = [...(model.conversationsOf.get(reader.id) ?? [])];
  const readable = [...model.channels.values()].filter((channel) => mayReadChannel(model, reader, channel));
  const everIn = channelsEverOf(model, reader);
  const own = readable.filter(({ id }) => everIn.has(id));
  return { direct, readable, own };
}

export type IsPossible = (id: number) => boolean;

/** Which messages of a range can be those of a narrow, and perhaps others; undefined if they are more than `most`. */
export type Possible = (range: IdRange, most: number) => Promise<IsPossible | undefined>;

/** Which messages of a range may be in the reader's own history: see `inConversations`. */
export function ownIn(context: NarrowContext, range: IdRange, most: number): Promise<IsPossible | undefined> {
  const { sql, model, reader } = context;
  const { direct, own } = context.ownPlaces();
  // A message that was never received comes into the history by a flag.
  const flagged = sql`
    union all
    select message_id from message_flag
    where realm_id = ${model.realm.id} and user_id = ${reader.id}
      and message_id >= ${range.from} and message_id < ${range.past}`;
  return inConversations(context, [...direct, ...own.map(({ id }) => id)], range, most, flagged);
}

const BYTES = 4;

/**
 * Which messages of a range are in conversations; undefined if more than `most` are. It reads an index and no message;
 * asked which of some messages are in the conversations, PostgreSQL would look for each of them once for every
 * conversation.
 */
export async function inConversations(
  { sql, model }: NarrowContext,
  conversations: readonly number[],
  { from, past }: IdRange,
  most: number,
  others: Fragment = sql``,
): Promise<IsPossible | undefined> {
  const [row] = await sql<{ distances: Buffer | null }[]>`
    select string_agg(int4send((found.id - ${from})::int4), '') as distances
    from (
      select m.id from unnest(${idList(sql, conversations)}) as c (id), lateral (
        select m.id from message m
        where m.realm_id = ${model.realm.id} and m.conversation_id = c.id and m.id >= ${from} and m.id < ${past}
        offset 0
      ) m ${others}
      limit ${most + 1}
    ) found`;
  const distances = row?.distances ?? Buffer.alloc(0);
  if (distances.length > most * BYTES) return undefined;
  // A byte for each message of the range: a set of the found ones takes ten times as long to make.
  const isFound = new Uint8Array(past - from);
  for (let at = 0; at < distances.length; at += BYTES) isFound[distances.readInt32BE(at)] = 1;
  return (id) => isFound[id - from] === 1;
}

/** The channels in which the user is or was a subscriber. */
function channelsEverOf({ channelsOf, endedSpans }: Model, { id }: User): ReadonlySet<number> {
  const channels = new Set(channelsOf.get(id));
  for (const [channelId, ended] of endedSpans) if (ended.has(id)) channels.add(channelId);
  return channels;
}
