import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { readTables } from "#cli/backup/tables.ts";
import type { Sql } from "#engine/db/database.ts";
import { SECRET } from "../harness/cast.ts";
import { type Outcome, runCommandHere } from "../harness/command.ts";

export const PASSPHRASE = "to be, or not to be";

/** A folder for the files of a test file. */
export function scratchFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), "parley-backup-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}

/** Runs a command on a database, with the secret of the tests. */
export const onDatabase = (url: string, words: readonly string[], env: Record<string, string> = {}): Promise<Outcome> =>
  runCommandHere([...words, "--database-url", url, "--data", join(tmpdir(), "parley-none")], {
    PARLEY_SECRET: SECRET,
    ...env,
  });

/** Every row of every table, as text and in an order of its own, without what `parley backup` notes afterwards. */
export async function allRows(sql: Sql): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  await sql.begin(async (tx) => {
    await tx`set local timezone = 'UTC'`;
    for (const { name, columns } of await readTables(tx)) {
      const list = columns.map((column) => `"${column.name}"`).join(", ");
      const found = await tx.unsafe<{ row: string }[]>(`select row(${list})::text as row from "${name}"`);
      rows[name] = found
        .map(({ row }) => row)
        .filter((row) => !row.includes('"last backup"'))
        .sort();
    }
  });
  return rows;
}
