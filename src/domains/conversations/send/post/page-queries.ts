import { createHash } from "node:crypto";
import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";
import type { Embed } from "#markup/render.ts";

/** A message whose pages are to be fetched. */
export interface EmbedTask {
  readonly realmId: number;
  readonly messageId: number;
  /** Includes the current one. */
  readonly attempts: number;
  /** Whether it has waited so long that nobody reads the message any more. */
  readonly isLate: boolean;
}

/** Longer than a task may take: after this the task of a crashed process is taken again. */
const LEASE_SECONDS = 60;
const LATE_SECONDS = 600;
/** A preview is cached for a day, and its absence for minutes, because the page may only have been unreachable. */
const FOUND_SECONDS = 86_400;
const MISSED_SECONDS = 600;

export async function takePageTasks(sql: BackgroundSql, most: number): Promise<EmbedTask[]> {
  return sql<EmbedTask[]>`
    update embed_task task
    set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from (
      select realm_id, message_id from embed_task where due_at <= now()
      order by due_at limit ${most} for update skip locked
    ) taken
    where task.realm_id = taken.realm_id and task.message_id = taken.message_id
    returning task.realm_id, task.message_id, task.attempts,
      task.noted_at < now() - make_interval(secs => ${LATE_SECONDS}) as is_late`;
}

/** The task stays if the message was edited since then, because its new pages must be fetched. */
export async function finishTask(sql: BackgroundSql, { realmId, messageId, attempts }: EmbedTask): Promise<void> {
  await sql`
    delete from embed_task where realm_id = ${realmId} and message_id = ${messageId} and attempts = ${attempts}`;
}

/** Lets another process take the task at once. */
export async function giveBackTask(sql: BackgroundSql, { realmId, messageId, attempts }: EmbedTask): Promise<void> {
  await sql`
    update embed_task set attempts = attempts - 1, due_at = now()
    where realm_id = ${realmId} and message_id = ${messageId} and attempts = ${attempts}`;
}

/** URLs may be too long for an index. */
const key = (url: string): string => createHash("sha256").update(url).digest("hex");

interface PageRow extends Omit<Embed, "image"> {
  readonly address: string;
  readonly image: string | null;
}

/** The cached previews of pages; undefined for a page without one. */
export async function knownPages(
  sql: ReadSql,
  realmId: number,
  urls: readonly string[],
): Promise<Map<string, Embed | undefined>> {
  const rows = await sql<PageRow[]>`
    select address, title, description, image from linked_page
    where realm_id = ${realmId} and address = any(${urls.map(key)}::text[]) and fetched_at > now() - make_interval(
      secs => case when image is null then ${MISSED_SECONDS}::int else ${FOUND_SECONDS}::int end)`;
  const found = new Map(rows.map((row) => [row.address, row]));
  return new Map(
    urls.flatMap((url) => {
      const row = found.get(key(url));
      return row === undefined ? [] : [[url, row.image === null ? undefined : { ...row, image: row.image }] as const];
    }),
  );
}

export async function storePage(
  sql: BackgroundSql,
  realmId: number,
  url: string,
  embed: Embed | undefined,
): Promise<void> {
  const { title = "", description = "", image = null } = embed ?? {};
  await sql`
    insert into linked_page (realm_id, address, title, description, image)
    values (${realmId}, ${key(url)}, ${title}, ${description}, ${image})
    on conflict (realm_id, address) do update
    set title = excluded.title, description = excluded.description, image = excluded.image, fetched_at = now()`;
}

/** Deletes expired previews. */
export async function forgetPages(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`
    delete from linked_page
    where realm_id = ${realmId} and fetched_at < now() - make_interval(secs => ${FOUND_SECONDS})`;
}
