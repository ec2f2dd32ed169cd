import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";

export interface Export {
  readonly id: number;
  readonly actingUserId: number;
  readonly kind: number;
  readonly status: "pending" | "done" | "failed" | "deleted";
  /** UNIX seconds. */
  readonly startedAt: number;
  readonly failedAt: number | null;
  readonly deletedAt: number | null;
  readonly progress: number;
  readonly size: number;
  /** Which of the attempts to make it is the last one, and has its bytes. */
  readonly attempts: number;
}

const columns = (sql: ReadSql) => sql`
  id, acting_user_id, kind, status, extract(epoch from started_at)::int8 as started_at,
  extract(epoch from failed_at)::int8 as failed_at, extract(epoch from deleted_at)::int8 as deleted_at,
  progress, size, attempts`;

/** The newest first, and no more than anybody looks at. */
const MAX_LISTED = 1000;

export async function readExports(sql: ReadSql, realmId: number): Promise<Export[]> {
  return sql<Export[]>`
    select ${columns(sql)} from realm_export where realm_id = ${realmId} order by id desc limit ${MAX_LISTED}`;
}

export async function readExport(sql: ReadSql, realmId: number, id: number): Promise<Export | undefined> {
  const [row] = await sql<Export[]>`
    select ${columns(sql)} from realm_export where realm_id = ${realmId} and id = ${id}`;
  return row;
}

/** How many were started in this time and made: neither failed nor cancelled. */
export async function countExports(sql: ReadSql, realmId: number, days: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from realm_export
    where realm_id = ${realmId} and size > 0 and started_at > now() - make_interval(days => ${days})`;
  return row?.count ?? 0;
}

export async function insertExport(
  sql: TxSql,
  realmId: number,
  added: Pick<Export, "id" | "actingUserId" | "kind">,
): Promise<void> {
  await sql`
    insert into realm_export (realm_id, id, acting_user_id, kind)
    values (${realmId}, ${added.id}, ${added.actingUserId}, ${added.kind})`;
}

export async function markDeleted(sql: TxSql, realmId: number, id: number): Promise<void> {
  await sql`
    update realm_export set status = 'deleted', deleted_at = now() where realm_id = ${realmId} and id = ${id}`;
}

/** False if it is not pending any more, or another attempt's. */
export async function markDone(
  sql: TxSql,
  realmId: number,
  { id, attempts }: PendingExport,
  size: number,
): Promise<boolean> {
  const { count } = await sql`
    update realm_export set status = 'done', size = ${size}, progress = 100
    where realm_id = ${realmId} and id = ${id} and status = 'pending' and attempts = ${attempts}`;
  return count > 0;
}

export async function markExportFailed(sql: TxSql, realmId: number, { id, attempts }: PendingExport): Promise<boolean> {
  const { count } = await sql`
    update realm_export set status = 'failed', failed_at = now()
    where realm_id = ${realmId} and id = ${id} and status = 'pending' and attempts = ${attempts}`;
  return count > 0;
}

export interface PendingExport {
  readonly realmId: number;
  readonly id: number;
  readonly kind: number;
  /** This one included. */
  readonly attempts: number;
}

/** For so long an export belongs to the process that makes it, counted from the last piece that it has stored. */
export const LEASE_SECONDS = 60;

/** Takes exports that nobody makes: new ones, and those whose process has died. */
export async function takePendingExport(sql: BackgroundSql, most: number): Promise<PendingExport[]> {
  return sql<PendingExport[]>`
    update realm_export set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where (realm_id, id) in (
      select realm_id, id from realm_export where status = 'pending' and leased_until <= now()
      order by started_at limit ${most} for update skip locked)
    returning realm_id, id, kind, attempts`;
}

/** Keeps an export for longer. False if it is another process's by now, or was cancelled. */
export async function keepHold(sql: BackgroundSql, pending: PendingExport, progress: number): Promise<boolean> {
  const { count } = await sql`
    update realm_export set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), progress = ${progress}
    where realm_id = ${pending.realmId} and id = ${pending.id} and status = 'pending' and attempts = ${pending.attempts}`;
  return count > 0;
}

/** Ends the lease, so that the next process can start the export again at once. */
export async function giveBack(sql: BackgroundSql, pending: PendingExport): Promise<void> {
  await sql`
    update realm_export set leased_until = now(), attempts = attempts - 1
    where realm_id = ${pending.realmId} and id = ${pending.id} and status = 'pending' and attempts = ${pending.attempts}`;
}

export async function insertExportChunk(
  sql: BackgroundSql,
  pending: PendingExport,
  number: number,
  data: Buffer,
): Promise<void> {
  await sql`
    insert into export_chunk (realm_id, export_id, attempt, number, data)
    values (${pending.realmId}, ${pending.id}, ${pending.attempts}, ${number}, ${data})`;
}

export async function readChunk(
  sql: ReadSql,
  realmId: number,
  stored: Export,
  number: number,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ data: Buffer }[]>`
    select data from export_chunk
    where realm_id = ${realmId} and export_id = ${stored.id} and attempt = ${stored.attempts} and number = ${number}`;
  return row?.data;
}

/** Removes a few of the pieces that nobody will read: of exports that are gone, and of attempts that came to nothing. */
export async function deleteUselessChunks(sql: BackgroundSql, realmId: number, most: number): Promise<number> {
  const { count } = await sql`
    delete from export_chunk where (realm_id, export_id, attempt, number) in (
      select c.realm_id, c.export_id, c.attempt, c.number
      from export_chunk c join realm_export e on e.realm_id = c.realm_id and e.id = c.export_id
      where c.realm_id = ${realmId} and (e.status in ('failed', 'deleted') or c.attempt < e.attempts)
      limit ${most})`;
  return count;
}
