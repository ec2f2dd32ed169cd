import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { DueRow } from "#engine/jobs/due.ts";

export interface Reminder {
  readonly id: number;
  readonly userId: number;
  readonly messageId: number;
  readonly note: string;
  readonly content: string;
  readonly renderedContent: string;
  /** UNIX seconds. */
  readonly deliverAt: number;
  readonly failure: string | null;
}

const columns = (sql: ReadSql) => sql`
  id, user_id, message_id, note, content, rendered_content, extract(epoch from deliver_at)::int8 as deliver_at, failure`;

/** A user's reminders, the earliest first. */
export async function remindersOf(sql: ReadSql, realmId: number, userId: number): Promise<Reminder[]> {
  return sql<Reminder[]>`
    select ${columns(sql)} from reminder
    where realm_id = ${realmId} and user_id = ${userId} order by reminder.deliver_at, id`;
}

export async function countReminders(sql: ReadSql, realmId: number, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from reminder where realm_id = ${realmId} and user_id = ${userId}`;
  return row?.count ?? 0;
}

export async function insertReminder(sql: TxSql, realmId: number, reminder: Reminder): Promise<void> {
  await sql`
    insert into reminder (realm_id, id, user_id, message_id, note, content, rendered_content, deliver_at)
    values (${realmId}, ${reminder.id}, ${reminder.userId}, ${reminder.messageId}, ${reminder.note}, ${reminder.content},
            ${reminder.renderedContent}, to_timestamp(${reminder.deliverAt}))`;
}

/** Returns whether the user had such a reminder. */
export async function deleteReminder(sql: TxSql, realmId: number, userId: number, id: number): Promise<boolean> {
  const { count } = await sql`
    delete from reminder where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`;
  return count > 0;
}

/** False if it was deleted or has failed before. */
export async function markReminderFailed(sql: TxSql, realmId: number, id: number, failure: string): Promise<boolean> {
  const { count } = await sql`
    update reminder set failure = ${failure} where realm_id = ${realmId} and id = ${id} and failure is null`;
  return count > 0;
}

export interface DueReminder extends Reminder, DueRow {}

export const hasDueReminders = (sql: ReadSql, lookaheadMs: number): Fragment =>
  sql`exists (select from reminder where ${isDue(sql, lookaheadMs)})`;

const isDue = (sql: ReadSql, lookaheadMs: number) =>
  sql`failure is null and reminder.deliver_at <= now() + make_interval(secs => ${lookaheadMs / 1000})`;

export async function dueReminders(sql: ReadSql, lookaheadMs: number, most: number): Promise<DueReminder[]> {
  return sql<DueReminder[]>`
    select ${columns(sql)}, realm_id, extract(epoch from reminder.deliver_at - now())::float8 * 1000 as wait_ms
    from reminder where ${isDue(sql, lookaheadMs)}
    order by reminder.deliver_at, id limit ${most}`;
}
