/**
 * The content of a backup, in frames of a length and so many bytes: a header of JSON, then for each table of the header,
 * in that order, its rows as COPY writes them as text, and an empty frame after the last of them.
 */
import { ConfigError } from "#config/config.ts";
import { byteReader, type Bytes } from "#platform/bytes.ts";
import { bytePieces } from "./pieces.ts";

export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** The last number that an identity column has given out. */
export interface Sequence {
  readonly table: string;
  readonly column: string;
  readonly last: number;
}

export interface Header {
  /** The names of the migrations that made the tables. */
  readonly migrations: readonly string[];
  /** ISO 8601. */
  readonly madeAt: string;
  /** API keys derive from it. */
  readonly secret: string;
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
  /** The days that have a partition of the log. */
  readonly logDays: readonly string[];
}

const FRAME = 65_536;
const MAX_HEADER_LENGTH = 4 * 1024 * 1024;

function frame(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Frames of a header and of the rows that `rowsOf` reads. */
export async function* framed(header: Header, rowsOf: (table: Table) => Promise<Bytes>): AsyncGenerator<Buffer> {
  yield frame(Buffer.from(JSON.stringify(header)));
  for (const table of header.tables) {
    for await (const { piece } of bytePieces(await rowsOf(table), FRAME)) if (piece.length > 0) yield frame(piece);
    yield frame(Buffer.alloc(0));
  }
}

/** A backup whose header has been read. The rows of its tables are read once, in the order of the header. */
export interface BackupContent {
  readonly header: Header;
  readonly rows: () => AsyncGenerator<Buffer>;
}

export async function readContent(bytes: Bytes): Promise<BackupContent> {
  const reader = byteReader(bytes, broken);
  const next = async (longest: number): Promise<Buffer> => {
    const length = (await reader.take(4)).readUInt32BE();
    if (length > longest) throw broken();
    return reader.take(length);
  };
  return {
    header: parsedHeader(await next(MAX_HEADER_LENGTH)),
    async *rows() {
      for (let rows = await next(FRAME); rows.length > 0; rows = await next(FRAME)) yield rows;
    },
  };
}

function parsedHeader(bytes: Buffer): Header {
  const header = JSON.parse(bytes.toString("utf8")) as Partial<Record<keyof Header, unknown>>;
  const { migrations, madeAt, secret, tables, sequences, logDays } = header;
  const areLists = [migrations, tables, sequences, logDays].every(Array.isArray);
  if (!areLists || typeof madeAt !== "string" || typeof secret !== "string") throw broken();
  return header as unknown as Header;
}

const broken = () => new ConfigError("The content of the backup is damaged. Nothing was restored.");
