import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql, Transaction } from "./database.ts";
import { foldNames } from "./fold-names.ts";

const FOLDER = join(import.meta.dirname, "migrations");
/** Any number will do, as long as nobody else takes it. */
const MIGRATION_LOCK = 72_026_115;

export class NewerDatabaseError extends Error {}
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

/** What a migration needs beyond SQL, done after it in the same transaction. */
const STEPS = new Map<number, (sql: Transaction, progress: Progress) => Promise<void>>([[112, foldNames]]);

function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((name) => ({ number: Number.parseInt(name, 10), name, text: readFileSync(join(FOLDER, name), "utf8") }));
}

/** Brings the database to the newest schema, forward only; whoever comes second waits and finds nothing to do. */
export async function migrate(sql: Sql, progress: Progress): Promise<void> {
  await checkServer(sql);
  const known = migrations();
  const newest = known.at(-1)?.number ?? 0;
  await sql.begin(async (tx) => {
    // A large table takes as long as it takes, and so does waiting for another process that migrates.
    await tx`set local statement_timeout = 0`;
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await tx`create table if not exists schema_version (number int primary key, name text not null, applied_at timestamptz not null default now())`;
    const rows = await tx<{ number: number }[]>`select number from schema_version`;
    const applied = new Set(rows.map(({ number }) => number));
    const current = Math.max(0, ...applied);
    if (current > newest) {
      throw new NewerDatabaseError(
        `This database has schema ${current} and this Parley knows only ${newest}: it was used by a newer version.`,
      );
    }
    const missing = known.filter(({ number }) => !applied.has(number));
    if (missing.length > 0) progress(announcement(current, missing));
    for (const migration of missing) await apply(tx, migration, progress);
  });
}

/** One line, because a first start is no place for a list of names. */
function announcement(current: number, missing: readonly Migration[]): string {
  if (current === 0) return "Creating the tables.";
  return `Migrating the tables from schema ${current} to ${missing.at(-1)?.number}.`;
}

async function apply(tx: Transaction, { number, name, text }: Migration, progress: Progress): Promise<void> {
  try {
    await tx.unsafe(text);
    await STEPS.get(number)?.(tx, progress);
  } catch (error) {
    if (error instanceof Error) error.message = `Migration ${name} failed: ${error.message}`;
    throw error;
  }
  await tx`insert into schema_version (number, name) values (${number}, ${name})`;
}
