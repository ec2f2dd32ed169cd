import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import sharp from "sharp";
import { type ZipEntry, writeZip } from "../../../../test/harness/zip.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { ArchiveReader } from "../reader.ts";
import { openStaging } from "../staging/read-staging.ts";
import { type StagedRow, TABLE_NAMES, type TableName } from "../staging/table-rows.ts";

/** A folder that is removed after the tests of a file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-import-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A zip file of texts, of values that become JSON, and of bytes. */
export function zipOf(path: string, files: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(files).map(([name, data]): ZipEntry => ({ name, data: contentOf(data) }));
  writeZip(path, entries);
  return path;
}

export interface Staged {
  readonly folder: string;
  readonly leftOut: Readonly<Record<string, number>>;
  rows<Name extends TableName>(table: Name): StagedRow<Name>[];
  file(name: string): Buffer;
  files(folder: string): string[];
}

/** What a reader makes of an archive. Every row has the form that the loader wants. */
export async function staged(reader: ArchiveReader, file: string): Promise<Staged> {
  const folder = `${file}.staging`;
  const leftOut = await reader.read({ file, folder, limits: DEFAULT_LIMITS, onProgress: () => {} });
  const archive = await openStaging(folder);
  const tables = new Map<TableName, unknown[]>();
  for (const table of TABLE_NAMES) {
    const rows: unknown[] = [];
    for await (const { row } of archive.rows(table)) rows.push(row);
    tables.set(table, rows);
  }
  return {
    folder,
    leftOut: Object.fromEntries(leftOut),
    rows: <Name extends TableName>(table: Name) => tables.get(table) as StagedRow<Name>[],
    file: (name) => readFileSync(join(folder, name)),
    files: (name) => readdirSync(join(folder, name)),
  };
}

/** A small PNG. */
export const smallPicture = (background = "#123456"): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

/** The same as a .tar.gz file, packed as the system's tar does it. */
export function tarOf(path: string, files: Readonly<Record<string, unknown>>): string {
  const folder = `${path}.files`;
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), contentOf(data));
  }
  const { status, stderr } = spawnSync("tar", ["-czf", path, "-C", folder, ...readdirSync(folder)], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return path;
}

const contentOf = (data: unknown): string | Buffer =>
  typeof data === "string" || Buffer.isBuffer(data) ? data : JSON.stringify(data);
