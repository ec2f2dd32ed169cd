import { type ApiError, badRequest, unavailable } from "#platform/errors.ts";
import type { BackgroundPool, BackgroundSql } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import type { Bytes } from "#platform/bytes.ts";
import { newFile } from "../name.ts";
import { inChunks } from "./chunks.ts";
import { mayRemoveObjects, newBucketKey, OBJECT, putObject, removeObjects } from "./objects.ts";

/**
 * The bytes of files, in PostgreSQL (docs/decisions/0007) or in the operator's bucket (0025), stored and read in chunks:
 * a file is never in memory as a whole. Each chunk is stored on its own, so that no transaction is open while a client
 * sends. The row in `upload` marks a file as complete.
 */
export interface StoredFile {
  readonly file: string;
  readonly size: number;
}

/** Where files are stored. */
export interface FileStorage {
  readonly sql: BackgroundPool;
  readonly bucket: Bucket | undefined;
}

/**
 * Stores at most `most` bytes, in the bucket if one is given, under a new name if none is. If anything fails, no file is
 * visible.
 */
export async function storeFile(
  { sql, bucket }: FileStorage,
  realmId: number,
  bytes: Bytes,
  most: number,
  file: string = newFile(),
): Promise<StoredFile> {
  try {
    let [size, number] = [0, 0];
    const store = await (bucket === undefined ? inDatabase(sql, realmId, file) : inBucket(sql, bucket, realmId, file));
    for await (const chunk of inChunks(bytes, bucket === undefined ? undefined : OBJECT)) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      await store(number, chunk);
      number += 1;
    }
    return { file, size };
  } catch (error) {
    // If this fails, `sweepFiles` deletes the chunks later.
    await discardFile({ sql, bucket }, realmId, file).catch(() => {});
    throw isOutOfRoom(error) ? noRoom() : error;
  }
}

type StoreChunk = (number: number, chunk: Buffer) => Promise<unknown>;

async function inDatabase(sql: BackgroundPool, realmId: number, file: string): Promise<StoreChunk> {
  await sql`insert into upload_file (realm_id, file) values (${realmId}, ${file})`;
  return (number, chunk) => insertFileChunk(sql, realmId, file, number, chunk);
}

async function inBucket(sql: BackgroundPool, bucket: Bucket, realmId: number, file: string): Promise<StoreChunk> {
  const key = await beginObjects(sql, realmId);
  await sql`insert into upload_file (realm_id, file, bucket_key) values (${realmId}, ${file}, ${key})`;
  return (number, chunk) => putObject(bucket, key, number, chunk);
}

export const insertFileChunk = (sql: BackgroundSql, realmId: number, file: string, number: number, chunk: Buffer) =>
  sql`insert into upload_chunk (realm_id, file, number, data) values (${realmId}, ${file}, ${number}, ${chunk})`;

/** Records that there will be objects, before the first one is stored: so none can be forgotten. */
export async function beginObjects(sql: BackgroundSql, realmId: number): Promise<string> {
  const key = newBucketKey(realmId);
  await sql`insert into bucket_file (realm_id, bucket_key) values (${realmId}, ${key})`;
  return key;
}

/** Deletes the bytes of a file that no `upload` names. If the bucket does not respond, `sweepFiles` removes its objects. */
export async function discardFile({ sql, bucket }: FileStorage, realmId: number, file: string): Promise<void> {
  const rows = await sql<{ bucketKey: string | null }[]>`
    delete from upload_file where realm_id = ${realmId} and file = ${file} returning bucket_key`;
  for (const { bucketKey } of rows) if (bucketKey !== null) await discardObjects({ sql, bucket }, bucketKey);
}

/** Removes objects that no `upload_file` names any more. The row in `bucket_file` stays for `sweepFiles`. */
export async function discardObjects({ sql, bucket }: FileStorage, key: string): Promise<void> {
  if (bucket !== undefined && (await mayRemoveObjects(sql))) await removeObjects(bucket, key);
}

const BATCH = 100;

/**
 * Deletes files without a row in `upload` that were begun more than a day ago: no upload takes that long. Then the
 * objects that nothing names are removed, a day after the first of them was stored, so that a request to store one
 * cannot still be on its way.
 */
export async function sweepFiles(storage: FileStorage, realmId: number): Promise<void> {
  while ((await sweepRows(storage.sql, realmId)) === BATCH);
  while ((await sweepObjects(storage, realmId)) === BATCH);
}

async function sweepRows(sql: BackgroundSql, realmId: number): Promise<number> {
  const { count } = await sql`
    delete from upload_file f using (
      select realm_id, file from upload_file f
      where realm_id = ${realmId} and begun_at < now() - interval '1 day'
        and not exists (select from upload u where u.realm_id = f.realm_id and u.file = f.file)
      limit ${BATCH}
    ) left_over
    where f.realm_id = left_over.realm_id and f.file = left_over.file`;
  return count;
}

async function sweepObjects({ sql, bucket }: FileStorage, realmId: number): Promise<number> {
  if (bucket === undefined) return 0;
  const rows = await sql<{ bucketKey: string }[]>`
    select bucket_key from bucket_file b
    where realm_id = ${realmId} and begun_at < now() - interval '1 day'
      and not exists (select from upload_file f where f.realm_id = b.realm_id and f.bucket_key = b.bucket_key)
    limit ${BATCH}`;
  for (const { bucketKey } of rows) {
    if (!(await mayRemoveObjects(sql))) return 0;
    await removeObjects(bucket, bucketKey);
    await sql`delete from bucket_file where realm_id = ${realmId} and bucket_key = ${bucketKey}`;
  }
  return rows.length;
}

/** Removes the objects of an organization that is being removed itself. Its rows go afterwards: they tell of the objects. */
export async function removeAllObjects({ sql, bucket }: FileStorage, realmId: number): Promise<void> {
  if (bucket === undefined) return;
  const rows = await sql<{ bucketKey: string }[]>`select bucket_key from bucket_file where realm_id = ${realmId}`;
  if (rows.length === 0) return;
  if (!(await mayRemoveObjects(sql))) throw unavailable("A backup or an export reads the files: try again later.");
  for (const { bucketKey } of rows) await removeObjects(bucket, bucketKey);
}

const MIB = 1024 * 1024;

export const tooLarge = (most: number): ApiError =>
  badRequest(`Uploaded file is larger than the allowed limit of ${most / MIB} MiB`);

/** The disk is full, or the operator's limit is reached. */
const isOutOfRoom = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return code === "53100" || code === "53200" || code === "53400";
};

const noRoom = (): ApiError => unavailable("The server has no room for the file; nothing was stored.");
