import { type Json, objectOf, objectsAt } from "../common/json.ts";

/** The tables of a file of the export, each a list of rows. */
export interface ZulipTables {
  rows(table: string): readonly Json[];
}

export const tablesOf = (value: unknown): ZulipTables => {
  const tables = objectOf(value);
  return { rows: (table) => objectsAt(tables, table) };
};

/** A reference to a row of another table, or its own ID. */
export function idAt(row: Json, key: string): number {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
