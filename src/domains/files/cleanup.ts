import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { eraseUploads } from "./actions.ts";
import { uselessUploads } from "./queries.ts";
import { storageOf } from "./storage/of-realm.ts";
import { discardFile, sweepFiles } from "./storage/storage.ts";

const BATCH = 100;
/** For so long a user who deleted or edited a message can still link to its file in another one. */
const GRACE_DAYS = 30;

/**
 * Deletes files to which nothing has linked for 30 days: no message, draft, scheduled message or snippet. Uploads that were
 * never finished are deleted, too.
 */
export async function removeUnusedFiles(realm: RealmRuntime): Promise<void> {
  while (await eraseUseless(realm));
  await sweepFiles(storageOf(realm), realm.id);
}

/** Deletes a batch and returns whether there may be more. Decided in the writer, because a message may link to a file now. */
async function eraseUseless(realm: RealmRuntime): Promise<boolean> {
  const gone = await realm.writeAsServer(async (tx) => {
    const since = new Date(tx.now.getTime() - GRACE_DAYS * 86_400_000);
    const uploads = await uselessUploads(tx.sql, tx.realmId, since, BATCH);
    if (uploads.length > 0) await eraseUploads(tx, uploads);
    return uploads;
  });
  for (const { file } of gone) await discardFile(storageOf(realm), realm.id, file);
  return gone.length === BATCH;
}
