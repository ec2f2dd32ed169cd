/**
 * The PostgreSQL that Parley brings along, in `<dataDir>/postgres`, reached by a Unix socket only. PostgreSQL runs in a
 * session of its own and outlives a Parley that is killed; the next start adopts it.
 *
 * PostgreSQL's lock file alone decides whether a folder is served, so any number of processes may call `startCluster`
 * at once: one postmaster results, and all receive it. `stop` ends it for all of them.
 */
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { adoptPostmaster } from "./adopt.ts";
import { findBinaries } from "./binaries.ts";
import { EmbeddedPostgresError, systemCode } from "./errors.ts";
import { createDatabase, holdsDatabase, removeDrafts } from "./initdb.ts";
import { launchPostmaster } from "./launch.ts";
import { boundLog } from "./log-file.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { probe } from "./probe.ts";
import { chooseRunner } from "./runner.ts";
import { superuser } from "./settings.ts";
import { closeSocketFolder } from "./socket-folder.ts";

export { EmbeddedPostgresError } from "./errors.ts";

export interface Cluster {
  readonly socketDir: string;
  readonly port: number;
  readonly user: string;
  /** Whether it ran already: another process may be using it, or a killed one left it. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

interface ClusterOptions {
  readonly dataDir: string;
  readonly progress: (sentence: string) => void;
  /**
   * Settings of PostgreSQL that replace or extend Parley's own. An adopted postmaster keeps those it was started with.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether a folder without a database gets one, which is so unless this is false. */
  readonly mayCreate?: boolean;
  /** Ends the creation of a database, which may take seconds. What runs then must be stopped by the caller. */
  readonly stopping?: AbortSignal;
}

/** How long another process that holds the database may take until its PostgreSQL can be used. */
const contentionMs = 15_000;
const retryMs = 100;

/** Starts the PostgreSQL of a data folder, or adopts the one that a killed server left running. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  try {
    if (options.mayCreate !== false) await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
    return await startIn(await realpath(options.dataDir), options);
  } catch (error) {
    throw asSentence(error, options.dataDir);
  }
}

/** The running cluster of a data folder, if there is one: for commands while the server runs. */
export async function findCluster(dataDir: string): Promise<Cluster | undefined> {
  try {
    const databaseDir = join(await realpath(dataDir), "postgres");
    const postmaster = await findPostmaster(databaseDir);
    if (postmaster === undefined || (await probe(postmaster.socketDir, postmaster.port)) !== "ready") return undefined;
    return clusterOf(postmaster, databaseDir, true, () => undefined);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw asSentence(error, dataDir);
  }
}

async function startIn(
  dataDir: string,
  { progress, settings = {}, mayCreate = true, stopping }: ClusterOptions,
): Promise<Cluster> {
  const databaseDir = join(dataDir, "postgres");
  const logPath = join(dataDir, "postgres.log");
  const binaries = await findBinaries();
  let contention: AbortSignal | undefined;
  for (;;) {
    const exists = await holdsDatabase(databaseDir, binaries.major);
    if (!exists && !mayCreate) throw new EmbeddedPostgresError(`The database in ${databaseDir} is gone.`);
    const running = exists ? await adoptPostmaster(databaseDir, progress) : undefined;
    if (running) {
      progress("Using the PostgreSQL that is already running.");
      return clusterOf(running, databaseDir, true, boundLog(logPath));
    }
    const runner = await chooseRunner({ dataDir, databaseDir, program: binaries.postgres });
    if (!exists) {
      progress("Creating the database; this happens once.");
      await createDatabase(databaseDir, binaries, runner, stopping);
    }
    await removeDrafts(databaseDir);
    progress("Starting PostgreSQL.");
    const launch = { databaseDir, program: binaries.postgres, runner, logPath, settings, progress };
    const started = await launchPostmaster(launch);
    if (started) return clusterOf(started, databaseDir, false, boundLog(logPath));
    // Creating a database does not count: that alone can take so long where several processes do it at once.
    contention ??= AbortSignal.timeout(contentionMs);
    if (contention.aborted) throw new EmbeddedPostgresError(`Another process holds the database in ${databaseDir}.`);
    await sleep(retryMs);
  }
}

function clusterOf(
  { pid, port, socketDir }: Postmaster,
  databaseDir: string,
  adopted: boolean,
  release: () => void,
): Cluster {
  const end = async (): Promise<void> => {
    release();
    await stopPostmaster(pid, databaseDir);
    await closeSocketFolder(socketDir);
  };
  let ended: Promise<void> | undefined;
  return { socketDir, port, user: superuser, adopted, stop: () => (ended ??= end()) };
}

function asSentence(error: unknown, dataDir: string): unknown {
  if (systemCode(error) === undefined || !(error instanceof Error)) return error;
  return new EmbeddedPostgresError(`The data folder ${dataDir} cannot be used: ${error.message}.`, { cause: error });
}
