import { chain, type Fragment } from "#engine/db/fragment.ts";
import type { ReadSql } from "#engine/db/database.ts";
import { type CommonPlace, joins, type Wanted } from "#domains/conversations/queries.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { unreadMessages, type UnreadPlaces } from "../unread/unread.ts";
import { isWholePage, nearbyIds, ownMessages, type OwnSearch } from "./own-messages.ts";

export type Anchor = "newest" | "oldest" | "first_unread" | number;

/** An anchor beyond every message. */
export const END = 10_000_000_000_000_000;

export interface AnchorRange {
  readonly anchor: Anchor;
  readonly wanted: Wanted;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
}

/** The messages that a search had no time for: those before and those after an ID. */
export interface Unsearched {
  readonly before?: number;
  readonly after?: number;
}

interface SearchedEnds {
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly unsearched: Unsearched | undefined;
}

/** A range with a number for its anchor, and the conditions of its narrow. */
export type ExactRange = AnchorRange & {
  readonly start: number;
  readonly conditions: readonly Fragment[];
  readonly place: CommonPlace | undefined;
  /** Where unread messages can be, if only those are wanted and found by the gaps of what was read. */
  readonly unread?: UnreadPlaces | undefined;
  /** How messages of the reader's own history are found, if not by an index for a condition of the narrow. */
  readonly own?: OwnSearch | undefined;
  /** If the narrow has search terms: whether the page reaches both ends of what matches, and what was not searched. */
  readonly searched?: SearchedEnds;
};

export const includesAnchor = ({ includeAnchor, start }: Pick<ExactRange, "includeAnchor" | "start">): boolean =>
  includeAnchor && start > 0 && start !== END;

/** Conditions, each with `and` before it. */
export const all = (sql: ReadSql, conditions: readonly Fragment[]) =>
  chain(
    sql,
    conditions.map((condition) => sql` and (${condition})`),
  );

/** Reads the messages before, at and after the anchor, by a statement around the query for them. */
export async function queryRange<Row>(
  context: NarrowContext,
  range: ExactRange,
  wanted: Fragment,
  { read, idsOf }: { readonly read: (query: Fragment) => Promise<Row[]>; readonly idsOf: (rows: Row[]) => number[] },
): Promise<Row[]> {
  const query = rangeQuery(context, range, wanted);
  if (query === undefined) return [];
  const rows = await read(query);
  const { own } = range;
  if (own?.way !== "nearby" || (await isWholePage(context, range, idsOf(rows)))) return rows;
  return queryRange(context, { ...range, own: { ...own, way: "by conversation" } }, wanted, { read, idsOf });
}

function rangeQuery(context: NarrowContext, range: ExactRange, wanted: Fragment): Fragment | undefined {
  const { sql } = context;
  const { start, numBefore, numAfter } = range;
  const parts: Fragment[] = [];
  if (numBefore > 0) parts.push(partQuery(context, range, wanted, sql`m.id < ${start}`, "last", numBefore));
  if (includesAnchor(range)) parts.push(partQuery(context, range, wanted, sql`m.id = ${start}`, "at", 1));
  if (numAfter > 0) parts.push(partQuery(context, range, wanted, sql`m.id > ${start}`, "first", numAfter));
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first;
  return sql`${first} ${chain(
    sql,
    others.map((part) => sql` union all ${part}`),
  )}`;
}

/** The first or the last messages within a part of the IDs. */
function partQuery(
  context: NarrowContext,
  { conditions, unread, own, start }: ExactRange,
  wanted: Fragment,
  within: Fragment,
  part: "first" | "at" | "last",
  limit: number,
): Fragment {
  const { sql, model, reader } = context;
  const realmId = model.realm.id;
  const order = part === "last" ? sql`desc` : sql`asc`;
  const end = sql`order by m.id ${order} limit ${limit}`;
  const among = (ids: Fragment) => sql`(
    select ${wanted} from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realmId} and m.id = any(array(select distinct m.id from (${ids}) m ${end})) ${end})`;
  if (unread !== undefined) {
    const further = conditions.length > 0 && { conditions: all(sql, conditions) };
    const page = { direction: part === "last" ? part : "first", limit } as const;
    return among(unreadMessages(sql, realmId, reader.id, unread, sql`m.id`, { within, ...further, page }));
  }
  if (own?.way === "by conversation" && part !== "at") {
    return among(ownMessages(context, own, { within, conditions: all(sql, conditions), order, limit }));
  }
  const nearby = own?.way === "nearby" && part !== "at" ? [isNearby(context, part, start, limit)] : [];
  return sql`(
    select ${wanted} from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realmId} ${all(sql, [within, ...nearby, ...conditions])} ${end})`;
}

function isNearby({ sql, model }: NarrowContext, part: "first" | "last", start: number, limit: number): Fragment {
  const end = (extreme: Fragment) => sql`(select ${extreme}(id) from message where realm_id = ${model.realm.id})`;
  return part === "first"
    ? sql`m.id <= greatest(${start}::int8, ${end(sql`min`)}) + ${nearbyIds(limit)}::int8`
    : sql`m.id >= least(${start}::int8, ${end(sql`max`)}) - ${nearbyIds(limit)}::int8`;
}
