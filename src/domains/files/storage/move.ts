import { createHash } from "node:crypto";
import type { BackgroundPool } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import type { Bytes } from "#platform/bytes.ts";
import { inChunks } from "./chunks.ts";
import { OBJECT, objectBytes, putObject, removeObjects } from "./objects.ts";
import { MissingContent, readBytes } from "./read.ts";
import { beginObjects, discardObjects, insertFileChunk } from "./storage.ts";

/** Moves files between the database and the bucket, one after another, while servers read them. */
export interface FileMove {
  readonly sql: BackgroundPool;
  readonly bucket: Bucket;
  readonly to: "bucket" | "database";
  readonly onProgress: (done: number, bytes: number) => void;
}

export interface MovedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Files whose content is missing where it should be: they stay as they are. */
  readonly missing: readonly string[];
}

interface MovableFile {
  readonly realmId: number;
  readonly file: string;
  readonly size: number;
  readonly bucketKey: string | null;
}

const BATCH = 100;

/**
 * A file is copied, the copy is read again and compared by SHA-256, and only then the file's row names the copy and the
 * original is removed. A move that was interrupted is continued by the next one: what it has moved is moved, and the
 * copy of the file it was at is removed by the hourly cleanup, or replaced.
 */
export async function moveFiles(move: FileMove): Promise<MovedFiles> {
  let [files, bytes] = [0, 0];
  const missing: string[] = [];
  for (let after: MovableFile | undefined; ;) {
    const batch: MovableFile[] = await movableFiles(move, after);
    for (const movable of batch) {
      const outcome = await (move.to === "bucket" ? toBucket(move, movable) : toDatabase(move, movable));
      if (outcome === "missing") missing.push(movable.file);
      if (outcome === "moved") [files, bytes] = [files + 1, bytes + movable.size];
      move.onProgress(files, bytes);
    }
    if (batch.length < BATCH) return { files, bytes, missing };
    after = batch.at(-1);
  }
}

/** How much there is to move. */
export async function movableSize({
  sql,
  to,
}: Pick<FileMove, "sql" | "to">): Promise<{ files: number; bytes: number }> {
  const [row] = await sql<{ files: number; bytes: number }[]>`
    select count(*) as files, coalesce(sum(u.size), 0)::float8 as bytes
    from upload_file f join upload u on u.realm_id = f.realm_id and u.file = f.file
    where (f.bucket_key is null) = ${to === "bucket"}`;
  return row ?? { files: 0, bytes: 0 };
}

/** Files in the other place, in the order of their keys: those that are missing are passed by. */
const movableFiles = ({ sql, to }: FileMove, after: MovableFile | undefined): Promise<MovableFile[]> =>
  sql<MovableFile[]>`
    select f.realm_id, f.file, u.size, f.bucket_key
    from upload_file f join upload u on u.realm_id = f.realm_id and u.file = f.file
    where (f.bucket_key is null) = ${to === "bucket"}
      and (f.realm_id, f.file) > (${after?.realmId ?? -1}, ${after?.file ?? ""})
    order by f.realm_id, f.file limit ${BATCH}`;

type Outcome = "moved" | "missing" | "gone";

async function toBucket({ sql, bucket }: FileMove, movable: MovableFile): Promise<Outcome> {
  const { realmId, file, size } = movable;
  const key = await beginObjects(sql, realmId);
  const original = hashed();
  const source = readBytes({ sql, bucket }, realmId, file, 0, size);
  const state = await copied(movable, sql, async () => {
    let number = 0;
    for await (const chunk of inChunks(original.passing(source), OBJECT)) {
      await putObject(bucket, key, number, chunk);
      number += 1;
    }
  });
  if (state !== "copied") {
    await removeObjects(bucket, key);
    return state;
  }
  const copy = hashed();
  for await (const _ of copy.passing(objectsOf(bucket, key, size)));
  checkSame(file, original.digest(), copy.digest());
  const isMoved = await sql.begin(async (tx) => {
    // The objects are young enough that no cleanup has begun to remove them.
    const { count } = await tx`
      update upload_file set bucket_key = ${key}
      where realm_id = ${realmId} and file = ${file} and bucket_key is null and exists (
        select from bucket_file where realm_id = ${realmId} and bucket_key = ${key}
          and begun_at > now() - interval '12 hours')`;
    if (count > 0) await tx`delete from upload_chunk where realm_id = ${realmId} and file = ${file}`;
    return count > 0;
  });
  if (!isMoved) await removeObjects(bucket, key);
  return isMoved ? "moved" : "gone";
}

async function toDatabase({ sql, bucket }: FileMove, movable: MovableFile): Promise<Outcome> {
  const { realmId, file, size } = movable;
  const key = movable.bucketKey ?? "";
  // Those of a move that was interrupted.
  await sql`delete from upload_chunk where realm_id = ${realmId} and file = ${file}`;
  const original = hashed();
  const state = await copied(movable, sql, async () => {
    let number = 0;
    for await (const chunk of inChunks(original.passing(objectsOf(bucket, key, size)))) {
      await insertFileChunk(sql, realmId, file, number, chunk);
      number += 1;
    }
  });
  if (state !== "copied") return state;
  checkSame(file, original.digest(), await storedHash(sql, realmId, file));
  const { count } = await sql`
    update upload_file set bucket_key = null where realm_id = ${realmId} and file = ${file} and bucket_key = ${key}`;
  if (count > 0) await discardObjects({ sql, bucket }, key);
  return count > 0 ? "moved" : "gone";
}

/** Copies a file; one that was removed meanwhile, or whose content is missing, stops that. */
async function copied(
  { realmId, file }: MovableFile,
  sql: BackgroundPool,
  copy: () => Promise<void>,
): Promise<"copied" | "missing" | "gone"> {
  try {
    await copy();
    return "copied";
  } catch (error) {
    const rows = await sql`select from upload where realm_id = ${realmId} and file = ${file}`;
    if (rows.length === 0) return "gone";
    if (error instanceof MissingContent) return "missing";
    throw error;
  }
}

async function* objectsOf(bucket: Bucket, key: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const piece = await objectBytes(bucket, key, at, size);
    if (piece === undefined) throw new MissingContent(`an object of ${key} is missing`);
    at += piece.length;
    yield piece;
  }
}

async function storedHash(sql: BackgroundPool, realmId: number, file: string): Promise<string> {
  const hash = createHash("sha256");
  for (let number = 0; ; number += 1) {
    const [row] = await sql<{ data: Buffer }[]>`
      select data from upload_chunk where realm_id = ${realmId} and file = ${file} and number = ${number}`;
    if (row === undefined) return hash.digest("hex");
    hash.update(row.data);
  }
}

function hashed(): { passing: (bytes: Bytes) => AsyncGenerator<Buffer>; digest: () => string } {
  const hash = createHash("sha256");
  return {
    async *passing(bytes) {
      for await (const part of bytes) {
        hash.update(part);
        yield part;
      }
    },
    digest: () => hash.digest("hex"),
  };
}

function checkSame(file: string, original: string, copy: string): void {
  if (original !== copy) throw new Error(`the copy of file ${file} differs: it stays where it was`);
}
