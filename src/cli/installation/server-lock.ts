import { ConfigError } from "#config/config.ts";
import { connectPool } from "#engine/db/database.ts";
import type { Cluster } from "#engine/db/embedded/embedded.ts";
import { addressIn } from "./cluster-address.ts";

const SERVER_LOCK = 72_026_117;

export interface Lock {
  /** Resolves when the lock is lost without having been released: its connection was cut, or PostgreSQL has ended. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Allows one server per data folder. The lock belongs to a connection, so it ends with the process, however that ends.
 * Several servers may share a database that is not embedded.
 */
export async function lockDataFolder(cluster: Cluster, dataDir: string): Promise<Lock> {
  const { promise: lost, resolve: onClose } = Promise.withResolvers<void>();
  const sql = connectPool(addressIn(cluster, "postgres"), { max: 1, name: "parley lock", onClose });
  try {
    const connection = await sql.reserve();
    const [row] = await connection<{ locked: boolean }[]>`select pg_try_advisory_lock(${SERVER_LOCK}) as locked`;
    if (row?.locked === true) return { lost, release: () => sql.end({ timeout: 1 }) };
    connection.release();
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  await sql.end();
  throw new DataFolderTaken(`Another Parley is running on the data folder ${dataDir}.`);
}

export class DataFolderTaken extends ConfigError {}

/** Whether another process uses this PostgreSQL. */
export async function hasCompany(cluster: Cluster): Promise<boolean> {
  const sql = connectPool(addressIn(cluster, "postgres"), { max: 1, name: "parley setup" });
  try {
    const others = await sql`
      select 1 as one from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;
    return others.length > 0;
  } finally {
    await sql.end();
  }
}
