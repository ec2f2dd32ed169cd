import { type Fragment, idList } from "#engine/db/fragment.ts";
import type { IndexState } from "#search/queries.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { filterOf, otherConditions } from "../narrow/filter.ts";
import { inConversations, isOwnHistory, ownIn, type Possible } from "../narrow/history.ts";
import { commonPlace, placesOf } from "../narrow/named.ts";
import type { Term } from "../narrow/terms.ts";
import { isUnread } from "../unread/unread.ts";
import { readByCondition } from "./by-condition.ts";
import type { PageReading } from "./page-statement.ts";
import { END, endsOf, type ExactRange, includesAnchor, type PageEnds } from "./range.ts";
import { isFound, searchDeadline, type SearchWalk, walkSearch } from "./search-walk.ts";

/**
 * The search index gives the messages with the words, part by part from the anchor on; each part is checked for the other
 * conditions (docs/decisions/0021, 0030).
 */
export interface SearchIndex {
  readonly kind: "searchIndex";
  readonly index: IndexState;
  /** By the context that knows which messages of a part have the words. */
  readonly conditions: (context: NarrowContext) => readonly Fragment[];
  readonly possible: Possible | undefined;
}

export const searchIndex = (context: NarrowContext, terms: readonly Term[], index: IndexState): SearchIndex => ({
  kind: "searchIndex",
  index,
  conditions: (inner) => filterOf(inner, terms),
  possible: possibleIds(context, terms),
});

/** The unread messages of a narrow, whether it asks for those or not. */
export function unreadSearchIndex(context: NarrowContext, terms: readonly Term[], index: IndexState): SearchIndex {
  const places = placesOf(context, terms);
  return {
    kind: "searchIndex",
    index,
    conditions: (inner) => [...otherConditions(inner, terms), isUnread(context.sql, context.reader.id, places)],
    possible: possibleIds(context, terms),
  };
}

/** Which messages of a range a narrow can contain by their conversations alone, if that says anything. */
function possibleIds(context: NarrowContext, terms: readonly Term[]): Possible | undefined {
  const place = commonPlace(context, terms);
  if (place !== undefined) return (range, most) => inConversations(context, [place.conversationId], range, most);
  return isOwnHistory(context, terms) ? (range, most) => ownIn(context, range, most) : undefined;
}

export async function readSearchIndex<Row>(
  context: NarrowContext,
  plan: SearchIndex,
  range: ExactRange,
  reading: PageReading<Row>,
): Promise<{ readonly rows: Row[]; readonly ends: PageEnds }> {
  const { ids, ...searched } = await searchPage(context, plan, range);
  const found = { kind: "byCondition", conditions: [context.sql`m.id = any(${idList(context.sql, ids)})`] } as const;
  const rows = await readByCondition(context, found, range, reading);
  return { rows, ends: { ...endsOf(range, reading.idsOf(rows)), ...searched } };
}

/** The messages around the anchor, and whether the search has reached its ends. */
async function searchPage(context: NarrowContext, plan: SearchIndex, range: ExactRange) {
  const { start, numBefore, numAfter } = range;
  const { index, conditions, possible } = plan;
  const walk = { index, start, conditions, possible, deadline: searchDeadline() };
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
