import type { TxSql, WriterPool } from "#engine/db/database.ts";
import type { Model } from "#engine/model/model.ts";
import type { FileStorage } from "#domains/files/storage/storage.ts";
import type { CheckedArchive } from "../check/check-archive.ts";
import type { CheckContext } from "../check/rows-to-store.ts";
import { storeProgress } from "./queries.ts";

/** An import whose organization exists, hidden, with everything that is in its model. */
export interface Loading {
  readonly writes: WriterPool;
  readonly storage: FileStorage;
  readonly realmId: number;
  readonly checked: CheckedArchive;
  readonly context: CheckContext;
  readonly model: Model;
  /** The organization's URL: links to it become relative. */
  readonly url: string;
  /** Called with every batch of rows or files that was committed. */
  readonly onProgress: (count: number) => void;
}

/** Stores a batch together with how far the step is now. */
export async function commitBatch(
  { writes, realmId, onProgress }: Loading,
  step: string,
  done: number,
  count: number,
  store: (sql: TxSql) => Promise<void>,
): Promise<void> {
  await writes.begin(async (tx) => {
    await store(tx);
    await storeProgress(tx, realmId, step, done);
  });
  onProgress(count);
}
