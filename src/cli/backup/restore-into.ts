import type { Config } from "../../config/config.ts";
import { connect } from "../../engine/db/database.ts";
import { checkServer } from "../../engine/db/migrate.ts";
import { maintainPartitions } from "../../engine/log/partitions.ts";
import { openBare } from "../installation/installation.ts";
import { adoptSecret, checkSecret } from "../installation/secret.ts";
import type { BackupContent } from "./content.ts";
import { loadBackup } from "./load-backup.ts";

/** Restores everything in one transaction. On failure the database is as it was, and what was created is removed. */
export async function restoreInto(
  config: Config,
  content: BackupContent,
  progress: (sentence: string) => void,
): Promise<void> {
  const { address, close, discard } = await openBare(config, progress, true);
  const sql = connect(address, { max: 1, name: "parley restore" });
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
  await close();
}
