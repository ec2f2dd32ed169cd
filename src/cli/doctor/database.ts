import type { Config } from "#config/config.ts";
import type { ReadSql, Sql } from "#engine/db/database.ts";
import { checkServer, migrationNames } from "#engine/db/migrate.ts";
import type { Clock } from "#platform/clock.ts";
import { daysSinceBackup } from "../backup/last-backup.ts";
import { fitsDatabase, hasSecret, readSecret } from "../installation/secret.ts";
import { examineFiles } from "./files.ts";
import { type Finding, note, ok, wrongFinding } from "./finding.ts";

/** Beyond this, times of messages and of logins are visibly wrong. */
const MAX_SECONDS_APART = 2;
const MAX_DAYS_WITHOUT_BACKUP = 7;

/** Examines the database and what is in it. */
export async function examineDatabase(config: Config, sql: Sql, clock: Clock): Promise<readonly Finding[]> {
  await checkServer(sql);
  const findings = [await server(sql), await clocks(sql, clock)];
  const schema = await tables(sql);
  findings.push(schema);
  if (schema.state !== "ok") return findings;
  return [...findings, await secret(config, sql), ...(await examineFiles(config, sql)), await backups(sql)];
}

async function server(sql: ReadSql): Promise<Finding> {
  const [row] = await sql<{ version: string; encoding: string; isReadOnly: boolean }[]>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
           pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only`;
  if (row?.encoding !== "UTF8")
    return wrongFinding("The database's encoding is not UTF8: create another with that encoding.");
  if (row.isReadOnly) return wrongFinding("The database is read-only: connect to the primary, or free its disk.");
  return ok(`The database responds; it is PostgreSQL ${row.version}.`);
}

async function clocks(sql: ReadSql, clock: Clock): Promise<Finding> {
  const before = clock.now();
  const [row] = await sql<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  const after = clock.now();
  const now = row?.now ?? 0;
  // The database read its clock at some moment in between.
  const seconds = Math.max(before - now, now - after, 0) / 1000;
  if (seconds <= MAX_SECONDS_APART) return ok("The clocks of this machine and of the database agree.");
  return wrongFinding(
    `The clocks of this machine and of the database are ${seconds.toFixed(0)} seconds apart: let NTP set both.`,
  );
}

async function tables(sql: ReadSql): Promise<Finding> {
  const [found] = await sql<{ hasTables: boolean }[]>`select to_regclass('schema_version') is not null as has_tables`;
  if (found?.hasTables !== true) return wrongFinding("The database has no tables: parley start creates them.");
  const [applied] = await sql<{ count: number }[]>`select count(*) from schema_version`;
  const [has, knows] = [applied?.count ?? 0, migrationNames().length];
  if (has < knows) return wrongFinding(`The tables have schema ${has} of ${knows}: parley start migrates them.`);
  if (has > knows)
    return wrongFinding(`The tables have schema ${has}, of a newer version than this one: install that.`);
  return ok(`The tables are those of this version (schema ${has}).`);
}

async function secret(config: Config, sql: ReadSql): Promise<Finding> {
  if (!hasSecret(config)) {
    return wrongFinding(
      "The secret is missing: put the file `secret` back into the data folder, or set PARLEY_SECRET.",
    );
  }
  if ((await fitsDatabase(sql, readSecret(config))) === false) {
    return wrongFinding("The database was made with another secret: put its file `secret` back, or set PARLEY_SECRET.");
  }
  return ok("The secret is that of the database.");
}

async function backups(sql: ReadSql): Promise<Finding> {
  const days = await daysSinceBackup(sql);
  if (days === undefined) {
    const [first] = await sql`select 1 as one from realm limit 1`;
    if (first === undefined) return note("There is no organization yet: parley start founds the first.");
    return wrongFinding("There is no backup: make one with parley backup FILE, and then regularly.");
  }
  const age = days < 1 ? "less than a day" : `${Math.floor(days)} days`;
  if (days <= MAX_DAYS_WITHOUT_BACKUP) return ok(`The newest backup is ${age} old.`);
  return wrongFinding(`The newest backup is ${age} old: make one with parley backup FILE, and then regularly.`);
}
