import { pipeline } from "node:stream/promises";
import { ConfigError } from "#config/config.ts";
import type { Transaction } from "#engine/db/database.ts";
import { migrateTo, migrationNames } from "#engine/db/migrate.ts";
import { makePartitions } from "#engine/log/partitions.ts";
import { columnList, quoted, readTables, useTextForm } from "./tables.ts";
import type { BackupContent, Header, Table } from "./content.ts";
import { withoutConstraints } from "./constraints.ts";

type Progress = (sentence: string) => void;

/** Refuses a backup of a newer Parley, before anything is touched. */
export function checkMigrations({ migrations }: Header): void {
  const known = migrationNames();
  if (migrations.length > known.length) {
    throw new ConfigError(
      `The backup has schema ${migrations.length} and this Parley knows only ${known.length}: it was made by a newer version.`,
    );
  }
  const other = migrations.find((name, index) => name !== known[index]);
  if (other === undefined) return;
  throw new ConfigError(`The backup was made by a development version of Parley that was never released: ${other}.`);
}

/**
 * Loads a backup into a database without organizations, within a transaction: the tables as they were when it was made,
 * the rows, and then the migrations since.
 */
export async function loadBackup(tx: Transaction, { header, rows }: BackupContent, progress: Progress): Promise<void> {
  await useTextForm(tx);
  // Between two pieces of a COPY the file is read, which may take any time.
  await tx`set local idle_in_transaction_session_timeout = 0`;
  await refuseUsed(tx, header);
  await migrateTo(tx, () => {}, header.migrations.length);
  await makePartitions(tx, header.logDays);
  const known = new Map((await readTables(tx)).map((table) => [table.name, table]));
  checkTables(header, known);
  await withoutConstraints(tx, async () => {
    await tx.unsafe(`truncate ${[...known.keys()].map(quoted).join(", ")}`);
    for (const table of header.tables) {
      if (known.has(table.name)) await copyIn(tx, table, rows());
      else await leaveOut(table, rows(), progress);
    }
  });
  for (const { table, column, last } of header.sequences) {
    if (known.has(table)) await tx`select setval(pg_get_serial_sequence(${quoted(table)}, ${column}), ${last})`;
  }
  await migrateTo(tx, progress);
  // Queries on tables that PostgreSQL knows nothing about yet take long.
  await tx.unsafe(`analyze ${(await readTables(tx)).map(({ name }) => quoted(name)).join(", ")}`);
}

async function refuseUsed(tx: Transaction, { migrations }: Header): Promise<void> {
  const [found] = await tx<{ hasTables: boolean }[]>`select to_regclass('schema_version') is not null as has_tables`;
  if (found?.hasTables !== true) return;
  const [schema] = await tx<{ count: number }[]>`select count(*) from schema_version`;
  const organizations = schema?.count === 0 ? [] : await tx`select 1 as one from realm limit 1`;
  if (organizations.length > 0) {
    throw new ConfigError(
      "There is an organization here already: restore into a new folder with --data, or into an empty database.",
    );
  }
  if ((schema?.count ?? 0) <= migrations.length) return;
  throw new ConfigError(
    "The tables here are newer than the backup: restore into a new folder with --data, or into an empty database.",
  );
}

/** The tables of one schema are always the same; a database may have others that are not Parley's. */
function checkTables({ tables }: Header, known: ReadonlyMap<string, Table>): void {
  const stored = new Map(tables.map((table) => [table.name, table]));
  for (const { name, columns } of known.values()) {
    if (JSON.stringify(stored.get(name)?.columns) === JSON.stringify(columns)) continue;
    throw new ConfigError(`The backup cannot be restored: its table ${name} is not as this version of Parley had it.`);
  }
}

async function copyIn(tx: Transaction, table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(rows, await tx.unsafe(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`).writable());
}

async function leaveOut({ name }: Table, rows: AsyncIterable<Buffer>, progress: Progress): Promise<void> {
  for await (const _ of rows);
  progress(`The table ${name} is not Parley's, and was left out.`);
}
