import { readHistory } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { type Fragment, idList } from "#engine/db/fragment.ts";
import { readableMessages, type ReadableMessage } from "../access.ts";
import { firstUnread, isNeededInPlaces, walksUnread } from "./unread/first-unread.ts";
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
import {
  all,
  type Anchor,
  type AnchorRange,
  END,
  type ExactRange,
  includesAnchor,
  queryRange,
  type Unsearched,
} from "./range/range-query.ts";
import { ownSearchOf } from "./range/own-messages.ts";
import { isUnread } from "./unread/unread.ts";

export interface MessagePage {
  readonly messages: readonly ReadableMessage[];
  readonly anchor: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly unsearched: Unsearched | undefined;
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
  const { sql, reader } = context;
  const places = placesOf(context, terms);
  const others = terms.filter((term) => !asksForUnread(term));
  const isUnreadOnly = others.length < terms.length;
  const conditionsIn = (inner: NarrowContext, isNeeded?: (term: Term) => boolean) =>
    isUnreadOnly ? conditionsOf(inner, others, isNeeded) : filterOf(inner, terms, isNeeded);
  const start =
    range.anchor === "first_unread" ? await firstUnread(context, terms, places, conditionsIn) : startOf(range.anchor);
  const numBefore = range.anchor === "oldest" ? 0 : range.numBefore;
  const numAfter = start === END ? 0 : range.numAfter;
  const place = commonPlace(context, terms);
  const exact = { ...range, start, numBefore, numAfter, place };
  if (isUnreadOnly && walksUnread(context, terms)) {
    return { ...exact, conditions: conditionsIn(context, isNeededInPlaces), unread: places };
  }
  const allIn = (inner: NarrowContext) =>
    isUnreadOnly ? [...conditionsIn(inner), isUnread(sql, reader.id, places)] : conditionsIn(inner);
  if (context.index === undefined) {
    const own = isOwnHistory(context, terms) ? await ownSearchOf(context, terms) : undefined;
    return { ...exact, conditions: allIn(context), own };
  }
  const { ids, ...searched } = await searchPage(context, exact, allIn, possibleIds(context, terms, place));
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
  const { start, numBefore, numAfter } = range;
  const walk = { start, conditions, possible, deadline: searchDeadline() };
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

const headBehind = ({ sql, model }: NarrowContext): Fragment =>
  sql`nullif((select position from realm_head where realm_id = ${model.realm.id}), ${model.position})`;

/** One statement, and so one snapshot, for both sides of the anchor and the head of the log. */
async function read(context: NarrowContext, range: ExactRange): Promise<readonly ReadRow[]> {
  const { sql, reader } = context;
  const wanted = columns(sql, reader.id, range.wanted, range.place);
  return queryRange(context, range, sql`${wanted}, ${headBehind(context)} as position`, {
    read: (query) => sql<ReadRow[]>`${query}`,
    idsOf: (rows) => rows.map(({ id }) => id),
  });
}

function startOf(anchor: Exclude<Anchor, "first_unread">): number {
  if (anchor === "newest") return END;
  if (anchor === "oldest") return 0;
  return Math.min(Math.max(0, anchor), END);
}
