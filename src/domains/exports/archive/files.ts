import { inBatches } from "#engine/db/client/statements/cursor.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { readBytes } from "#domains/files/storage/read.ts";
import type { ArchiveScope } from "./scope.ts";
import type { Entry } from "./tar.ts";

const BATCH = 100;

interface UploadRow {
  readonly id: number;
  readonly ownerId: number;
  readonly file: string;
  readonly size: number;
  readonly line: string;
}

/**
 * The uploads that messages of the archive link to, and those of people whose data is in it. What only messages outside
 * of the archive link to is as private as these.
 */
async function* uploadRows(
  sql: ReadSql,
  realmId: number,
  { people }: ArchiveScope,
  linked: ReadonlySet<number>,
): AsyncGenerator<UploadRow> {
  for (let after = 0; ;) {
    const rows: UploadRow[] = await sql<UploadRow[]>`
      select id, owner_id, file, size, json_build_object(
        'id', id, 'owner_id', owner_id, 'path', path, 'name', name, 'content_type', content_type, 'size', size,
        'created_at', created_at)::text as line
      from upload where realm_id = ${realmId} and id > ${after} order by id limit ${BATCH}`;
    yield* rows.filter(({ id, ownerId }) => linked.has(id) || people.has(ownerId));
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export async function* uploadLines(...of: Parameters<typeof uploadRows>): AsyncGenerator<string> {
  for await (const { line } of uploadRows(...of)) yield line;
}

export async function* uploadFiles(
  bucket: Bucket | undefined,
  ...of: Parameters<typeof uploadRows>
): AsyncGenerator<Entry> {
  const [sql, realmId] = of;
  for await (const { id, file, size } of uploadRows(...of)) {
    yield { name: `uploads/${id}`, size, bytes: readBytes({ sql, bucket }, realmId, file, 0, size) };
  }
}

interface Picture {
  readonly name: string;
  readonly data: Buffer;
}

/** What everybody sees: avatars, emoji, icon and logos. One at a time is in memory. */
export async function* pictures(sql: ReadSql, realmId: number): AsyncGenerator<Entry> {
  const rows = sql`
    select 'avatars/' || user_id || '.png' as name, medium as data from avatar where realm_id = ${realmId}
    union all select 'emoji/' || file, data from emoji_picture where realm_id = ${realmId}
    union all select 'organization/' || kind || '.png', data from realm_picture where realm_id = ${realmId}`;
  for await (const [row] of inBatches<Picture[]>(sql, rows, 1)) {
    if (row !== undefined) yield { name: row.name, size: row.data.length, bytes: [row.data] };
  }
}
