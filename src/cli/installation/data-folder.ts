import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, startCluster } from "#engine/db/embedded/embedded.ts";
import { DataFolderTaken, type Lock, lockDataFolder } from "./server-lock.ts";

/** A data folder that this server has locked, with its PostgreSQL. */
export interface DataFolder {
  /** The cluster as it was at the start; one that is started again has the same socket. */
  readonly cluster: Cluster;
  /** Stops PostgreSQL and unlocks the folder. */
  readonly release: () => Promise<void>;
}

export interface DataFolderOptions {
  readonly dataDir: string;
  /** How many connections the server will use. */
  readonly poolSize: number;
  readonly progress: (sentence: string) => void;
  /** Called with what goes wrong after the start. */
  readonly complain: (sentence: string, error?: unknown) => void;
  /** Called when another server has locked the folder. */
  readonly onTaken: (error: DataFolderTaken) => void;
  /** Aborted when the server is asked to stop. */
  readonly stopping: AbortSignal;
}

const RETRY_MS = 1000;
/** Connections besides the pool's: the lock, the bus, the operator's commands. */
const ROOM_FOR_OTHERS = 50;

/**
 * Starts the PostgreSQL of a data folder and keeps both locked, however often PostgreSQL dies or the lock's connection
 * is cut.
 */
export async function holdDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  let locked: LockedCluster | undefined = await take(options);
  let taking: Promise<LockedCluster | undefined> | undefined;
  let isReleased = false;

  const keep = async ({ lock }: LockedCluster): Promise<void> => {
    await lock.lost;
    if (isReleased) return;
    options.complain("The connection to PostgreSQL that holds the data folder was cut.");
    await lock.release();
    locked = await (taking = takeAgain(options, () => isReleased));
    if (locked !== undefined) void keep(locked);
  };
  void keep(locked);

  return {
    cluster: locked.cluster,
    async release() {
      isReleased = true;
      await taking;
      await locked?.lock.release();
      await locked?.cluster.stop();
    },
  };
}

interface LockedCluster {
  readonly cluster: Cluster;
  readonly lock: Lock;
}

async function take(options: DataFolderOptions, mayCreate = true): Promise<LockedCluster> {
  const { dataDir, poolSize, progress, stopping } = options;
  const settings = { max_connections: String(poolSize + ROOM_FOR_OTHERS) };
  const cluster = await startCluster({ dataDir, progress, settings, mayCreate, stopping });
  return { cluster, lock: await lockDataFolder(cluster, dataDir) };
}

/**
 * Undefined if another server has the folder now, or if it was released. Where the database has disappeared, for example
 * with a disk that is no longer mounted, the server waits for it: an empty one in its place would answer for it.
 */
async function takeAgain(options: DataFolderOptions, isReleased: () => boolean): Promise<LockedCluster | undefined> {
  while (!isReleased()) {
    try {
      return await take(options, false);
    } catch (error) {
      if (error instanceof DataFolderTaken) {
        options.onTaken(error);
        return undefined;
      }
      options.complain("PostgreSQL could not be started again.", error);
      await sleep(RETRY_MS);
    }
  }
  return undefined;
}
