import { createHash } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { FORMAT_NAME, FORMAT_VERSION, tablePart } from "#domains/exports/archive/format.ts";
import { BadArchive } from "../bad-archive.ts";
import { type ArchiveLimits, DEFAULT_LIMITS } from "../limits.ts";
import { MAX_IMPORTED_ID } from "./fields.ts";
import { readLines } from "./lines.ts";
import { rowProblem } from "./row-problem.ts";
import { type StagedRow, TABLE_NAMES, type TableName } from "./table-rows.ts";

/** Where a row stands, for sentences about it. */
export interface RowLocation {
  readonly file: string;
  readonly line: number;
}

export interface LocatedRow<Row> extends RowLocation {
  readonly row: Row;
}

export const wrongRow = ({ file, line }: RowLocation, what: string): BadArchive =>
  new BadArchive(`${file}, line ${line}: ${what}.`);

/** A staging folder whose rows have the right form, one by one. What they mean together is checked elsewhere. */
export interface StagedArchive {
  readonly folder: string;
  readonly counts: Readonly<Record<TableName, number>>;
  /** Tables that this version of Parley does not know, with their rows. */
  readonly unknownTables: ReadonlyMap<string, number>;
  /** The newest message that the organization ever had, if the archive says so: it may have been deleted. */
  readonly lastMessageId: number;
  /** Tells the content of the tables from any other. */
  readonly digest: string;
  rows<Name extends TableName>(table: Name): AsyncGenerator<LocatedRow<StagedRow<Name>>>;
  /** The files of a folder, such as `uploads`, by name, with their sizes. */
  files(folder: "uploads" | "avatars" | "emoji" | "organization"): Promise<ReadonlyMap<string, number>>;
}

const MAX_JSON_BYTES = 1024 * 1024;

export async function openStaging(folder: string, limits: ArchiveLimits = DEFAULT_LIMITS): Promise<StagedArchive> {
  const lastMessageId = await checkFormat(folder);
  const announced = await jsonIn(
    folder,
    "counts.json",
    "The archive is not whole: it has no counts.json, which is the last file",
  );
  const counts = Object.fromEntries(TABLE_NAMES.map((name) => [name, announcedCount(announced, name)])) as Record<
    TableName,
    number
  >;
  if (Object.values(counts).reduce((sum, count) => sum + count, 0) > limits.mostRows) {
    throw new BadArchive(`counts.json: the archive has more than ${limits.mostRows} rows.`);
  }
  const unknown = Object.entries(announced).filter(([name]) => !(TABLE_NAMES as string[]).includes(name));
  return {
    folder,
    counts,
    lastMessageId,
    unknownTables: new Map(unknown.map(([name, count]) => [name, Number(count)])),
    digest: await digestOf(folder),
    rows: (table) => rowsOf(folder, table, counts[table]),
    files: (kind) => filesIn(join(folder, kind)),
  };
}

/** The first row. What was opened to read it is closed. */
export async function firstRow<Row>(rows: AsyncIterable<Row>): Promise<Row | undefined> {
  for await (const row of rows) return row;
  return undefined;
}

async function checkFormat(folder: string): Promise<number> {
  const {
    format,
    version,
    last_message_id: newest = 0,
  } = await jsonIn(folder, "format.json", "The archive has no format.json");
  if (format !== FORMAT_NAME) throw new BadArchive(`format.json: format is not ${FORMAT_NAME}.`);
  if (typeof newest !== "number" || !(newest >= 0 && newest <= MAX_IMPORTED_ID) || !Number.isInteger(newest)) {
    throw new BadArchive("format.json: last_message_id is no message's ID.");
  }
  if (version === FORMAT_VERSION) return newest;
  throw new BadArchive(
    `format.json: the archive has version ${JSON.stringify(version)?.slice(0, 20)} and this Parley knows only ${FORMAT_VERSION}.`,
  );
}

async function jsonIn(folder: string, name: string, missing: string): Promise<Record<string, unknown>> {
  const path = join(folder, name);
  const { size } = await stat(path).catch(() => {
    throw new BadArchive(`${missing}.`);
  });
  if (size > MAX_JSON_BYTES) throw new BadArchive(`${name}: the file is too long.`);
  const value = parsed(await readFile(path, "utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new BadArchive(`${name}: this is no JSON object.`);
  return value as Record<string, unknown>;
}

function announcedCount(announced: Record<string, unknown>, name: string): number {
  const count = Object.hasOwn(announced, name) ? announced[name] : 0;
  if (Number.isSafeInteger(count) && (count as number) >= 0) return count as number;
  throw new BadArchive(`counts.json: the count of ${name} is no number of rows.`);
}

async function* rowsOf<Name extends TableName>(
  folder: string,
  table: Name,
  announced: number,
): AsyncGenerator<LocatedRow<StagedRow<Name>>> {
  let [count, file] = [0, tablePart(table, 1)];
  for (let part = 1; ; part += 1) {
    const name = tablePart(table, part);
    if (!(await exists(join(folder, name)))) break;
    file = name;
    let line = 0;
    for await (const text of readLines(createReadStream(join(folder, file)), (sentence) =>
      wrongRow({ file, line: line + 1 }, sentence),
    )) {
      line += 1;
      const row = parsed(text);
      if (row === undefined) throw wrongRow({ file, line }, "this is no JSON");
      const problem = rowProblem(table, row);
      if (problem !== undefined) throw wrongRow({ file, line }, problem);
      count += 1;
      if (count > announced)
        throw wrongRow({ file, line }, `there are more rows than counts.json announces, ${announced}`);
      yield { row: row as StagedRow<Name>, file, line };
    }
  }
  if (count === announced) return;
  throw new BadArchive(`${file}: the table ${table} has ${count} rows, and counts.json announces ${announced}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function filesIn(folder: string): Promise<Map<string, number>> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return new Map(await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const)));
}

async function digestOf(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of [...(await filesIn(join(folder, "tables"))).keys()].sort()) {
    hash.update(`${name}\n`);
    for await (const bytes of createReadStream(join(folder, "tables", name))) hash.update(bytes as Buffer);
  }
  return hash.digest("hex");
}
