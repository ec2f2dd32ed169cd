import type { BackgroundPool, ReadSql, TxSql, WriteSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { DueRow } from "#engine/jobs/due.ts";
import type { Stay } from "#engine/model/access/permissions.ts";
import { isPath } from "./name.ts";
import type { PictureFacts, Thumbnail } from "./pictures/picture.ts";

export interface Upload {
  readonly id: number;
  readonly ownerId: number;
  /** The name under which its bytes are stored. */
  readonly file: string;
  /** The path below `/user_uploads/`. */
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  /** Whether it is a PDF with a script. */
  readonly holdsScript: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly isAnimated: boolean;
  readonly thumbnails: "due" | "ready" | "failed" | null;
}

/** A message that shares a file. */
export interface Sharing {
  readonly messageId: number;
  /** UNIX seconds. */
  readonly sentAt: number;
}

/** The fields of such a message that decide who may read it. */
export interface Claim {
  readonly uploadId: number;
  readonly id: number;
  readonly conversationId: number;
  readonly isDirect: boolean;
  readonly moves: readonly Stay[] | null;
}

const columns = (sql: ReadSql) => sql`
  id, owner_id, file, path, name, content_type, size, (extract(epoch from created_at) * 1000)::int8 as created_at,
  holds_script, width, height, is_animated, thumbnails`;

export async function insertUpload(sql: TxSql, realmId: number, upload: Upload): Promise<void> {
  const at = new Date(upload.createdAt);
  await sql`
    insert into upload (realm_id, id, owner_id, file, path, name, content_type, size, created_at, unclaimed_since,
                        holds_script, width, height, is_animated, thumbnails)
    values (${realmId}, ${upload.id}, ${upload.ownerId}, ${upload.file}, ${upload.path}, ${upload.name}, ${upload.contentType},
            ${upload.size}, ${at}, ${at}, ${upload.holdsScript}, ${upload.width}, ${upload.height}, ${upload.isAnimated},
            ${upload.thumbnails})`;
}

/** Texts that are no paths are dropped first: PostgreSQL could not even store some of them. */
export async function uploadsByPath(sql: ReadSql, realmId: number, paths: readonly string[]): Promise<Upload[]> {
  const possible = paths.filter(isPath);
  if (possible.length === 0) return [];
  return sql<Upload[]>`
    select ${columns(sql)} from upload where realm_id = ${realmId} and path = any(${possible}::text[]) order by id`;
}

export async function uploadsById(sql: ReadSql, realmId: number, ids: readonly number[]): Promise<Upload[]> {
  return sql<Upload[]>`
    select ${columns(sql)} from upload where realm_id = ${realmId} and id = any(${[...ids]}::int8[]) order by id`;
}

/** All files of a user, the newest first. */
export async function uploadsOf(sql: ReadSql, realmId: number, ownerId: number): Promise<Upload[]> {
  return sql<Upload[]>`
    select ${columns(sql)} from upload where realm_id = ${realmId} and owner_id = ${ownerId} order by id desc`;
}

export async function deleteUploads(sql: TxSql, realmId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from upload where realm_id = ${realmId} and id = any(${[...ids]}::int8[])`;
}

/** Clears the trait of messages that have no other file. */
export async function forgetAttachment(sql: TxSql, realmId: number, uploadId: number, trait: number): Promise<void> {
  await sql`
    update message m set traits = m.traits & ~${trait}::int2
    from upload_claim c
    where c.realm_id = ${realmId} and c.upload_id = ${uploadId} and m.realm_id = c.realm_id and m.id = c.message_id
      and not exists (
        select from upload_claim other
        where other.realm_id = c.realm_id and other.message_id = c.message_id and other.upload_id <> c.upload_id)`;
}

/** Adds to the space of an organization's files, or subtracts from it, and returns the new value. */
export async function addToSpace(sql: TxSql, realmId: number, bytes: number): Promise<number> {
  const [row] = await sql<{ used: number }[]>`
    insert into upload_space (realm_id, used) values (${realmId}, ${bytes})
    on conflict (realm_id) do update set used = upload_space.used + excluded.used
    returning used`;
  return row?.used ?? 0;
}

export async function usedSpace(sql: ReadSql, realmId: number): Promise<number> {
  const [row] = await sql<{ used: number }[]>`select used from upload_space where realm_id = ${realmId}`;
  return row?.used ?? 0;
}

/** Of a file that is shared very often, only the newest messages are listed. */
const MAX_MESSAGES = 1000;

/** The messages that share files, by file, the oldest first. */
export async function sharingsOf(
  sql: ReadSql,
  realmId: number,
  uploadIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Sharing[]>> {
  const rows = await sql<(Sharing & { uploadId: number })[]>`
    select u.id as upload_id, m.id as message_id, extract(epoch from m.sent_at)::int8 as sent_at
    from unnest(${[...uploadIds]}::int8[]) as u (id), lateral (
      select message_id from upload_claim c where c.realm_id = ${realmId} and c.upload_id = u.id
      order by message_id desc limit ${MAX_MESSAGES}
    ) c
    join message m on m.realm_id = ${realmId} and m.id = c.message_id
    order by m.id`;
  return Map.groupBy(rows, ({ uploadId }) => uploadId);
}

/** Of each file, some of the messages before a given one that share it, newest first; and the head of the log. */
export async function claimsBefore(
  sql: ReadSql,
  realmId: number,
  files: readonly { readonly id: number; readonly before: number }[],
  most: number,
): Promise<{ claims: readonly Claim[]; position: number }> {
  const rows = await sql<(Claim & { position: number })[]>`
    select u.id as upload_id, m.id, m.conversation_id, m.is_direct, m.moves, h.position
    from realm_head h,
    unnest(${files.map(({ id }) => id)}::int8[], ${files.map(({ before }) => before)}::int8[]) as u (id, before),
    lateral (
      select message_id from upload_claim c
      where c.realm_id = h.realm_id and c.upload_id = u.id and c.message_id < u.before
      order by message_id desc limit ${most}
    ) c
    join message m on m.realm_id = ${realmId} and m.id = c.message_id
    where h.realm_id = ${realmId}
    order by u.id, m.id desc`;
  return { claims: rows, position: rows[0]?.position ?? 0 };
}

export async function insertClaims(
  sql: TxSql,
  realmId: number,
  messageId: number,
  uploadIds: readonly number[],
): Promise<void> {
  await sql`
    insert into upload_claim (realm_id, upload_id, message_id)
    select ${realmId}, id, ${messageId} from unnest(${[...uploadIds]}::int8[]) as u (id)`;
  await sql`
    update upload set unclaimed_since = null
    where realm_id = ${realmId} and id = any(${[...uploadIds]}::int8[]) and unclaimed_since is not null`;
}

/** Which files a message shares. */
export async function claimedBy(sql: ReadSql, realmId: number, messageId: number): Promise<number[]> {
  const rows = await sql<{ uploadId: number }[]>`
    select upload_id from upload_claim where realm_id = ${realmId} and message_id = ${messageId}`;
  return rows.map(({ uploadId }) => uploadId);
}

/** Deletes the links of messages to some files, or to all. Returns the files, and those that no message has any more. */
export async function deleteClaims(
  sql: TxSql,
  realmId: number,
  messageIds: readonly number[],
  now: Date,
  uploadIds?: readonly number[],
): Promise<{ ids: number[]; free: number[] }> {
  const only = uploadIds === undefined ? sql`` : sql`and upload_id = any(${[...uploadIds]}::int8[])`;
  const rows = await sql<{ uploadId: number }[]>`
    delete from upload_claim where realm_id = ${realmId} and message_id = any(${[...messageIds]}::int8[]) ${only}
    returning upload_id`;
  const ids = [...new Set(rows.map(({ uploadId }) => uploadId))];
  if (ids.length === 0) return { ids, free: [] };
  const free = await sql<{ id: number }[]>`
    update upload u set unclaimed_since = ${now}
    where realm_id = ${realmId} and id = any(${ids}::int8[])
      and not exists (select from upload_claim c where c.realm_id = u.realm_id and c.upload_id = u.id)
    returning id`;
  return { ids, free: free.map(({ id }) => id) };
}

/** Schedules the rendering of a message for when its thumbnails exist: see domains/conversations/edit/job.ts. */
export async function noteDueRendering(sql: TxSql, realmId: number, messageId: number): Promise<void> {
  await sql`
    insert into due_rendering (realm_id, message_id) values (${realmId}, ${messageId}) on conflict do nothing`;
}

/** Schedules the rendering of all messages that share a file. */
export async function noteDueRenderings(sql: TxSql, realmId: number, uploadId: number): Promise<void> {
  await sql`
    insert into due_rendering (realm_id, message_id)
    select realm_id, message_id from upload_claim where realm_id = ${realmId} and upload_id = ${uploadId}
    on conflict do nothing`;
}

async function insertThumbnails(
  sql: WriteSql,
  realmId: number,
  uploadId: number,
  thumbnails: readonly Thumbnail[],
): Promise<void> {
  for (const { format, data } of thumbnails) {
    await sql`
      insert into upload_thumbnail (realm_id, upload_id, format, data)
      values (${realmId}, ${uploadId}, ${format}, ${data})`;
  }
}

export async function readThumbnail(
  sql: ReadSql,
  realmId: number,
  uploadId: number,
  format: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ data: Buffer }[]>`
    select data from upload_thumbnail where realm_id = ${realmId} and upload_id = ${uploadId} and format = ${format}`;
  return row?.data;
}

export interface DuePicture extends Upload, PictureFacts, DueRow {
  readonly width: number;
  readonly height: number;
}

export const hasDuePictures = (sql: ReadSql): Fragment => sql`exists (select from upload where thumbnails = 'due')`;

/** Pictures without thumbnails, the oldest first. */
export async function duePictures(sql: ReadSql, _lookaheadMs: number, most: number): Promise<DuePicture[]> {
  return sql<DuePicture[]>`
    select ${columns(sql)}, realm_id, 0::float8 as wait_ms from upload
    where thumbnails = 'due' order by upload.created_at limit ${most}`;
}

/** Stores the thumbnails of a picture, unless it was deleted or another process has stored them. */
export async function settleThumbnails(
  pool: BackgroundPool,
  realmId: number,
  uploadId: number,
  drawn: readonly Thumbnail[] | undefined,
): Promise<void> {
  await pool.begin(async (sql) => {
    const { count } = await sql`
      update upload set thumbnails = ${drawn === undefined ? "failed" : "ready"}
      where realm_id = ${realmId} and id = ${uploadId} and thumbnails = 'due'`;
    if (count > 0 && drawn !== undefined) await insertThumbnails(sql, realmId, uploadId, drawn);
  });
}

/** Files that no message has had since a time, and that no draft, scheduled message or snippet contains. */
export async function uselessUploads(sql: ReadSql, realmId: number, since: Date, most: number): Promise<Upload[]> {
  const naming = (table: Fragment) => sql`
    exists (
      select from ${table} text
      where text.realm_id = u.realm_id and text.content like '%/user_uploads/%' and position(u.file in text.content) > 0)`;
  return sql<Upload[]>`
    select ${columns(sql)} from upload u
    where realm_id = ${realmId} and unclaimed_since < ${since}
      and not ${naming(sql`draft`)} and not ${naming(sql`scheduled_message`)} and not ${naming(sql`saved_snippet`)}
    order by unclaimed_since limit ${most}`;
}
