export const FORMAT_NAME = "parley-export";
/** Raised with every change that a reader of older archives would not understand. */
export const FORMAT_VERSION = 1;

/** The file with a part of a table, counted from 1. */
export const tablePart = (table: string, part: number): string =>
  `tables/${table}-${String(part).padStart(6, "0")}.jsonl`;
