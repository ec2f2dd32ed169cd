import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { DueRow } from "#engine/jobs/due.ts";

export interface ScheduledMessage {
  readonly id: number;
  readonly userId: number;
  readonly type: "private" | "stream";
  /** A channel, or users other than the sender; the sender is listed only if alone. */
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly client: string;
  readonly senderRead: boolean;
  /** UNIX seconds. */
  readonly deliverAt: number;
  /** Why it could not be delivered. */
  readonly failure: string | null;
  /** Increases with every change. */
  readonly revision: number;
}

const columns = (sql: ReadSql) => sql`
  id, user_id, type, recipients as to, topic, content, rendered_content, client, sender_read,
  extract(epoch from deliver_at)::int8 as deliver_at, failure, revision`;

/** A user's scheduled messages, the earliest first. */
export async function scheduledOf(sql: ReadSql, realmId: number, userId: number): Promise<ScheduledMessage[]> {
  return sql<ScheduledMessage[]>`
    select ${columns(sql)} from scheduled_message
    where realm_id = ${realmId} and user_id = ${userId} order by scheduled_message.deliver_at, id`;
}

export async function scheduledById(
  sql: ReadSql,
  realmId: number,
  userId: number,
  id: number,
): Promise<ScheduledMessage | undefined> {
  const [row] = await sql<ScheduledMessage[]>`
    select ${columns(sql)} from scheduled_message
    where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`;
  return row;
}

/** How many messages a user has scheduled, and the bytes of their texts; without one of them. */
export async function roomTaken(
  sql: ReadSql,
  realmId: number,
  userId: number,
  except = 0,
): Promise<{ count: number; bytes: number }> {
  const [row] = await sql<{ count: number; bytes: number }[]>`
    select count(*), coalesce(sum(octet_length(content) + octet_length(rendered_content)), 0)::int8 as bytes
    from scheduled_message where realm_id = ${realmId} and user_id = ${userId} and id <> ${except}`;
  return row ?? { count: 0, bytes: 0 };
}

export async function insertScheduled(sql: TxSql, realmId: number, scheduled: ScheduledMessage): Promise<void> {
  await sql`
    insert into scheduled_message (realm_id, id, user_id, type, recipients, topic, content, rendered_content, client,
                                   sender_read, deliver_at)
    values (${realmId}, ${scheduled.id}, ${scheduled.userId}, ${scheduled.type}, ${[...scheduled.to]}::int8[], ${scheduled.topic}, ${scheduled.content},
            ${scheduled.renderedContent}, ${scheduled.client}, ${scheduled.senderRead}, to_timestamp(${scheduled.deliverAt}))`;
}

/** Replaces the message with the same ID. */
export async function replaceScheduled(sql: TxSql, realmId: number, scheduled: ScheduledMessage): Promise<void> {
  await sql`
    update scheduled_message
    set type = ${scheduled.type}, recipients = ${[...scheduled.to]}::int8[], topic = ${scheduled.topic}, content = ${scheduled.content},
        rendered_content = ${scheduled.renderedContent}, client = ${scheduled.client}, sender_read = ${scheduled.senderRead},
        deliver_at = to_timestamp(${scheduled.deliverAt}), failure = ${scheduled.failure}, revision = revision + 1
    where realm_id = ${realmId} and id = ${scheduled.id}`;
}

export async function deleteScheduled(sql: TxSql, realmId: number, userId: number, id: number): Promise<boolean> {
  const { count } = await sql`
    delete from scheduled_message where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`;
  return count > 0;
}

export interface DueMessage extends ScheduledMessage, DueRow {}

export const hasDueMessages = (sql: ReadSql, lookaheadMs: number): Fragment =>
  sql`exists (select from scheduled_message where ${isDue(sql, lookaheadMs)})`;

const isDue = (sql: ReadSql, lookaheadMs: number) =>
  sql`failure is null and scheduled_message.deliver_at <= now() + make_interval(secs => ${lookaheadMs / 1000})`;

export async function dueMessages(sql: ReadSql, lookaheadMs: number, most: number): Promise<DueMessage[]> {
  return sql<DueMessage[]>`
    select ${columns(sql)}, realm_id, extract(epoch from scheduled_message.deliver_at - now())::float8 * 1000 as wait_ms
    from scheduled_message where ${isDue(sql, lookaheadMs)}
    order by scheduled_message.deliver_at, id limit ${most}`;
}

/** Deletes a message to deliver it, and stores for a while that it was; false if it was deleted or changed since it was read. */
export async function takeScheduled(sql: TxSql, realmId: number, scheduled: ScheduledMessage): Promise<boolean> {
  const { count } = await sql`
    with taken as (
      delete from scheduled_message where realm_id = ${realmId} and id = ${scheduled.id} and revision = ${scheduled.revision}
      returning realm_id, user_id, id
    ), forgotten as (
      delete from sent_scheduled
      where realm_id = ${realmId} and user_id = ${scheduled.userId} and sent_at < now() - interval '30 days'
    )
    insert into sent_scheduled (realm_id, user_id, id) select * from taken`;
  return count > 0;
}

export async function wasSent(sql: ReadSql, realmId: number, userId: number, id: number): Promise<boolean> {
  const rows = await sql`
    select from sent_scheduled where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`;
  return rows.length > 0;
}

/** False if it was deleted or changed since it was read. */
export async function markScheduledFailed(
  sql: TxSql,
  realmId: number,
  scheduled: ScheduledMessage,
  failure: string,
): Promise<boolean> {
  const { count } = await sql`
    update scheduled_message set failure = ${failure}, revision = revision + 1
    where realm_id = ${realmId} and id = ${scheduled.id} and revision = ${scheduled.revision}`;
  return count > 0;
}
