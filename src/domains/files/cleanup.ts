import { backgroundPool } from "../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../engine/runtime/realm-runtime.ts";
import { eraseUploads } from "./actions/remove-upload.ts";
import { uselessUploads } from "./queries.ts";
import { discardFile, sweepFiles } from "./storage.ts";

const BATCH = 100;
/** For so long whoever deleted a message, or changed it, can still link to its file in another. */
const GRACE_DAYS = 30;

/**
 * Removes files that nothing has linked to for a long time: no message, and nothing that may become one. What was begun
 * and never finished goes, too.
 */
export async function removeUnusedFiles(realm: RealmRuntime): Promise<void> {
  while (await eraseUseless(realm));
  while ((await sweepFiles(backgroundPool(realm), realm.id)) > 0);
}

/** Returns whether there may be more. Decided in the writer: somebody may be linking to one of them at this moment. */
async function eraseUseless(realm: RealmRuntime): Promise<boolean> {
  const gone = await realm.writeAsServer(async (tx) => {
    const since = new Date(tx.now.getTime() - GRACE_DAYS * 86_400_000);
    const uploads = await uselessUploads(tx.sql, tx.realmId, since, BATCH);
    if (uploads.length > 0) await eraseUploads(tx, uploads);
    return uploads;
  });
  for (const { file } of gone) await discardFile(backgroundPool(realm), realm.id, file);
  return gone.length === BATCH;
}
