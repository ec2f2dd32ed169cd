import { existsSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "#config/config.ts";
import {
  connectPool,
  type Database,
  type DatabaseAddress,
  openDatabase,
  poolSizes,
  type ReadSql,
} from "#engine/db/database.ts";
import { type Cluster, findCluster, startCluster } from "#engine/db/embedded/embedded.ts";
import { migrate } from "#engine/db/migrate.ts";
import { missingLimits } from "#engine/db/pooler.ts";
import { maintainPartitions } from "#engine/log/partitions.ts";
import { checkPortIsFree } from "#http/listen.ts";
import { clusterAddress } from "./cluster-address.ts";
import { type DataFolderOptions, holdDataFolder } from "./data-folder.ts";
import { checkSecret, readSecret } from "./secret.ts";
import { hasCompany } from "./server-lock.ts";

/** An open database, migrated, with the secret that its API keys derive from. */
export interface Installation {
  readonly db: Database;
  readonly secret: string;
  close(): Promise<void>;
}

type Progress = (sentence: string) => void;

/** Once `stopping` is aborted, opening ends early, and what was started is stopped. */
type ServerStartOptions = Omit<DataFolderOptions, "dataDir" | "poolSize">;

/** For the server: it starts the embedded PostgreSQL, or adopts a running one, and stops it in the end. */
export async function openForServer(config: Config, watch: ServerStartOptions): Promise<Installation> {
  const { progress, stopping } = watch;
  // With an existing folder, another server on it is the better error, and that shows later.
  if (isNew(config)) await checkPortIsFree(config);
  if (config.databasePooler && config.natsUrl === undefined)
    throw new ConfigError("--database-pooler needs --nats-url: PostgreSQL cannot notify processes through a pooler.");
  if (config.databaseUrl !== undefined) return open({ config, progress, stopping });
  mkdirSync(config.dataDir, { recursive: true });
  const { cluster, release } = await holdDataFolder({ ...watch, dataDir: config.dataDir, poolSize: config.poolSize });
  return open({ config, progress, stopping, cluster, release });
}

const isNew = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl === undefined && !existsSync(join(dataDir, "postgres"));

/** For a command: it uses the PostgreSQL of a running server, or starts one temporarily. */
export async function openForCommand(config: Config, progress: Progress, mayBegin: boolean): Promise<Installation> {
  if (config.databaseUrl !== undefined) return open({ config, progress });
  if (!mayBegin) refuseNew(config);
  return open({ config, progress, ...(await useCluster(config, progress)) });
}

function refuseNew(config: Config): void {
  if (!isNew(config)) return;
  throw new ConfigError(
    `There is no Parley in ${config.dataDir} yet: name another folder with --data, or begin with parley start.`,
  );
}

interface UsedCluster {
  readonly cluster: Cluster;
  /** Stops PostgreSQL if nobody else uses it, and returns whether it has stopped. */
  readonly release: () => Promise<boolean>;
}

async function useCluster({ dataDir }: Config, progress: Progress): Promise<UsedCluster> {
  mkdirSync(dataDir, { recursive: true });
  const running = await findCluster(dataDir);
  const cluster = running ?? (await startCluster({ dataDir, progress }));
  const release = async () => {
    // A server may have started to use it in between; then it is left running.
    if (running !== undefined || (await hasCompany(cluster))) return false;
    await cluster.stop();
    return true;
  };
  return { cluster, release };
}

/** A database as it is: neither migrated nor checked. */
export interface BareDatabase {
  readonly address: DatabaseAddress;
  readonly close: () => Promise<void>;
  /** Closes it and removes what opening it has created. */
  readonly discard: () => Promise<void>;
}

/** For a command that examines or fills the database. */
export async function openBare(config: Config, progress: Progress, mayBegin: boolean): Promise<BareDatabase> {
  if (config.databaseUrl !== undefined) {
    return { address: addressOf(config, config.databaseUrl), close: async () => {}, discard: async () => {} };
  }
  if (!mayBegin) refuseNew(config);
  const { dataDir } = config;
  const [wasNew, wasFolder] = [isNew(config), existsSync(dataDir)];
  const { cluster, release } = await useCluster(config, progress);
  const close = async () => void (await release());
  const discard = async () => {
    if (!(await release()) || !wasNew) return;
    for (const name of ["postgres", "postgres.log"]) rmSync(join(dataDir, name), { recursive: true, force: true });
    if (!wasFolder) rmdirSync(dataDir);
  };
  try {
    return { address: await clusterAddress(cluster), close, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const addressOf = ({ databasePooler }: Config, url: string): DatabaseAddress => ({ url, isPooled: databasePooler });

async function checkLimits(sql: ReadSql): Promise<void> {
  const statements = await missingLimits(sql);
  if (statements === undefined) return;
  throw new ConfigError(
    `Behind a pooler the time limits belong to the role. Execute this, and let the pooler connect anew: ${statements}`,
  );
}

interface Opening {
  readonly config: Config;
  readonly progress: Progress;
  readonly stopping?: AbortSignal;
  /** Undefined where the database is not the embedded one. */
  readonly cluster?: Cluster;
  readonly release?: () => Promise<unknown>;
}

async function open({ config, progress, stopping, cluster, release = async () => {} }: Opening): Promise<Installation> {
  try {
    const address =
      cluster === undefined ? addressOf(config, config.databaseUrl as string) : await clusterAddress(cluster);
    const replica = config.replicaUrl === undefined ? undefined : addressOf(config, config.replicaUrl);
    const db = openDatabase(address, poolSizes(config.poolSize), replica);
    // Migrations, and waiting for those of another process, may take any time.
    const setup = connectPool(address, { max: 1, name: "parley setup" });
    const breakOff = () => void Promise.allSettled([setup.end({ timeout: 3 }), db.close()]);
    stopping?.addEventListener("abort", breakOff);
    try {
      stopping?.throwIfAborted();
      if (address.isPooled === true) await checkLimits(setup);
      await migrate(setup, progress);
      await maintainPartitions(setup);
      const secret = readSecret(config);
      await checkSecret(setup, secret);
      return {
        db,
        secret,
        close: async () => {
          await db.close();
          await release();
        },
      };
    } catch (error) {
      await db.close();
      throw error;
    } finally {
      stopping?.removeEventListener("abort", breakOff);
      await setup.end({ timeout: 3 });
    }
  } catch (error) {
    await release();
    throw error;
  }
}
