import { badRequest } from "#platform/errors.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import {
  type CommonPlace,
  columnsBesideTexts,
  MAX_EDIT_BYTES,
  type MessageRow,
  texts,
  type Wanted,
} from "../queries.ts";
import type { PageEnds } from "./plans/range.ts";

/**
 * The texts of one response. A page may have 5,000 messages, of which each may have a megabyte of HTML and as much of old
 * texts, and the process would need gigabytes for it. What is shorter is read at once; the sizes say what else fits.
 */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** A row whose texts are left out if they are long. */
export interface SizedRow extends MessageRow {
  /** Of its texts and edits. */
  readonly bytes: number;
}

/** What one of so many messages may have to be read at once. */
export const shareOf = (count: number): number =>
  Math.min(Math.floor(MAX_PAGE_BYTES / Math.max(1, count)), MAX_EDIT_BYTES);

/** Whether texts of a row were left out. */
export const isPartial = ({ bytes }: SizedRow, share: number): boolean => bytes > share;

/**
 * The columns of a `SizedRow` from message m and message_flag f. `octet_length` does not read a text that is stored outside
 * of its row; few messages have edits.
 */
export function sizedColumns(
  sql: ReadSql,
  userId: number,
  wanted: Wanted,
  share: number,
  place?: CommonPlace,
): Fragment {
  const editBytes = sql`octet_length(m.edits::text)`;
  const unlessLong = (text: Fragment) => sql`case when octet_length(${text}) <= ${share} then ${text} end`;
  return sql`
    ${columnsBesideTexts(sql, userId, place)}, ${texts(sql, wanted, unlessLong)},
    case when ${editBytes} <= ${share} then m.edits end as edits,
    ${textBytes(sql, wanted)} + coalesce(${editBytes}, 0) as bytes`;
}

function textBytes(sql: ReadSql, wanted: Wanted): Fragment {
  if (wanted === "both") return sql`octet_length(m.content) + octet_length(m.rendered_content)`;
  return wanted === "content" ? sql`octet_length(m.content)` : sql`octet_length(m.rendered_content)`;
}

/** The messages of a page, in any order, around its anchor. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly start: number;
  readonly ends: PageEnds;
}

/**
 * The page with as many of its messages as fit into the limit, those farthest from the anchor left out first. The anchor
 * and the next message on each side stay, whatever their size: a client that pages from message to message always gets on.
 */
export function withinLimit<Row extends { readonly id: number }, Whole extends Page<Row>>(
  page: Whole & Page<Row>,
  bytesOf: (row: Row) => number,
): Whole {
  const { rows, start, ends } = page;
  if (sizeOf(rows, bytesOf) <= MAX_PAGE_BYTES) return page;
  const ascending = rows.toSorted((a, b) => a.id - b.id);
  const before = ascending.filter(({ id }) => id < start).reverse();
  const after = ascending.filter(({ id }) => id > start);
  const kept = ascending.filter(({ id }) => id === start);
  let bytes = sizeOf(kept, bytesOf);
  let rank = 0;
  for (; rank < Math.max(before.length, after.length); rank += 1) {
    const next = [before[rank], after[rank]].filter((row) => row !== undefined);
    bytes += sizeOf(next, bytesOf);
    if (rank > 0 && bytes > MAX_PAGE_BYTES) break;
    kept.push(...next);
  }
  const [isCutBefore, isCutAfter] = [before.length > rank, after.length > rank];
  return { ...page, rows: kept.sort((a, b) => a.id - b.id), ends: cutEnds(ends, isCutBefore, isCutAfter) };
}

export const sizeOf = <Row>(rows: readonly Row[], bytesOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + bytesOf(row), 0);

/** Refuses named messages that do not fit into one response. One message always does. */
export function checkSize<Row>(rows: readonly Row[], bytesOf: (row: Row) => number): void {
  const bytes = sizeOf(rows, bytesOf);
  if (rows.length < 2 || bytes <= MAX_PAGE_BYTES) return;
  throw badRequest(`These messages have ${bytes} bytes (maximum ${MAX_PAGE_BYTES}). Ask for fewer at once.`, {
    bytes,
    max_bytes: MAX_PAGE_BYTES,
  });
}

/** What was not searched is beyond what was left out: the client asks for that first. */
function cutEnds(ends: PageEnds, isCutBefore: boolean, isCutAfter: boolean): PageEnds {
  const { before, after } = ends.unsearched ?? {};
  const unsearched = {
    ...(before !== undefined && !isCutBefore && { before }),
    ...(after !== undefined && !isCutAfter && { after }),
  };
  return {
    ...ends,
    foundOldest: ends.foundOldest && !isCutBefore,
    foundNewest: ends.foundNewest && !isCutAfter,
    unsearched: Object.keys(unsearched).length === 0 ? undefined : unsearched,
  };
}
