import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "../config/config.ts";
import { connect, type Database, type DatabaseAddress, openDatabase, type Sql } from "../db/database.ts";
import { type Cluster, findCluster, startCluster } from "../db/embedded/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { tendPartitions } from "../log/partitions.ts";
import { sameSecret } from "../api/keys.ts";
import { randomSecret } from "../platform/random.ts";

const DATABASE = "parley";

/** An open database, migrated, with the secret that its API keys derive from. */
export interface Installation {
  readonly db: Database;
  readonly secret: string;
  /** The embedded PostgreSQL, when it is the one in use. */
  readonly cluster: Cluster | undefined;
  close(): Promise<void>;
}

/** Opens what the configuration names, starting the embedded PostgreSQL where needed. */
export async function openInstallation(config: Config, progress: (sentence: string) => void): Promise<Installation> {
  mkdirSync(config.dataDir, { recursive: true });
  const running = config.databaseUrl === undefined ? await findCluster(config.dataDir) : undefined;
  const cluster =
    config.databaseUrl === undefined
      ? (running ?? (await startCluster({ dataDir: config.dataDir, progress })))
      : undefined;
  const address = cluster === undefined ? { url: config.databaseUrl as string } : await clusterAddress(cluster);
  const writes = Math.max(1, Math.floor(config.poolSize / 4));
  const db = openDatabase(address, { reads: config.poolSize - writes, writes });
  const close = async () => {
    await db.close();
    // Whoever started it stops it; a server that runs beside this command keeps its database.
    if (running === undefined) await cluster?.stop();
  };
  try {
    await migrate(db.writes, progress);
    await tendPartitions(db.writes);
    const secret = readSecret(config);
    await checkSecret(db.writes, secret);
    return { db, secret, cluster, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function clusterAddress({ socketDir, port, user }: Cluster): Promise<DatabaseAddress> {
  const at = (database: string) => ({ socket: { dir: socketDir, port, user, database } });
  const sql = connect(at("postgres"), { max: 1, name: "parley setup" });
  try {
    const existing = await sql`select 1 as one from pg_database where datname = ${DATABASE}`;
    if (existing.length === 0) await sql.unsafe(`create database ${DATABASE}`).catch(ignoreDuplicate);
  } finally {
    await sql.end();
  }
  return at(DATABASE);
}

const DUPLICATE_DATABASE = "42P04";

/** Another command may have made it at the same moment. */
function ignoreDuplicate(error: unknown): void {
  if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error;
}

/** The secret stays out of the database, so that a copy of the one opens nothing without the other. */
function readSecret(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  const file = join(config.dataDir, "secret");
  if (!existsSync(file)) {
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, `${randomSecret()}\n`, { mode: 0o600, flush: true });
    renameSync(fresh, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}

async function checkSecret(sql: Sql, secret: string): Promise<void> {
  const fingerprint = createHash("sha256").update(`fingerprint:${secret}`).digest("hex");
  await sql`
    insert into installation (name, value) values ('secret fingerprint', ${fingerprint}) on conflict (name) do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from installation where name = 'secret fingerprint'`;
  if (row === undefined || !sameSecret(row.value, fingerprint)) {
    throw new ConfigError(
      "This database was made with another secret: restore the data folder's `secret` file or set PARLEY_SECRET.",
    );
  }
}
