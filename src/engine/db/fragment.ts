import type { Fragment } from "./client/statements/template.ts";
import { binaryList } from "./client/values/parameters.ts";
import type { ReadSql } from "./database.ts";

export type { Fragment } from "./client/statements/template.ts";

/** Fragments one after another. An empty list would be a value. */
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

/** A list of IDs, however long: as a text each of them would be written and parsed. */
export const idList = (sql: ReadSql, ids: readonly number[]): Fragment => sql`${binaryList("int8", ids)}::int8[]`;
