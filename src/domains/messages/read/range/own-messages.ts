import type { Fragment } from "../../../../engine/db/fragment.ts";
import { idList } from "../../../../engine/db/fragment.ts";
import { BITS } from "../../post/flag.ts";
import { joins } from "../../queries.ts";
import type { NarrowContext } from "../narrow/context.ts";
import type { Term } from "../narrow/terms.ts";

/**
 * A page of the reader's own history is found in one of two ways. Readers who receive much find it in the messages next to
 * the anchor, of which the others are skipped. A newcomer, or a guest in one small channel, would skip all messages of the
 * organization: they find it by their conversations.
 */
export type OwnWay = "nearby" | "by conversation";

/** How far from the anchor the messages next to it are read. */
export const nearbyIds = (limit: number): number => 20_000 + 20 * limit;

/** Whether no condition of a narrow finds its messages by an index. */
export const isUnindexed = (terms: readonly Term[]): boolean =>
  terms.every(({ operator, negated }) => negated || operator === "in" || operator === "near");

/** Which of them, each with `and` before it: IDs, and conditions that also ask whether a message is in the history. */
export interface OwnSelection {
  readonly conditions: Fragment | Fragment[];
  readonly order: Fragment;
  readonly limit: number;
}

/**
 * A query for the IDs of messages in the reader's own history, by conversation; one may occur twice. Of each conversation it
 * reads what was sent while the reader was there, of each channel also what was moved from there; and what the reader has
 * added to their history.
 */
export function ownMessages(context: NarrowContext, { conditions, order, limit }: OwnSelection): Fragment {
  const { sql, model, reader } = context;
  const { direct, own } = context.ownPlaces();
  const limited = own.filter(({ historyPublicToSubscribers }) => !historyPublicToSubscribers).map(({ id }) => id);
  const realmId = model.realm.id;
  const page = (place: Fragment) => sql`
    lateral (
      select m.id from message m ${joins(sql, reader.id)}
      where m.realm_id = ${realmId} and ${place} ${conditions}
      order by m.id ${order} limit ${limit}
    ) m`;
  const inSpan = sql`m.id >= coalesce(lower(g.span), 0) and m.id < coalesce(upper(g.span), 9223372036854775807)`;
  const spans = (from: Fragment) => sql`
    select s.channel_id as id, unnest(s.received) as span
    from subscription s where s.realm_id = ${realmId} and s.user_id = ${reader.id} ${from}`;
  const hasMoved = sql`
    and exists (select from message m where m.realm_id = ${realmId} and m.origin_id = s.channel_id offset 0)`;
  return sql`
    select m.id from (
      ${spans(sql``)} union all select c.id, int8range(null, null) from unnest(${idList(sql, direct)}) as c (id)
    ) g, ${page(sql`m.conversation_id = g.id and ${inSpan}`)}
    union all
    select m.id from (${spans(hasMoved)}) g, ${page(sql`m.origin_id = g.id and ${inSpan}`)}
    union all
    select m.id from unnest(${idList(sql, limited)}) as g (id),
      ${page(sql`m.conversation_id = g.id and m.origin_id is not null`)}
    union all
    select m.id from message_flag h, ${page(sql`m.id = h.message_id`)}
    where h.realm_id = ${realmId} and h.user_id = ${reader.id} and h.bits & ${BITS.historical} <> 0`;
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
  const [row] = await sql<{ newest: number | null }[]>`
    select max(id) as newest from message where realm_id = ${model.realm.id}`;
  const newest = row?.newest ?? 0;
  const isFirst = !isShortBefore || Math.min(start, newest) - nearbyIds(numBefore) <= 0;
  const isLast = !isShortAfter || start + nearbyIds(numAfter) >= newest;
  return isFirst && isLast;
}
