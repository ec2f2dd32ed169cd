import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connectPool } from "#engine/db/database.ts";
import { findBinaries } from "#engine/db/embedded/binaries.ts";
import { launchPostmaster } from "#engine/db/embedded/launch.ts";
import { stopPostmaster } from "#engine/db/embedded/postmaster.ts";
import { chooseRunner, cleanEnvironment, commandOf } from "#engine/db/embedded/runner.ts";
import { superuser } from "#engine/db/embedded/settings.ts";
import { closeSocketFolder } from "#engine/db/embedded/socket-folder.ts";
import { fillWithCast } from "./database.ts";
import { newDataFolder } from "./folder.ts";
import { debianPostgres } from "./needs/needs.ts";

export interface OtherPostgres {
  readonly major: string;
  /** The URL of an empty database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian's PostgreSQL, of another major version than Parley's own if there is one. */
async function otherBinaries(): Promise<{ major: string; bin: string }> {
  const own = await findBinaries();
  const installed = debianPostgres();
  const chosen = installed.find(({ major }) => major !== own.major) ?? installed[0];
  if (chosen === undefined) throw new Error("there is no PostgreSQL of Debian here");
  return chosen;
}

interface Started {
  readonly socketDir: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts a PostgreSQL in a new folder that a program of it fills. */
async function startIn(
  bin: string,
  fill: { readonly program: string; readonly args: (databaseDir: string) => readonly string[] },
  settings: Readonly<Record<string, string>>,
): Promise<Started> {
  const program = join(bin, "postgres");
  const dataDir = newDataFolder("parley-other-");
  const databaseDir = join(dataDir, "postgres");
  const runner = await chooseRunner({ dataDir, databaseDir, program });
  mkdirSync(databaseDir, { mode: 0o700 });
  chownSync(databaseDir, runner.owner.uid, runner.owner.gid);
  const [command, args] = commandOf(runner, join(bin, fill.program), fill.args(databaseDir));
  execFileSync(command, args, { ...runner.spawnOptions, cwd: "/", env: cleanEnvironment, stdio: "pipe" });
  const launch = { databaseDir, program, runner, logPath: join(dataDir, "log") };
  const started = await launchPostmaster({ ...launch, settings: { fsync: "off", ...settings }, progress() {} });
  if (started === undefined) throw new Error("another process has a folder that was made a moment ago");
  const { pid, port, socketDir } = started;
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await stopPostmaster(pid, databaseDir);
    await closeSocketFolder(socketDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { port, socketDir, stop: () => (stopping ??= stop()) };
}

const initdb = {
  program: "initdb",
  args: (databaseDir: string) => [
    `--pgdata=${databaseDir}`,
    `--username=${superuser}`,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ],
};

const DATABASE = "restored";

const urlAt = ({ socketDir, port }: Started): string =>
  `postgres://${superuser}@${encodeURIComponent(socketDir)}:${port}/${DATABASE}`;

async function startPrimary(bin: string, settings: Readonly<Record<string, string>>): Promise<Started> {
  const primary = await startIn(bin, initdb, settings);
  const { socketDir: dir, port } = primary;
  const admin = connectPool(
    { socket: { dir, port, user: superuser, database: "postgres" } },
    { max: 1, name: "test setup" },
  );
  await admin.unsafe(`create database ${DATABASE}`);
  await admin.end();
  return primary;
}

/** A PostgreSQL that is not Parley's own. */
export async function startOtherPostgres(): Promise<OtherPostgres> {
  const binaries = await otherBinaries();
  const primary = await startPrimary(binaries.bin, {});
  return { major: binaries.major, url: urlAt(primary), stop: primary.stop };
}

export interface ReplicatedPostgres {
  /** The URL of a database with the cast. */
  readonly url: string;
  readonly replicaUrl: string;
  readonly stopReplica: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const REPLICATION = { wal_level: "replica", max_wal_senders: "5" };

/** The same with a streaming replica: Parley's own PostgreSQL comes without pg_basebackup. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const binaries = await otherBinaries();
  const primary = await startPrimary(binaries.bin, REPLICATION);
  await fillWithCast({ url: urlAt(primary) });
  const copy = {
    program: "pg_basebackup",
    args: (databaseDir: string) => [
      `--pgdata=${databaseDir}`,
      `--host=${primary.socketDir}`,
      `--port=${primary.port}`,
      `--username=${superuser}`,
      "--write-recovery-conf",
      "--checkpoint=fast",
      "--no-sync",
    ],
  };
  const replica = await startIn(binaries.bin, copy, REPLICATION);
  return { url: urlAt(primary), replicaUrl: urlAt(replica), stopReplica: replica.stop, stop: primary.stop };
}
