import type { Config } from "#config/config.ts";
import { connectPool, type DatabaseAddress } from "#engine/db/database.ts";
import { checkServer } from "#engine/db/migrate.ts";
import { maintainPartitions } from "#engine/log/partitions.ts";
import { explain } from "../explain.ts";
import { openBare } from "../installation/installation.ts";
import { adoptSecret, checkSecret } from "../installation/secret.ts";
import type { BackupContent } from "./content.ts";
import { loadBackup } from "./load-backup.ts";
import { configuredBucket } from "#outbound/configured-bucket.ts";
import { moveAllFiles } from "../installation/move-all-files.ts";

/** Restores everything in one transaction. On failure the database is as it was, and what was created is removed. */
export async function restoreInto(
  config: Config,
  content: BackupContent,
  progress: (sentence: string) => void,
): Promise<void> {
  const { address, close, discard } = await openBare(config, progress, true);
  const sql = connectPool(address, { max: 1, name: "parley restore" });
  let forgetSecret = () => {};
  try {
    await checkServer(sql);
    forgetSecret = adoptSecret(config, content.header.secret);
    await sql.begin(async (tx) => {
      await loadBackup(tx, content, progress);
      await checkSecret(tx, content.header.secret);
    });
  } catch (error) {
    forgetSecret();
    await sql.end({ timeout: 3 });
    await discard();
    throw error;
  }
  await maintainPartitions(sql);
  await sql.end({ timeout: 3 });
  try {
    await filesToBucket(config, address, progress);
  } finally {
    await close();
  }
}

/** The settings may want files in a bucket. What cannot be moved now is served from the database. */
async function filesToBucket(
  config: Config,
  address: DatabaseAddress,
  progress: (sentence: string) => void,
): Promise<void> {
  const bucket = configuredBucket(config);
  if (bucket === undefined || config.newFiles === "database") return;
  try {
    await moveAllFiles({ address, bucket, to: "bucket", say: progress });
  } catch (error) {
    progress(`Files stay in the database for now: ${explain(error)} Move them with parley move-files.`);
  } finally {
    await bucket.close();
  }
}
