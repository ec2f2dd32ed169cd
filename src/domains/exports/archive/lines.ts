import { tablePart } from "./format.ts";
import type { Entry } from "./tar.ts";

/** A part of a table is in memory while it is written, and so is one file of the archive. */
const PART_BYTES = 4 * 1024 * 1024;

/** How much there is of each table, for the end of the archive. */
export type Counts = Map<string, number>;

/** A table as files with one JSON object a line, at least one file, each small enough to be held in memory. */
export async function* table(
  name: string,
  rows: Iterable<string> | AsyncIterable<string>,
  counts: Counts,
): AsyncGenerator<Entry> {
  let [lines, bytes, part, count]: [string[], number, number, number] = [[], 0, 0, 0];
  const file = (): Entry => {
    const data = Buffer.from(lines.join(""));
    [lines, bytes, part] = [[], 0, part + 1];
    return { name: tablePart(name, part), size: data.length, bytes: [data] };
  };
  for await (const row of rows) {
    lines.push(`${row}\n`);
    bytes += Buffer.byteLength(row) + 1;
    count += 1;
    if (bytes >= PART_BYTES) yield file();
  }
  if (lines.length > 0 || part === 0) yield file();
  counts.set(name, count);
}

export function jsonFile(name: string, value: unknown): Entry {
  const data = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return { name, size: data.length, bytes: [data] };
}
