import { type DatabaseAddress, inSnapshot, type Reader } from "../../engine/db/database.ts";
import { partitions } from "../../engine/log/partitions.ts";
import { columnList, quoted, readSequences, readTables, useTextForm } from "./tables.ts";
import { framed, type Header, type Table } from "./content.ts";
import { sealed } from "./envelope.ts";
import type { Bytes } from "../../domains/files/storage.ts";
import { counted } from "./pieces.ts";

export interface BackupOptions {
  readonly address: DatabaseAddress;
  readonly secret: string;
  readonly passphrase: string | undefined;
  /** Called with the table that is read, and how many bytes of its rows have been. */
  readonly onProgress: (table: string, bytes: number) => void;
}

/** Hands on the file of a backup, piece by piece: what the database holds at one moment. Returns that moment. */
export function writeBackup(options: BackupOptions, take: (file: Bytes) => Promise<void>): Promise<string> {
  return inSnapshot(options.address, async (sql) => {
    await useTextForm(sql);
    const header = await readHeader(sql, options.secret);
    const rowsOf = async (table: Table) =>
      counted(await copied(sql, table), (bytes) => options.onProgress(table.name, bytes));
    await take(sealed(framed(header, rowsOf), options.passphrase));
    return header.madeAt;
  });
}

async function readHeader(sql: Reader, secret: string): Promise<Header> {
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

/** A query, because COPY alone leaves out the partitions of a table. */
const copied = async (sql: Reader, table: Table): Promise<Bytes> =>
  sql.unsafe(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`).readable();
