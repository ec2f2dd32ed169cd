import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Much more than the databases of a run have had at once, since the tests themselves need memory, too. */
const ENOUGH_BYTES = 4 * 2 ** 30;

function hasMemoryFolder(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/**
 * A new folder for the data of a PostgreSQL, in memory where there is enough. A database that is made and dropped costs
 * 29 ms of computing time there and 233 ms on ext4, and a run makes hundreds.
 */
export const newDataFolder = (prefix: string): string =>
  mkdtempSync(join(hasMemoryFolder() ? MEMORY : tmpdir(), prefix));
