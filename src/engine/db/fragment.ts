import type { PendingQuery, Row } from "postgres";
import type { ReadSql } from "./database.ts";
import { binaryList } from "./driver/parameters.ts";

/** A part of an SQL statement. */
export type Fragment = PendingQuery<Row[]>;

/** Fragments one after another. The driver would take an empty list for a value. */
export const chain = (sql: ReadSql, pieces: Fragment[]): Fragment | Fragment[] =>
  pieces.length === 0 ? sql`` : pieces;

/** Fragments with commas between them. */
export const listed = (sql: ReadSql, pieces: readonly Fragment[]): Fragment | Fragment[] =>
  chain(
    sql,
    pieces.map((piece, index) => (index === 0 ? piece : sql`, ${piece}`)),
  );

/** All numbers of a group as one JSON list. For a thousand of them this takes a third less time than `json_agg`. */
export const numberList = (sql: ReadSql, numbers: Fragment): Fragment => sql`array_to_json(array_agg(${numbers}))`;

/** A list of IDs, however long: the driver would write each as text. */
export const idList = (sql: ReadSql, ids: readonly number[]): Fragment =>
  sql`${binaryList("int8", ids) as never}::int8[]`;
