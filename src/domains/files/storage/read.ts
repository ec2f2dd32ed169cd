import type { ReadSql } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { CHUNK } from "./chunks.ts";
import { noBucket, objectBytes } from "./objects.ts";

/** Where files are read from. */
export interface FileSource {
  readonly sql: ReadSql;
  readonly bucket: Bucket | undefined;
}

/** The content of a file is gone: it was removed while it was read, or its objects are lost. */
export class MissingContent extends Error {}

/** The bytes [start, end) of a file. It may be moved between database and bucket meanwhile. */
export async function* readBytes(
  { sql, bucket }: FileSource,
  realmId: number,
  file: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let missing: string | undefined;
  for (let at = start; at < end;) {
    const number = Math.floor(at / CHUNK);
    const [row] = await sql<{ bucketKey: string | null; data: Buffer | null }[]>`
      select f.bucket_key, c.data from upload_file f
      left join upload_chunk c
        on c.realm_id = f.realm_id and c.file = f.file and c.number = ${number} and f.bucket_key is null
      where f.realm_id = ${realmId} and f.file = ${file}`;
    if (row === undefined) throw new MissingContent(`file ${file} ends before it should`);
    const key = row.bucketKey;
    if (key !== null && bucket === undefined) throw noBucket();
    const piece =
      key === null || bucket === undefined
        ? row.data?.subarray(at - number * CHUNK, end - number * CHUNK)
        : await objectBytes(bucket, key, at, end);
    if (piece === undefined || piece.length === 0) {
      // The objects may have been removed between the two reads, because the file was moved.
      if (key === null || key === missing) throw new MissingContent(`file ${file} ends before it should`);
      missing = key;
      continue;
    }
    at += piece.length;
    yield piece;
  }
}

export async function wholeFile(
  from: FileSource,
  realmId: number,
  { file, size }: { readonly file: string; readonly size: number },
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readBytes(from, realmId, file, 0, size)) parts.push(part);
  return Buffer.concat(parts);
}
