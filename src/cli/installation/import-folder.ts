import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "#config/config.ts";
import { connectPool, type DatabaseAddress } from "#engine/db/database.ts";

const IMPORT_LOCK = 72_026_118;

/**
 * Runs an import in an empty folder below the data folder, which is removed afterwards. One import at a time runs on a
 * database: the lock belongs to a connection, so it ends with the process, however that ends.
 */
export async function withImportFolder(
  address: DatabaseAddress,
  dataDir: string,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const sql = connectPool(address, { max: 1, name: "parley import" });
  try {
    const connection = await sql.reserve();
    const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${IMPORT_LOCK}) as taken`;
    if (row?.taken !== true) throw new ConfigError("Another import is running on this database.");
    const folder = join(dataDir, "import");
    // An import that was killed has left its own.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}
