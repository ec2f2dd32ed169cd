import { ConfigError } from "../config/config.ts";
import type { Installation } from "./installation.ts";

const SERVER_LOCK = 72_026_117;

/**
 * One server a data folder. The lock is a connection's, so it is gone as soon as the process is, however it ends.
 * Several servers may share a database that is not embedded.
 */
export async function lockDataFolder(installation: Installation, dataDir: string): Promise<() => Promise<void>> {
  const connection = await installation.db.reads.reserve();
  const [row] = await connection<{ locked: boolean }[]>`select pg_try_advisory_lock(${SERVER_LOCK}) as locked`;
  if (row?.locked !== true) {
    connection.release();
    throw new ConfigError(`Another Parley is running on the data folder ${dataDir}.`);
  }
  return async () => {
    await connection`select pg_advisory_unlock(${SERVER_LOCK})`.catch(() => {});
    connection.release();
  };
}
