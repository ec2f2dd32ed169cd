import type { BackgroundSql } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { OutboundError } from "#outbound/errors.ts";
import { unavailable } from "#platform/errors.ts";
import { randomUrlWord } from "#platform/random.ts";

/**
 * The objects of files in the bucket (docs/decisions/0025): those of one file have the keys `<bucket_key>/<number>`. A
 * `bucket_key` is used once, so that what is removed late can never be what was stored since.
 */
export const OBJECT = 1024 * 1024;

/** How many objects are removed at the same time. */
const REMOVED_AT_ONCE = 8;

export const newBucketKey = (realmId: number): string => `${realmId}/${randomUrlWord(18)}`;

export const putObject = (bucket: Bucket, key: string, number: number, bytes: Buffer): Promise<void> =>
  answered(bucket.put(`${key}/${number}`, bytes));

/** The bytes from a position of a file to the end of its object or of what is wanted; undefined if they are not there. */
export async function objectBytes(bucket: Bucket, key: string, at: number, end: number): Promise<Buffer | undefined> {
  const number = Math.floor(at / OBJECT);
  const start = number * OBJECT;
  const bytes = await answered(bucket.get(`${key}/${number}`, at - start, Math.min(end - start, OBJECT)));
  return bytes?.length === 0 ? undefined : bytes;
}

export async function removeObjects(bucket: Bucket, key: string): Promise<void> {
  for (;;) {
    const keys = await answered(bucket.list(`${key}/`));
    if (keys.length === 0) return;
    for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
      await Promise.all(keys.slice(at, at + REMOVED_AT_ONCE).map((key) => answered(bucket.remove(key))));
    }
  }
}

/** Callers see that the storage is unavailable, and that they may try again. The reason is for the log. */
async function answered<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw Object.assign(unavailable("The storage of files does not respond; nothing was changed."), { cause: error });
  }
}

export const noBucket = () => unavailable("The file is in a storage that this server is not configured for.");

/** The advisory lock of those who read the files of a snapshot. */
export const READS_ALL_FILES = 72_026_118;

/**
 * Whether objects may be removed now. While somebody reads the files of a snapshot, those that were removed since have to
 * stay, until the hourly cleanup. Whatever was removed before that began is not in the snapshot.
 */
export async function mayRemoveObjects(sql: BackgroundSql): Promise<boolean> {
  const [row] = await sql<{ isFree: boolean }[]>`select pg_try_advisory_xact_lock(${READS_ALL_FILES}) as is_free`;
  return row?.isFree === true;
}
