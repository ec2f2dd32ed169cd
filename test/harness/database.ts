import { rmSync } from "node:fs";
import { connectPool, type DatabaseAddress, openDatabase, type Sql } from "#engine/db/database.ts";
import { type Cluster, startCluster } from "#engine/db/embedded/embedded.ts";
import { migrate } from "#engine/db/migrate.ts";
import { maintainPartitions } from "#engine/log/partitions.ts";
import { seedCast } from "./cast.ts";
import { newDataFolder } from "./folder.ts";

/**
 * One PostgreSQL for a whole run, and a database for each server, copied from a template. Tests really commit; only
 * fsync is off.
 */
export interface TestCluster {
  readonly socketDir: string;
  readonly port: number;
  readonly user: string;
}

const TEMPLATE = "parley_template";
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
/** Set by scripts/test.ts, so that the files of a run share one cluster. */
const SHARED = "PARLEY_TEST_CLUSTER";

export async function startTestCluster(): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  const dataDir = newDataFolder("parley-test-");
  const cluster: Cluster = await startCluster({ dataDir, progress: () => {}, settings: SETTINGS });
  const stop = async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(cluster);
  } catch (error) {
    // A migration that fails must not leave a PostgreSQL with its data in memory.
    await stop();
    throw error;
  }
  return { cluster, stop };
}

export const describeCluster = ({ socketDir, port, user }: TestCluster): Record<string, string> => ({
  [SHARED]: JSON.stringify({ socketDir, port, user }),
});

let own: Promise<{ cluster: TestCluster; stop: () => Promise<void> }> | undefined;

/** The run's cluster, or a separate one when a file runs alone. */
export async function testCluster(): Promise<TestCluster> {
  const shared = process.env[SHARED];
  if (shared !== undefined) return JSON.parse(shared) as TestCluster;
  own ??= startTestCluster();
  return (await own).cluster;
}

export async function stopOwnCluster(): Promise<void> {
  await (await own)?.stop();
  own = undefined;
}

const addressOf = (cluster: TestCluster, database: string): DatabaseAddress => ({
  socket: { dir: cluster.socketDir, port: cluster.port, user: cluster.user, database },
});

async function makeTemplate(cluster: TestCluster): Promise<void> {
  const admin = connectPool(addressOf(cluster, "postgres"), { max: 1, name: "test setup" });
  await admin.unsafe(`create database ${TEMPLATE}`);
  await admin.end();
  await fillWithCast(addressOf(cluster, TEMPLATE));
}

/** Fills an empty database as the template. */
export async function fillWithCast(address: DatabaseAddress): Promise<void> {
  const db = openDatabase(address, { reads: 2, writes: 1, commits: 1, background: 1 });
  const setup = connectPool(address, { max: 1, name: "test setup" });
  await migrate(setup, () => {});
  await maintainPartitions(setup);
  await setup.end();
  await seedCast(db);
  await db.close();
}

let made = 0;
const undropped = new Set<TestDatabase>();

/** Drops what the tests of a file have left. */
export async function dropDatabases(): Promise<void> {
  for (const database of undropped) await database.drop();
}

export interface TestDatabase {
  readonly url: string;
  readonly address: DatabaseAddress;
  /** A connection of the test's own, for reading what is stored. */
  readonly sql: Sql;
  drop(): Promise<void>;
}

/** A new database: a copy of the template with its cast, or an empty one, optionally with a locale. */
export const createDatabase = (kind: "cast" | "empty" = "cast", locale = ""): Promise<TestDatabase> =>
  copyOf(kind === "cast" ? TEMPLATE : "template0", locale);

/** A copy of another database, whose servers were stopped. The test's own connection to that one ends. */
export async function copyDatabase({ address, sql }: TestDatabase): Promise<TestDatabase> {
  await sql.end();
  return copyOf(address.socket?.database ?? "");
}

async function copyOf(template: string, locale = ""): Promise<TestDatabase> {
  const cluster = await testCluster();
  const name = `test_${process.pid}_${(made += 1)}`;
  const admin = connectPool(addressOf(cluster, "postgres"), { max: 1, name: "test setup" });
  // Copying files is quicker than writing them to the WAL when fsync is off.
  await admin.unsafe(`create database ${name} strategy file_copy template ${template} ${locale}`);
  const address = addressOf(cluster, name);
  const sql = connectPool(address, { max: 2, name: "test" });
  const database: TestDatabase = {
    url: `postgres://${cluster.user}@${encodeURIComponent(cluster.socketDir)}:${cluster.port}/${name}`,
    address,
    sql,
    async drop() {
      if (!undropped.delete(database)) return;
      await sql.end();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
  undropped.add(database);
  return database;
}
