import { type Fragment, idList } from "../../../../engine/db/fragment.ts";
import { isGuest } from "../../../../engine/model/access/membership.ts";
import type { Model } from "../../../../engine/model/model.ts";
import { mayReadChannel } from "../../../../engine/model/access/permissions.ts";
import type { User } from "../../../../engine/model/records.ts";
import { BITS } from "../../post/flag.ts";
import { hasArrivedFor, isReceived } from "../received.ts";
import type { NarrowContext, OwnPlaces } from "./context.ts";
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
  const own = readable.filter(({ id }) => wasEverIn(model, reader, id));
  return { direct, readable, own };
}

/** A query for those of some messages, ascending, that may be in the reader's own history: a few of them are not. */
export function ownAmong(context: NarrowContext, ids: readonly number[]): Fragment {
  const { sql, model, reader } = context;
  const { direct, own } = context.ownPlaces();
  return sql`
    ${amongConversations(context, [...direct, ...own.map(({ id }) => id)], ids)}
    union all
    select message_id from message_flag
    where realm_id = ${model.realm.id} and user_id = ${reader.id} and message_id = any(${idList(sql, ids)})
      and bits & ${BITS.historical} <> 0`;
}

/** With more conversations it takes less time to look at each message. */
const FEW_CONVERSATIONS = 64;

/**
 * A query for those of some messages, ascending, that are in conversations: one scan of an index for each of a few, which
 * reads none of the other messages (`offset 0`), or by the messages' key.
 */
export function amongConversations(
  { sql, model }: NarrowContext,
  conversations: readonly number[],
  ids: readonly number[],
): Fragment {
  const isWanted = sql`m.realm_id = ${model.realm.id} and m.id = any(${idList(sql, ids)})`;
  if (conversations.length > FEW_CONVERSATIONS) {
    return sql`
      select m.id from message m where ${isWanted} and m.conversation_id + 0 = any(${idList(sql, conversations)})`;
  }
  return sql`
    select m.id from unnest(${idList(sql, conversations)}) as c (id), lateral (
      select m.id from message m where ${isWanted} and m.conversation_id = c.id offset 0
    ) m`;
}

const wasEverIn = (model: Model, reader: User, channelId: number): boolean =>
  model.subscribers.get(channelId)?.has(reader.id) === true || model.endedSpans.get(channelId)?.has(reader.id) === true;
