import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { DueRow } from "#engine/jobs/due.ts";
import { OFFLINE_SECONDS } from "#domains/people/presence/sighting.ts";
import type { Missed } from "./queries.ts";
import type { MailTrigger } from "./trigger.ts";

const MAX_AT_ONCE = 1000;

/** The users who have a client that listens to messages now, or may poll again. */
export async function listeners(sql: ReadSql, realmId: number, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await sql<{ userId: number }[]>`
    select distinct user_id from event_queue
    where realm_id = ${realmId} and user_id = any(${[...userIds]}::int8[])
      and touched_at > now() - make_interval(secs => lifespan_secs)
      and (options -> 'eventTypes' = 'null' or options -> 'eventTypes' ? 'message')`;
  return new Set(rows.map(({ userId }) => userId));
}

export async function insertUnseen(sql: BackgroundSql, realmId: number, unseen: readonly Missed[]): Promise<void> {
  if (unseen.length === 0) return;
  await sql`
    insert into unseen_message (realm_id, user_id, message_id, trigger, noted_at)
    select ${realmId}, user_id, message_id, trigger, now()
    from unnest(
      ${unseen.map(({ userId }) => userId)}::int8[],
      ${unseen.map(({ messageId }) => messageId)}::int8[],
      ${unseen.map(({ trigger }) => trigger)}::text[]
    ) as new (user_id, message_id, trigger)
    on conflict do nothing`;
}

/** Organizations with messages so old that a reader who was not active since then is absent. */
export const hasDueUnseen = (sql: ReadSql, lookaheadMs: number): Fragment =>
  sql`exists (select from unseen_message where ${isDue(sql, lookaheadMs)})`;

const isDue = (sql: ReadSql, lookaheadMs: number) =>
  sql`noted_at <= now() - make_interval(secs => ${OFFLINE_SECONDS - lookaheadMs / 1000})`;

export async function dueUnseen(sql: ReadSql, lookaheadMs: number, most: number): Promise<DueRow[]> {
  return sql<DueRow[]>`
    select realm_id, ${OFFLINE_SECONDS * 1000} - extract(epoch from now() - min(noted_at))::float8 * 1000 as wait_ms
    from unseen_message where ${isDue(sql, lookaheadMs)}
    group by realm_id order by min(noted_at) limit ${most}`;
}

export interface Unseen {
  readonly userId: number;
  readonly messageId: number;
  readonly trigger: MailTrigger;
  /** UNIX seconds. */
  readonly notedAt: number;
}

export async function takeUnseen(sql: BackgroundSql, realmId: number): Promise<Unseen[]> {
  return sql<Unseen[]>`
    delete from unseen_message where (realm_id, user_id, message_id) in (
      select realm_id, user_id, message_id from unseen_message
      where realm_id = ${realmId} and noted_at <= now() - make_interval(secs => ${OFFLINE_SECONDS})
      order by noted_at limit ${MAX_AT_ONCE})
    returning user_id, message_id, trigger, extract(epoch from noted_at)::float8 as noted_at`;
}
