import { type ApiError, badRequest, unavailable } from "../../platform/errors.ts";
import type { BackgroundPool, BackgroundSql, Reader } from "../../engine/db/database.ts";
import { gatherBytes } from "../../platform/bytes.ts";
import { newFile } from "./name.ts";

/**
 * The bytes of files, in PostgreSQL (docs/decisions/0007), stored and read in chunks: a file is never in memory as a whole.
 * Each chunk has its own transaction, so that no transaction is open while a client sends. The row in `upload` marks a
 * file as complete.
 */
export const CHUNK = 256 * 1024;

export interface StoredFile {
  readonly file: string;
  readonly size: number;
}

export type Bytes = AsyncIterable<Buffer>;

/** Stores at most `most` bytes, under a new name if none is given. If anything fails, no file is visible. */
export async function storeFile(
  sql: BackgroundPool,
  realmId: number,
  bytes: Bytes,
  most: number,
  file: string = newFile(),
): Promise<StoredFile> {
  try {
    await sql`insert into upload_file (realm_id, file) values (${realmId}, ${file})`;
    let [size, number] = [0, 0];
    for await (const chunk of inChunks(bytes)) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      await sql`
        insert into upload_chunk (realm_id, file, number, data) values (${realmId}, ${file}, ${number}, ${chunk})`;
      number += 1;
    }
    return { file, size };
  } catch (error) {
    // If this fails, `sweepFiles` deletes the chunks later.
    await discardFile(sql, realmId, file).catch(() => {});
    throw isOutOfRoom(error) ? noRoom() : error;
  }
}

/** Splits the bytes into chunks of the same length, except for the last. */
export async function* inChunks(bytes: Bytes): AsyncGenerator<Buffer> {
  let gathered = gatherBytes();
  for await (const part of bytes) {
    for (let at = 0; at < part.length;) {
      const piece = part.subarray(at, at + CHUNK - gathered.length);
      gathered.add(piece);
      at += piece.length;
      if (gathered.length < CHUNK) continue;
      yield gathered.all();
      gathered = gatherBytes();
    }
  }
  if (gathered.length > 0) yield gathered.all();
}

/** The bytes [start, end) of a file. */
export async function* readBytes(
  sql: Reader,
  realmId: number,
  file: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const number = Math.floor(at / CHUNK);
    const [row] = await sql<{ data: Buffer }[]>`
      select data from upload_chunk where realm_id = ${realmId} and file = ${file} and number = ${number}`;
    const piece = row?.data.subarray(at - number * CHUNK, end - number * CHUNK);
    // The file was deleted while it was read.
    if (piece === undefined || piece.length === 0) throw new Error(`file ${file} ends before it should`);
    at += piece.length;
    yield piece;
  }
}

export async function wholeFile(sql: Reader, realmId: number, { file, size }: StoredFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readBytes(sql, realmId, file, 0, size)) parts.push(part);
  return Buffer.concat(parts);
}

export async function discardFile(sql: BackgroundSql, realmId: number, file: string): Promise<void> {
  await sql`delete from upload_file where realm_id = ${realmId} and file = ${file}`;
}

/** Deletes files without a row in `upload` that were begun more than a day ago: no upload takes that long. */
export async function sweepFiles(sql: BackgroundSql, realmId: number): Promise<number> {
  const { count } = await sql`
    delete from upload_file f using (
      select realm_id, file from upload_file f
      where realm_id = ${realmId} and begun_at < now() - interval '1 day'
        and not exists (select from upload u where u.realm_id = f.realm_id and u.file = f.file)
      limit 100
    ) left_over
    where f.realm_id = left_over.realm_id and f.file = left_over.file`;
  return count;
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
