import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql, Transaction } from "./database.ts";

const FOLDER = join(import.meta.dirname, "migrations");
/** Any number that no other lock uses. */
const MIGRATION_LOCK = 72_026_115;

export class NewerDatabaseError extends Error {}
export class UnknownSchemaError extends Error {}
export class OldServerError extends Error {}

/** The oldest PostgreSQL that has what the schema and the statements use. */
const OLDEST_SERVER = 15;

export async function checkServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  const version = row?.version ?? "";
  if (Number.parseInt(version, 10) >= OLDEST_SERVER) return;
  throw new OldServerError(`Parley needs PostgreSQL ${OLDEST_SERVER} or newer, and this is PostgreSQL ${version}.`);
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
}

type Progress = (sentence: string) => void;

/** The files of a folder in order. Two branches that took one number, and a number left out, fail here, at every start. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return names.sort().map((name, index) => {
    const number = index + 1;
    if (!name.startsWith(`${String(number).padStart(4, "0")}_`)) {
      throw new Error(`Migrations have numbers without gaps: ${name} is in the place of number ${number}.`);
    }
    return { number, name, text: readFileSync(join(folder, name), "utf8") };
  });
}

/** Brings the database to the newest schema, forward only. A second process waits for the first and finds nothing to do. */
export async function migrate(sql: Sql, progress: Progress): Promise<void> {
  await checkServer(sql);
  await sql.begin((tx) => migrateTo(tx, progress));
}

/** The same inside a transaction, optionally to an older schema, as it was after so many migrations. */
export async function migrateTo(tx: Transaction, progress: Progress, number?: number): Promise<void> {
  const known = readMigrations(FOLDER);
  // Migrating a large table takes any time, and so does waiting for another process that migrates.
  await tx`set local statement_timeout = 0`;
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  await tx`create table if not exists schema_version (number int primary key, name text not null, applied_at timestamptz not null default now())`;
  const applied = await tx<AppliedMigration[]>`select number, name from schema_version order by number`;
  checkApplied(applied, known);
  const missing = known.slice(applied.length, number);
  if (missing.length > 0) progress(announcement(applied.length, missing));
  for (const migration of missing) await apply(tx, migration);
}

/** The migrations that this Parley knows, in order. */
export const migrationNames = (): string[] => readMigrations(FOLDER).map(({ name }) => name);

type AppliedMigration = Pick<Migration, "number" | "name">;

/** What was applied must be the beginning of what is known: on any other tables a migration could fail half way or do harm. */
function checkApplied(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const other = applied.slice(0, known.length).find(({ name }, index) => name !== known[index]?.name);
  if (other !== undefined) {
    throw new UnknownSchemaError(
      `This database was made by a development version of Parley that was never released (it has ${other.name}), ` +
        "and cannot be upgraded. Start with another data folder, or with an empty database.",
    );
  }
  if (applied.length <= known.length) return;
  throw new NewerDatabaseError(
    `This database has schema ${applied.at(-1)?.number} and this Parley knows only ${known.length}: it was used by a newer version.`,
  );
}

/** One line, because a first start is no place for a list of names. */
function announcement(current: number, missing: readonly Migration[]): string {
  if (current === 0) return "Creating the tables.";
  return `Migrating the tables from schema ${current} to ${missing.at(-1)?.number}.`;
}

async function apply(tx: Transaction, { number, name, text }: Migration): Promise<void> {
  try {
    await tx.unsafe(text);
  } catch (error) {
    if (error instanceof Error) error.message = `Migration ${name} failed: ${error.message}`;
    throw error;
  }
  await tx`insert into schema_version (number, name) values (${number}, ${name})`;
}
