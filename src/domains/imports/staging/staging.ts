/**
 * A staging folder: an archive, unpacked, in the form of docs/export-format.md. Readers of archives write one, whatever
 * the archive's own form, and the loader reads only these. The same archive gives the same folder, byte for byte: an
 * import that was interrupted goes on by reading it again.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { FORMAT_NAME, FORMAT_VERSION, tablePart } from "#domains/exports/archive/format.ts";
import { nameInPath } from "#domains/files/name.ts";
import { BadArchive } from "../bad-archive.ts";
import type { Budget } from "../limits.ts";
import type { LeftOut } from "../reader.ts";
import { type StagedRow, TABLE_NAMES, type TableName } from "./table-rows.ts";

/** The names of all files of an archive. No other file is ever written. */
const FILE_NAME =
  /^(?:(?:format|counts)\.json|tables\/[a-z_]{1,40}-\d{6}\.jsonl|uploads\/\d{1,10}|avatars\/\d{1,10}\.png|emoji\/[A-Za-z0-9]{32}(?:-still\.png|\.png|\.gif)|organization\/(?:icon|logo|night_logo)\.png)$/;

/** Rows wait until there are so many characters of them. */
const PART_CHARACTERS = 4 * 2 ** 20;

export interface Staging {
  readonly folder: string;
  /** Adds a row. Those of `messages` come in the order of their IDs. */
  row<Name extends TableName>(table: Name, row: StagedRow<Name>): Promise<void>;
  /** Adds a file, such as `uploads/12`. */
  file(name: string, bytes: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void>;
  /** Counts something that does not come along. */
  leaveOut(what: string, count?: number): void;
  readonly leftOut: LeftOut;
  /** Writes what is left, and the last file. */
  finish(): Promise<void>;
}

/** Begins a staging folder in an empty one. */
export async function createStaging(folder: string, budget: Budget): Promise<Staging> {
  const tables = new Map(TABLE_NAMES.map((name) => [name, { lines: [] as string[], length: 0, parts: 0, count: 0 }]));
  const leftOut = new Map<string, number>();
  const write = async (name: TableName) => {
    const table = tableOf(name);
    const data = table.lines.join("");
    budget.bytes(Buffer.byteLength(data));
    Object.assign(table, { lines: [], length: 0, parts: table.parts + 1 });
    await writeFile(join(folder, tablePart(name, table.parts)), data, { flag: "wx" });
  };
  const tableOf = (name: TableName) => tables.get(name) as NonNullable<ReturnType<typeof tables.get>>;
  await mkdir(join(folder, "tables"), { recursive: true });
  return {
    folder,
    leftOut,
    async row(name, row) {
      const table = tableOf(name);
      const line = `${JSON.stringify(row)}\n`;
      budget.row();
      table.lines.push(line);
      table.length += line.length;
      table.count += 1;
      if (table.length >= PART_CHARACTERS) await write(name);
    },
    file: (name, bytes) => writeStagedFile(folder, name, bytes, budget),
    leaveOut: (what, count = 1) => void leftOut.set(what, (leftOut.get(what) ?? 0) + count),
    async finish() {
      for (const [name, { lines, parts }] of tables) if (lines.length > 0 || parts === 0) await write(name);
      const counts = Object.fromEntries([...tables].map(([name, { count }]) => [name, count]));
      await writeFile(join(folder, "format.json"), JSON.stringify({ format: FORMAT_NAME, version: FORMAT_VERSION }));
      await writeFile(join(folder, "counts.json"), JSON.stringify(counts));
    },
  };
}

/** Writes a file of an archive below the folder, if its name is one that archives have, and only once. */
export async function writeStagedFile(
  folder: string,
  name: string,
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  budget: Budget,
): Promise<void> {
  if (!FILE_NAME.test(name)) throw new BadArchive(`The archive has a file that no archive has: ${printable(name)}.`);
  budget.file(name);
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(counted(bytes, budget), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw error;
    throw new BadArchive(`The archive has the file ${name} twice.`);
  }
}

async function* counted(bytes: Iterable<Buffer> | AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    budget.bytes(part.length);
    yield part;
  }
}

/** A name of unknown origin for a sentence. */
export const printable = (name: string): string => JSON.stringify(name.slice(0, 200));

/** A path for an upload that has none yet, made of something that tells it from all others of the archive. */
export function stagedUploadPath(seed: string, name: string): string {
  const hash = createHash("sha256").update(`upload ${seed}`).digest();
  return `0/${(hash[0] as number).toString(16)}/${hash.subarray(0, 18).toString("base64url")}/${nameInPath(name)}`;
}

/** The name of an emoji's file; `still` is the first frame of one that moves. */
export function emojiFile(seed: string, ending: ".png" | ".gif" | "-still.png"): string {
  return `${createHash("sha256").update(`emoji ${seed}`).digest("hex").slice(0, 32)}${ending}`;
}
