import { garbled, terminatedText } from "../wire/input.ts";
import { type Reader, textReader } from "./texts.ts";

export interface ResultColumn {
  readonly name: string;
  readonly read: Reader;
}

/** After the name: table, column, type, size, modifier, format. */
const TYPE_AT = 6;
const COLUMN_BYTES = 18;

/** What `snake_case` is in our code. */
const toCamel = (name: string): string => name.replace(/(?!^)_(.?)/g, (_, letter: string) => letter.toUpperCase());

/** The columns of the rows that follow, from a RowDescription. */
export function readColumns(bytes: Buffer, start: number, end: number): ResultColumn[] {
  const columns: ResultColumn[] = [];
  let at = start + 2;
  for (let left = bytes.readUInt16BE(start); left > 0; left -= 1) {
    const { text, next } = terminatedText(bytes, at, end);
    if (next + COLUMN_BYTES > end) throw garbled("a description of too few columns");
    columns.push({ name: toCamel(text), read: textReader(bytes.readUInt32BE(next + TYPE_AT)) });
    at = next + COLUMN_BYTES;
  }
  return columns;
}

/** The types of the parameters, from a ParameterDescription. */
export function readTypes(bytes: Buffer, start: number, end: number): number[] {
  const count = bytes.readUInt16BE(start);
  if (start + 2 + 4 * count > end) throw garbled("a description of too few parameters");
  return Array.from({ length: count }, (_, index) => bytes.readUInt32BE(start + 2 + 4 * index));
}

/** A row, from a DataRow. */
export function readRow(
  columns: readonly ResultColumn[],
  bytes: Buffer,
  start: number,
  end: number,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = start + 2;
  if (bytes.readUInt16BE(start) !== columns.length) throw garbled("a row with other columns");
  for (const { name, read } of columns) {
    if (at + 4 > end) throw garbled("a row that ends too early");
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === -1) {
      row[name] = null;
      continue;
    }
    const until = at + length;
    if (length < 0 || until > end) throw garbled("a row that ends too early");
    row[name] = read(bytes, at, until);
    at = until;
  }
  return row;
}
