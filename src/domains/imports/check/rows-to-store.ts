import { ApiError } from "#platform/errors.ts";
import { type RowLocation, wrongRow } from "../staging/read-staging.ts";
import type { StagedRow, TableName } from "../staging/table-rows.ts";
import type { Known } from "./known.ts";

/** A row of the database without its organization, by column. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The rows to store for a row of an archive, by table of the database. */
export type RowsToStore = Readonly<Record<string, readonly StoredRow[]>>;

/** Checks the rows of a table of the archive, each against all others, and says what is stored for it. */
export type TableCheck<Name extends TableName> = (row: StagedRow<Name>, location: RowLocation) => RowsToStore;

/** What the check of every table may use. */
export interface CheckContext {
  readonly known: Known;
  /** Counts something that is left out or changed, for the report. */
  readonly note: (what: string) => void;
  /** When the import began, for what the archive has no time of. */
  readonly now: string;
  /** The messages of the archive that somebody wants to be reminded of: complete when all messages have been read. */
  readonly remindable: Set<number>;
  /** HTML of the archive if the renderer could have written it, or else of the text. */
  readonly rendered: (senderId: number, content: string, given: string | undefined) => string;
}

/** The client of messages that the archive has none of. */
export const IMPORT_CLIENT = "import";

/** Calls a rule of the API, whose refusals say nothing of where the fault is. */
export function ruled<Value>(location: RowLocation, rule: () => Value): Value {
  try {
    return rule();
  } catch (error) {
    if (error instanceof ApiError) throw wrongRow(location, error.message.replace(/[.!]$/, ""));
    throw error;
  }
}

export function existing<Value>(
  location: RowLocation,
  found: ReadonlyMap<number, Value>,
  id: number,
  what: string,
): Value {
  const value = found.get(id);
  if (value === undefined) throw wrongRow(location, `there is no ${what} ${id}`);
  return value;
}

export function checkExists(
  location: RowLocation,
  found: { has(id: number): boolean },
  id: number | null | undefined,
  what: string,
): void {
  if (id !== null && id !== undefined && !found.has(id)) throw wrongRow(location, `there is no ${what} ${id}`);
}

/** Refuses a second row for the same pair, whose second part may be a text. */
export function onePerPair(what: string): (location: RowLocation, first: number, second: number | string) => void {
  const seen = new Map<number, Set<number | string>>();
  return (location, first, second) => {
    let own = seen.get(first);
    if (own === undefined) seen.set(first, (own = new Set()));
    if (own.has(second)) throw wrongRow(location, `${what} is there twice`);
    own.add(second);
  };
}
