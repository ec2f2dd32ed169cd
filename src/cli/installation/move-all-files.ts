import { ConfigError } from "#config/config.ts";
import { movableSize, moveFiles } from "#domains/files/storage/move.ts";
import { connectPool, type DatabaseAddress } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { systemClock } from "#platform/clock.ts";
import { progressLine } from "../terminal/progress-line.ts";

const MOVE_LOCK = 72_026_119;
const MIB = 2 ** 20;

export interface MoveOptions {
  readonly address: DatabaseAddress;
  readonly bucket: Bucket;
  readonly to: "bucket" | "database";
  readonly say: (sentence: string) => void;
}

/** Moves the files of all organizations, with a line about the progress. One move runs at a time. */
export async function moveAllFiles({ address, bucket, to, say }: MoveOptions): Promise<void> {
  const sql = connectPool(address, { max: 2, name: "parley move-files" });
  const line = progressLine(systemClock);
  const lock = await sql.reserve();
  try {
    const [row] = await lock<{ isFree: boolean }[]>`select pg_try_advisory_lock(${MOVE_LOCK}) as is_free`;
    if (row?.isFree !== true) throw new ConfigError("Files are being moved by another command already.");
    const all = await movableSize({ sql, to });
    const onProgress = (files: number, bytes: number) =>
      line.show(`Moving files: ${files} of ${all.files}, ${mib(bytes)} of ${mib(all.bytes)} MiB`);
    const { files, bytes, missing } = await moveFiles({ sql, bucket, to, onProgress });
    line.end();
    for (const file of missing) say(`The content of file ${file} is missing, and was not moved.`);
    say(`Moved ${files} files with ${mib(bytes)} MiB to the ${to}.`);
  } finally {
    line.end();
    lock.release();
    await sql.end({ timeout: 3 });
  }
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
