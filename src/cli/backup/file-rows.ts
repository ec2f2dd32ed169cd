/**
 * A backup has the content of every file as rows of `upload_chunk`, also of those in the bucket: so it can be restored
 * anywhere, and into either.
 */
import type { ReadSql } from "#engine/db/database.ts";
import { CHUNK, inChunks } from "#domains/files/storage/chunks.ts";
import { type FileSource, MissingContent, readBytes } from "#domains/files/storage/read.ts";
import type { Bytes } from "#platform/bytes.ts";
import type { Table } from "./content.ts";
import { quoted } from "./tables.ts";

/** What is copied instead of all rows of a table. */
export function filesInDatabase({ name, columns }: Table): string | undefined {
  if (name === "bucket_file")
    return `select ${columns.map((column) => quoted(column.name)).join(", ")} from bucket_file limit 0`;
  if (name === "upload_file") {
    const values = columns.map((column) => (column.name === "bucket_key" ? "null" : quoted(column.name)));
    return `select ${values.join(", ")} from upload_file`;
  }
  if (name !== "upload_chunk") return undefined;
  // Of a file in the bucket there are rows only while it is moved.
  return `select ${columns.map((column) => `c.${quoted(column.name)}`).join(", ")}
    from upload_chunk c join upload_file f on f.realm_id = c.realm_id and f.file = c.file and f.bucket_key is null`;
}

interface BucketFile {
  readonly realmId: number;
  readonly file: string;
  readonly size: number;
}

const BATCH = 1000;

/** The rows of the files in the bucket, as COPY would write them. */
export async function* rowsFromBucket(
  source: FileSource,
  table: Table,
  onMissing: (file: string) => void,
): AsyncGenerator<Buffer> {
  for await (const { realmId, file, size } of bucketFiles(source.sql)) {
    try {
      let number = 0;
      for await (const chunk of inChunks(readBytes(source, realmId, file, 0, size), CHUNK)) {
        const row: Record<string, string> = {
          realm_id: String(realmId),
          file,
          number: String(number),
          data: `\\\\x${chunk.toString("hex")}`,
        };
        yield Buffer.from(`${table.columns.map((column) => row[column.name]).join("\t")}\n`, "latin1");
        number += 1;
      }
    } catch (error) {
      // Without it a lost object would prevent every backup.
      if (!(error instanceof MissingContent)) throw error;
      onMissing(file);
    }
  }
}

async function* bucketFiles(sql: ReadSql): AsyncGenerator<BucketFile> {
  for (let after: BucketFile | undefined; ;) {
    const rows: BucketFile[] = await sql<BucketFile[]>`
      select f.realm_id, f.file, u.size
      from upload_file f join upload u on u.realm_id = f.realm_id and u.file = f.file
      where f.bucket_key is not null and (f.realm_id, f.file) > (${after?.realmId ?? -1}, ${after?.file ?? ""})
      order by f.realm_id, f.file limit ${BATCH}`;
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1);
  }
}

export async function* together(...parts: readonly Bytes[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* part;
}
