import { READS_ALL_FILES } from "#domains/files/storage/objects.ts";
import { type DatabaseAddress, inSnapshot, type ReadSql } from "#engine/db/database.ts";
import { partitions } from "#engine/log/partitions.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { columnList, quoted, readSequences, readTables, useTextForm } from "./tables.ts";
import { filesInDatabase, rowsFromBucket, together } from "./file-rows.ts";
import { framed, type Header, type Table } from "./content.ts";
import { sealed } from "./envelope.ts";
import type { Bytes } from "#platform/bytes.ts";
import { counted } from "./pieces.ts";

export interface BackupOptions {
  readonly address: DatabaseAddress;
  readonly secret: string;
  readonly passphrase: string | undefined;
  /** Called with the table that is read, and how many bytes of its rows have been. */
  readonly onProgress: (table: string, bytes: number) => void;
  /** Where files are that are not in the database. */
  readonly bucket: Bucket | undefined;
  /** Called with a file whose content is missing, and is left out. */
  readonly onMissing: (file: string) => void;
}

/** Hands on the file of a backup, piece by piece: what the database holds at one moment. Returns that moment. */
export function writeBackup(options: BackupOptions, take: (file: Bytes) => Promise<void>): Promise<string> {
  return inSnapshot(options.address, READS_ALL_FILES, async (sql) => {
    await useTextForm(sql);
    const header = await readHeader(sql, options.secret);
    // Tables of an older version know no bucket.
    const rowsFrom = header.tables.some(({ name }) => name === "bucket_file") ? rowsIn : copied;
    const rowsOf = async (table: Table) =>
      counted(await rowsFrom(sql, table, options), (bytes) => options.onProgress(table.name, bytes));
    await take(sealed(framed(header, rowsOf), options.passphrase));
    return header.madeAt;
  });
}

async function readHeader(sql: ReadSql, secret: string): Promise<Header> {
  const applied = await sql<{ name: string }[]>`select name from schema_version order by number`;
  const [now] = await sql<{ madeAt: Date }[]>`select now() as made_at`;
  return {
    migrations: applied.map(({ name }) => name),
    madeAt: (now as { madeAt: Date }).madeAt.toISOString(),
    secret,
    tables: await readTables(sql),
    sequences: await readSequences(sql),
    logDays: (await partitions(sql)).map(({ day }) => day),
  };
}

async function rowsIn(sql: ReadSql, table: Table, { bucket, onMissing }: BackupOptions): Promise<Bytes> {
  const query = filesInDatabase(table);
  if (query === undefined) return copied(sql, table);
  const rows = await copyOf(sql, query);
  return table.name === "upload_chunk" ? together(rows, rowsFromBucket({ sql, bucket }, table, onMissing)) : rows;
}

/** A query, because COPY alone leaves out the partitions of a table. */
const copied = (sql: ReadSql, table: Table): Promise<Bytes> =>
  copyOf(sql, `select ${columnList(table)} from ${quoted(table.name)}`);

const copyOf = async (sql: ReadSql, query: string): Promise<Bytes> =>
  sql.unsafe(`copy (${query}) to stdout`).readable();
