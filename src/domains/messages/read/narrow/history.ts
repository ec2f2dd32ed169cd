import type { Fragment } from "../../../../engine/db/fragment.ts";
import { isGuest } from "../../../../engine/model/access/membership.ts";
import type { Model } from "../../../../engine/model/model.ts";
import { mayReadChannel } from "../../../../engine/model/access/permissions.ts";
import type { User } from "../../../../engine/model/records.ts";
import type { IdRange } from "../../../../search/matching.ts";
import { BITS } from "../../post/flag.ts";
import { hasArrivedFor, isReceived } from "../received.ts";
import type { NarrowContext } from "./context.ts";
import { channelOf } from "./named.ts";
import type { Term } from "./terms.ts";

/** The messages in which a narrow searches: a whole channel, all public ones, or what the reader received. */
export function historyOf(context: NarrowContext, terms: readonly Term[]): Fragment[] {
  // Unread messages were received, and are where the reader is subscribed.
  if (terms.some(asksForUnread)) return [];
  const isPersonal = terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved");
  if (!isPersonal && terms.some((term) => showsAll(context, term))) return [];
  return [ownHistory(context)];
}

export const asksForUnread = ({ operator, operand, negated }: Term): boolean =>
  operator === "is" && operand === "unread" && !negated;

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
  const { direct, readable, own } = ownPlaces(context);
  const limited = own.filter(({ historyPublicToSubscribers }) => !historyPublicToSubscribers);
  const among = (list: typeof readable) => sql`m.conversation_id = any(${list.map(({ id }) => id)}::int8[])`;
  return sql`
    case
      when m.is_direct then m.conversation_id = any(${direct}::int8[])
      when coalesce(f.bits, 0) & ${BITS.historical} <> 0 then ${among(readable)}
      else ${among(own)} and (${isReceived(sql, reader.id)} or (${among(limited)} and ${hasArrivedFor(sql, reader.id)}))
    end`;
}

function ownPlaces({ model, reader }: NarrowContext) {
  const direct = [...(model.conversationsOf.get(reader.id) ?? [])];
  const readable = [...model.channels.values()].filter((channel) => mayReadChannel(model, reader, channel));
  const own = readable.filter(({ id }) => wasEverIn(model, reader, id));
  return { direct, readable, own };
}

/** A query for the IDs in a range that may be in the reader's own history: a few of them are not. */
export function ownIds(context: NarrowContext, { from, past }: IdRange, limit: number): Fragment {
  const { sql, model, reader } = context;
  const { direct, own } = ownPlaces(context);
  const ids = [...direct, ...own.map(({ id }) => id)];
  return sql`
    ${idsOfConversations(context, ids, { from, past }, limit)}
    union all
    select message_id from message_flag
    where realm_id = ${model.realm.id} and user_id = ${reader.id} and message_id >= ${from} and message_id < ${past}
      and bits & ${BITS.historical} <> 0`;
}

/** One index scan for each conversation, which reads no message. */
export const idsOfConversations = (
  { sql, model }: NarrowContext,
  ids: readonly number[],
  { from, past }: IdRange,
  limit: number,
): Fragment => sql`
  select m.id from unnest(${[...ids]}::int8[]) as c (id), lateral (
    select m.id from message m
    where m.realm_id = ${model.realm.id} and m.conversation_id = c.id and m.id >= ${from} and m.id < ${past}
    order by m.id limit ${limit}
  ) m`;

const wasEverIn = (model: Model, reader: User, channelId: number): boolean =>
  model.subscribers.get(channelId)?.has(reader.id) === true || model.endedSpans.get(channelId)?.has(reader.id) === true;
