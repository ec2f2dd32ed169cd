import { type Json, objectOf, objectsAt } from "../common/json.ts";
import type { Staging } from "../staging/staging.ts";

/** The tables of a file of the export, each a list of rows. */
export interface ZulipTables {
  rows(table: string): readonly Json[];
  /** The tables that nobody has asked for, and how many rows each has. */
  unread(): [table: string, rows: number][];
}

/** What they say follows from other tables. */
const IMPLIED = new Set(["zerver_huddle", "zerver_usergroup"]);

export function tablesOf(value: unknown): ZulipTables {
  const tables = objectOf(value);
  const asked = new Set(IMPLIED);
  return {
    rows(table) {
      asked.add(table);
      return objectsAt(tables, table);
    },
    unread: () =>
      Object.keys(tables)
        .filter((table) => !asked.has(table))
        .map((table) => [table, objectsAt(tables, table).length]),
  };
}

/** Names in the report what an archive has and this version does not take. */
export function leaveOutUnread(staging: Staging, tables: ZulipTables): void {
  for (const [table, rows] of tables.unread()) {
    if (rows === 0) continue;
    const name = /^[a-z][a-z0-9_]{0,60}$/.test(table) ? table : "with another name";
    staging.leaveOut(`rows of the table ${name}, which have no counterpart`, rows);
  }
}

/** A reference to a row of another table, or its own ID. */
export function idAt(row: Json, key: string): number {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
