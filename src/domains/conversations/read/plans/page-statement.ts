import type { ReadSql } from "#engine/db/database.ts";
import { chain, type Fragment } from "#engine/db/fragment.ts";
import { joins } from "#domains/conversations/queries.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { type ExactRange, includesAnchor } from "./range.ts";

/** What is read of the messages of a page, by a statement around the query for them. */
export interface PageReading<Row> {
  /** The columns, from message m and message_flag f. */
  readonly columns: Fragment;
  readonly run: (query: Fragment) => Promise<Row[]>;
  readonly idsOf: (rows: readonly Row[]) => number[];
}

/** A side of a page: the last messages before the anchor, the anchor, or the first messages after it. */
export interface PageSide {
  readonly part: "last" | "at" | "first";
  /** A condition on the ID of message m. */
  readonly within: Fragment;
  readonly limit: number;
  readonly order: Fragment;
  /** The order and the limit as they end a query. */
  readonly end: Fragment;
}

/**
 * Reads the sides of a page by one statement, and so from one snapshot. Each plan says how the messages of a side are
 * found.
 */
export async function readSides<Row>(
  { sql }: NarrowContext,
  range: ExactRange,
  reading: PageReading<Row>,
  queryOf: (side: PageSide) => Fragment,
): Promise<Row[]> {
  const [first, ...others] = sidesOf(sql, range).map(queryOf);
  if (first === undefined) return [];
  if (others.length === 0) return reading.run(first);
  return reading.run(
    sql`${first} ${chain(
      sql,
      others.map((query) => sql` union all ${query}`),
    )}`,
  );
}

function sidesOf(sql: ReadSql, range: ExactRange): PageSide[] {
  const { start, numBefore, numAfter } = range;
  const side = (part: PageSide["part"], within: Fragment, limit: number): PageSide => {
    const order = part === "last" ? sql`desc` : sql`asc`;
    return { part, within, limit, order, end: sql`order by m.id ${order} limit ${limit}` };
  };
  const sides: PageSide[] = [];
  if (numBefore > 0) sides.push(side("last", sql`m.id < ${start}`, numBefore));
  if (includesAnchor(range)) sides.push(side("at", sql`m.id = ${start}`, 1));
  if (numAfter > 0) sides.push(side("first", sql`m.id > ${start}`, numAfter));
  return sides;
}

/** Conditions, each with `and` before it. */
export const all = (sql: ReadSql, conditions: readonly Fragment[]) =>
  chain(
    sql,
    conditions.map((condition) => sql` and (${condition})`),
  );

/** The messages of a side that fulfil conditions, by whichever index PostgreSQL takes for them. */
export const matchingSide = (
  { sql, model, reader }: NarrowContext,
  columns: Fragment,
  { within, end }: PageSide,
  conditions: readonly Fragment[],
): Fragment => sql`(
    select ${columns} from message m ${joins(sql, reader.id)}
    where m.realm_id = ${model.realm.id} ${all(sql, [within, ...conditions])} ${end})`;

/** The messages of a side among those of a query for IDs m, in which one may occur twice. */
export const sideAmong = (
  { sql, model, reader }: NarrowContext,
  columns: Fragment,
  { end }: PageSide,
  ids: Fragment,
): Fragment => sql`(
    select ${columns} from message m ${joins(sql, reader.id)}
    where m.realm_id = ${model.realm.id} and m.id = any(array(select distinct m.id from (${ids}) m ${end})) ${end})`;
