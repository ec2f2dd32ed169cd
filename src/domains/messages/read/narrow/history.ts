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

/** Whether a narrow searches in what the reader received, and not in a whole channel or all public ones. */
export function isOwnHistory(context: NarrowContext, terms: readonly Term[]): boolean {
  // Unread messages were received, and are where the reader is subscribed.
  if (terms.some(asksForUnread)) return false;
  const isPersonal = terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved");
  return isPersonal || !terms.some((term) => showsAll(context, term));
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

/** Those of some messages, ascending, that may be in the reader's own history: see `amongConversations`. */
export function ownAmong(context: NarrowContext, ids: readonly number[], most: number): Promise<Among> {
  const { sql, model, reader } = context;
  const { direct, own } = context.ownPlaces();
  const historical = sql`
    union all
    select message_id from message_flag
    where realm_id = ${model.realm.id} and user_id = ${reader.id} and message_id = any(${idList(sql, ids)})
      and bits & ${BITS.historical} <> 0`;
  return amongConversations(context, [...direct, ...own.map(({ id }) => id)], ids, most, historical);
}

/** Some messages, and perhaps others near them. */
type Among = ReadonlySet<number> | undefined;

const BYTES = 4;

/**
 * Those of some messages, ascending, that are in conversations, and others of these conversations. It reads an index from
 * the first to the last of the messages, and no message; asked for the messages themselves, PostgreSQL would look for each
 * of them once for every conversation. Where it finds more than a limit, it returns undefined.
 */
export async function amongConversations(
  { sql, model }: NarrowContext,
  conversations: readonly number[],
  ids: readonly number[],
  most: number,
  others: Fragment = sql``,
): Promise<Among> {
  const [first, last] = [ids[0] as number, ids.at(-1) as number];
  const [row] = await sql<{ distances: Buffer | null }[]>`
    select string_agg(int4send((found.id - ${first})::int4), '') as distances
    from (
      select m.id from unnest(${idList(sql, conversations)}) as c (id), lateral (
        select m.id from message m
        where m.realm_id = ${model.realm.id} and m.conversation_id = c.id and m.id >= ${first} and m.id <= ${last}
        offset 0
      ) m ${others}
      limit ${most + 1}
    ) found`;
  const distances = row?.distances ?? Buffer.alloc(0);
  if (distances.length > most * BYTES) return undefined;
  const found = new Set<number>();
  for (let at = 0; at < distances.length; at += BYTES) found.add(first + distances.readInt32BE(at));
  return found;
}

const wasEverIn = (model: Model, reader: User, channelId: number): boolean =>
  model.subscribers.get(channelId)?.has(reader.id) === true || model.endedSpans.get(channelId)?.has(reader.id) === true;
