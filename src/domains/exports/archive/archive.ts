import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type DatabaseAddress, inSnapshot, type ReadSql } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { readModel } from "#engine/model/load.ts";
import { FEATURE_LEVEL } from "#domains/records/organization/version.ts";
import { READS_ALL_FILES } from "#domains/files/storage/objects.ts";
import { FORMAT_NAME, FORMAT_VERSION } from "./format.ts";
import { pictures, uploadFiles, uploadLines } from "./files.ts";
import { type Counts, jsonFile, table } from "./lines.ts";
import { messageLines } from "./messages.ts";
import { modelTables } from "./model-tables.ts";
import { rowTables } from "./row-tables.ts";
import { type ExportKind, scopeOf } from "./scope.ts";
import { type Entry, tar } from "./tar.ts";

export interface ArchiveOptions {
  readonly address: DatabaseAddress;
  readonly bucket: Bucket | undefined;
  readonly realmId: number;
  readonly host: string;
  readonly kind: ExportKind;
  /** UNIX seconds. */
  readonly now: number;
  /** How much of the messages has been gone through, from 0 to 100. */
  readonly onProgress?: (percent: number) => void;
}

/**
 * Makes an archive (docs/export-format.md) of what the database shows at one moment, and hands it on piece by piece. The
 * model is read in the same snapshot, so that what it decides is decided for the rows that are written.
 */
export function writeArchive(
  options: ArchiveOptions,
  take: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  return inSnapshot(options.address, READS_ALL_FILES, async (sql) => {
    const gzip = createGzip();
    const source = Readable.from(tar(entriesOf(sql, options), options.now), { objectMode: false });
    source.once("error", (error) => gzip.destroy(error));
    // The consumer may stop reading, for example when the export is cancelled.
    gzip.once("close", () => source.destroy());
    try {
      await take(source.pipe(gzip) as AsyncIterable<Buffer>);
    } finally {
      gzip.destroy();
      source.destroy();
    }
  });
}

async function* entriesOf(sql: ReadSql, options: ArchiveOptions): AsyncGenerator<Entry> {
  const { realmId, host, kind, now, onProgress } = options;
  const counts: Counts = new Map();
  const scope = scopeOf(await readModel(sql, realmId, host), kind);
  const newest = await newestMessage(sql, realmId);
  yield jsonFile("format.json", {
    format: FORMAT_NAME,
    version: FORMAT_VERSION,
    kind,
    exported_at: new Date(now * 1000).toISOString(),
    host,
    feature_level: FEATURE_LEVEL,
    position: scope.model.position,
    last_message_id: newest,
  });
  for (const [name, lines] of Object.entries(modelTables(scope))) yield* table(name, lines, counts);
  for (const [name, lines] of Object.entries(rowTables(sql, realmId, scope))) yield* table(name, lines(), counts);
  const linked = new Set<number>();
  const on = {
    progress: (id: number) => onProgress?.(Math.floor((100 * id) / Math.max(1, newest))),
    uploads: (ids: readonly number[]) => ids.forEach((id) => linked.add(id)),
  };
  yield* table("messages", messageLines(sql, realmId, scope, newest, on), counts);
  yield* table("uploads", uploadLines(sql, realmId, scope, linked), counts);
  yield* uploadFiles(options.bucket, sql, realmId, scope, linked);
  yield* pictures(sql, realmId);
  // The last file: an archive without it is not whole.
  yield jsonFile("counts.json", Object.fromEntries(counts));
}

async function newestMessage(sql: ReadSql, realmId: number): Promise<number> {
  const [head] = await sql<
    { lastMessageId: number }[]
  >`select last_message_id from realm_head where realm_id = ${realmId}`;
  return head?.lastMessageId ?? 0;
}
