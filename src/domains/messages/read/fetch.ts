import { readHistory } from "../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { User } from "../../../engine/model/records.ts";
import { chain, type Fragment, idList } from "../../../engine/db/fragment.ts";
import type { Reader } from "../../../engine/db/database.ts";
import { readableMessages, type ReadableMessage } from "../access.ts";
import { topicConditions } from "./muting.ts";
import type { NarrowContext } from "./narrow/context.ts";
import { conditionsOf, filterOf } from "./narrow/filter.ts";
import { commonPlace, placesOf } from "./narrow/named.ts";
import { inConversations, asksForUnread, isOwnHistory, ownIn, ownHistory } from "./narrow/history.ts";
import type { Searches } from "./narrow/context.ts";
import { openNarrow } from "./narrow/search.ts";
import { isFound, searchAmong, searchDeadline, type SearchWalk, walkSearch } from "./narrow/search-walk.ts";
import type { Term } from "./narrow/terms.ts";
import { resolveWith } from "./narrow/with.ts";
import { columns, type CommonPlace, joins, type MessageRow, type Wanted } from "../queries.ts";
import { unreadMessages, type UnreadPage, type UnreadPlaces } from "./unread/unread.ts";

export type Anchor = "newest" | "oldest" | "first_unread" | number;

/** An anchor beyond every message. */
const END = 10_000_000_000_000_000;

export interface AnchorRange {
  readonly anchor: Anchor;
  readonly wanted: Wanted;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
}

export interface MessagePage {
  readonly messages: readonly ReadableMessage[];
  readonly anchor: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly unsearched: Unsearched | undefined;
}

/** The messages that a search had no time for: those before and those after an ID. */
export interface Unsearched {
  readonly before?: number;
  readonly after?: number;
}

interface Searched {
  readonly searches: Searches;
}

/** The messages of a narrow around an anchor, ascending. */
export async function fetchMessages(
  realm: RealmRuntime,
  reader: User,
  narrow: readonly Term[],
  range: AnchorRange,
): Promise<MessagePage & Searched> {
  const terms = await resolveWith(realm, reader, narrow);
  const { context, found } = await readHistory(realm, async (sql) => {
    const opened = await openNarrow(realm, reader, terms, sql);
    return { context: opened, found: await readRange(opened, terms, range) };
  });
  await realm.reached(found.rows.at(0)?.position ?? 0);
  return { ...pageOf(context, found), searches: context.searches };
}

/** A row with the head of the log at the time of the read; null if the model had reached it, as it nearly always has. */
type ReadRow = MessageRow & { readonly position: number | null };

/** A range with a number for its anchor, and the conditions of its narrow. */
type ExactRange = AnchorRange & {
  readonly start: number;
  /** The source of rows: all messages, or the reader's unread ones. */
  readonly selected: (wanted: Fragment) => Fragment;
  readonly conditions: readonly Fragment[];
  readonly place: CommonPlace | undefined;
  /** If only unread messages are wanted, and no words are searched for: where those can be. */
  readonly unread?: UnreadPlaces | undefined;
  /** If the narrow has search terms: whether the page reaches both ends of what matches, and what was not searched. */
  readonly searched?: Pick<MessagePage, "foundOldest" | "foundNewest" | "unsearched">;
};

interface Found {
  readonly rows: readonly ReadRow[];
  readonly range: ExactRange;
}

export async function readRange(context: NarrowContext, terms: readonly Term[], range: AnchorRange): Promise<Found> {
  const exact = await exactRange(context, terms, range);
  return { rows: await read(context, exact), range: exact };
}

export async function exactRange(
  context: NarrowContext,
  terms: readonly Term[],
  range: AnchorRange,
): Promise<ExactRange> {
  const { sql, model, reader } = context;
  const places = placesOf(context, terms);
  const unread = () => sql`(${unreadMessages(sql, model.realm.id, reader.id, places, sql`m.*`)})`;
  const isUnread = terms.some(asksForUnread);
  // The query for unread messages may return one twice.
  const selected = (wanted: Fragment) =>
    isUnread ? sql`select distinct on (m.id) ${wanted} from ${unread()} m` : sql`select ${wanted} from message m`;
  // The source contains only unread messages, so that their condition is not needed.
  const others = terms.filter((term) => !asksForUnread(term));
  const conditionsIn = (inner: NarrowContext) => (isUnread ? conditionsOf(inner, others) : filterOf(inner, terms));
  const start =
    range.anchor === "first_unread" ? await firstUnread(context, terms, places, conditionsIn) : startOf(range.anchor);
  const numBefore = range.anchor === "oldest" ? 0 : range.numBefore;
  const numAfter = start === END ? 0 : range.numAfter;
  const place = commonPlace(context, terms);
  const exact = { ...range, start, numBefore, numAfter, selected, place };
  if (context.index === undefined)
    return { ...exact, conditions: conditionsIn(context), unread: isUnread ? places : undefined };
  const { ids, ...searched } = await searchPage(context, exact, conditionsIn, possibleIds(context, terms, place));
  return { ...exact, conditions: [sql`m.id = any(${idList(sql, ids)})`], searched };
}

/** Which messages of a range a narrow can contain by their conversations alone, if that says anything. */
function possibleIds(
  context: NarrowContext,
  terms: readonly Term[],
  place: CommonPlace | undefined,
): SearchWalk["possible"] {
  if (place !== undefined) {
    return (range, most) => inConversations(context, [place.conversationId], range, most);
  }
  if (!isOwnHistory(context, terms)) return undefined;
  return (range, most) => ownIn(context, range, most);
}

/** The messages around the anchor that a search finds. */
async function searchPage(
  context: NarrowContext,
  range: Omit<ExactRange, "conditions">,
  conditions: SearchWalk["conditions"],
  possible: SearchWalk["possible"],
) {
  const { start, numBefore, numAfter, selected } = range;
  const walk = { start, selected, conditions, possible, deadline: searchDeadline() };
  const older = await walkSearch(context, { ...walk, direction: "older", limit: numBefore });
  const newer = await walkSearch(context, { ...walk, direction: "newer", limit: numAfter });
  const single: SearchWalk = { ...walk, direction: "older", limit: 1 };
  const hasAnchor = includesAnchor(range) && (await isFound(context, single, start));
  const before = older.stoppedAt;
  const after = newer.stoppedAt;
  return {
    ids: [...older.ids, ...(hasAnchor ? [start] : []), ...newer.ids],
    foundOldest: range.anchor === "oldest" || (before === undefined && older.ids.length < numBefore),
    foundNewest: start === END || (after === undefined && newer.ids.length < numAfter),
    unsearched:
      before === undefined && after === undefined
        ? undefined
        : { ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
  };
}

const includesAnchor = ({ includeAnchor, start }: Pick<ExactRange, "includeAnchor" | "start">): boolean =>
  includeAnchor && start > 0 && start !== END;

/** Whether a range contains the first and the last message of its narrow. */
export function endsOf({ start, anchor, numBefore, numAfter, searched }: ExactRange, ids: readonly number[]) {
  const before = ids.filter((id) => id < start).length;
  const after = ids.filter((id) => id > start).length;
  return {
    foundAnchor: before + after < ids.length,
    foundOldest: anchor === "oldest" || before < numBefore,
    foundNewest: start === END || after < numAfter,
    unsearched: undefined,
    ...searched,
  };
}

/** The rows that the reader may read. The model must have reached the position of the rows. */
export function pageOf({ model, reader }: NarrowContext, { rows, range }: Found): MessagePage {
  const ids = rows.map(({ id }) => id);
  const messages = readableMessages(model, reader, rows).sort((a, b) => a.id - b.id);
  return { messages, anchor: range.start, ...endsOf(range, ids) };
}

/** The messages of `ids` that the reader may read and that match, ascending; on request only those they received. */
export async function fetchById(
  realm: RealmRuntime,
  reader: User,
  narrow: readonly Term[],
  ids: readonly number[],
  options: { readonly wanted: Wanted; readonly isOwn?: boolean },
): Promise<{ readonly messages: ReadableMessage[] } & Searched> {
  const terms = await resolveWith(realm, reader, narrow);
  const opened = await openNarrow(realm, reader, terms);
  const { ids: candidates, context } = await searchAmong(opened, ids);
  const { sql, model } = context;
  const conditions = terms.length === 0 ? [] : filterOf(context, terms);
  if (options.isOwn === true) conditions.push(ownHistory(context));
  const rows = await sql<ReadRow[]>`
    select ${columns(sql, reader.id, options.wanted)}, ${headBehind(context)} as position
    from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realm.id} and m.id = any(${[...candidates]}::int8[]) ${all(sql, conditions)}
    order by m.id`;
  await realm.reached(rows[0]?.position ?? 0);
  return { messages: readableMessages(model, reader, rows), searches: context.searches };
}

const all = (sql: Reader, conditions: readonly Fragment[]) =>
  chain(
    sql,
    conditions.map((condition) => sql` and (${condition})`),
  );

const headBehind = ({ sql, model }: NarrowContext): Fragment =>
  sql`nullif((select position from realm_head where realm_id = ${model.realm.id}), ${model.position})`;

/** One statement, and so one snapshot, for both sides of the anchor and the head of the log. */
async function read(context: NarrowContext, range: ExactRange): Promise<readonly ReadRow[]> {
  const { sql, reader } = context;
  const wanted = columns(sql, reader.id, range.wanted, range.place);
  const query = rangeQuery(context, range, sql`${wanted}, ${headBehind(context)} as position`);
  return query === undefined ? [] : sql<ReadRow[]>`${query}`;
}

/** A query for the messages before, at and after the anchor. */
export function rangeQuery(context: NarrowContext, range: ExactRange, wanted: Fragment): Fragment | undefined {
  const { sql } = context;
  const { start, numBefore, numAfter } = range;
  const parts: Fragment[] = [];
  if (numBefore > 0) parts.push(partQuery(context, range, wanted, sql`m.id < ${start}`, "last", numBefore));
  if (includesAnchor(range)) parts.push(partQuery(context, range, wanted, sql`m.id = ${start}`, "first", 1));
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
  { sql, model, reader }: NarrowContext,
  { selected, conditions, unread }: ExactRange,
  wanted: Fragment,
  within: Fragment,
  direction: "first" | "last",
  limit: number,
): Fragment {
  const realmId = model.realm.id;
  const order = direction === "last" ? sql`desc` : sql`asc`;
  const end = sql`order by m.id ${order} limit ${limit}`;
  const fulfilling = all(sql, [within, ...conditions]);
  if (unread === undefined) {
    return sql`(${selected(wanted)} ${joins(sql, reader.id)} where m.realm_id = ${realmId} ${fulfilling} ${end})`;
  }
  const page = { conditions: fulfilling, direction, limit };
  const ids = sql`
    select distinct m.id from (${unreadMessages(sql, realmId, reader.id, unread, sql`m.id`, page)}) m ${end}`;
  return sql`(
    select ${wanted} from message m ${joins(sql, reader.id)}
    where m.realm_id = ${realmId} and m.id = any(array(${ids})) ${end})`;
}

function startOf(anchor: Exclude<Anchor, "first_unread">): number {
  if (anchor === "newest") return END;
  if (anchor === "oldest") return 0;
  return Math.min(Math.max(0, anchor), END);
}

/** Muted messages are skipped, unless the reader narrowed to the muted channel itself. */
async function firstUnread(
  context: NarrowContext,
  terms: readonly Term[],
  places: UnreadPlaces,
  conditionsIn: SearchWalk["conditions"],
): Promise<number> {
  const { sql, model, reader } = context;
  const { isTopicMuted, isMuted } = topicConditions(sql, model.realm.id, reader.id);
  const namesChannel = terms.some(({ operator, negated }) => operator === "channel" && !negated);
  const isShown = sql`not (${namesChannel ? isTopicMuted : isMuted})`;
  const unread = (columns: Fragment, page?: UnreadPage) =>
    unreadMessages(sql, model.realm.id, reader.id, places, columns, page);
  const first = async (conditions: readonly Fragment[]) => {
    const page: UnreadPage = { conditions: all(sql, [...conditions, isShown]), direction: "first", limit: 1 };
    const [row] = await sql<{ id: number | null }[]>`select min(m.id) as id from (${unread(sql`m.id`, page)}) m`;
    return row?.id ?? undefined;
  };
  if (context.index === undefined) return (await first(conditionsIn(context))) ?? END;
  const oldest = await first([]);
  if (oldest === undefined) return END;
  const { ids } = await walkSearch(context, {
    start: oldest - 1,
    direction: "newer",
    limit: 1,
    deadline: searchDeadline(),
    selected: (wanted) => sql`select distinct on (m.id) ${wanted} from (${unread(sql`m.*`)}) m`,
    conditions: (inner) => [...conditionsIn(inner), isShown],
  });
  return ids[0] ?? END;
}
