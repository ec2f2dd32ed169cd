import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { DueRow } from "#engine/jobs/due.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { columns, joins, type MessageRow } from "#domains/conversations/queries.ts";
import { VISIBILITY } from "#domains/conversations/topics/policy.ts";
import { isInTopic } from "#domains/conversations/topics/received.ts";
import type { Message } from "#domains/records/messages/message.ts";
import type { MailTrigger, ReaderSettings } from "./trigger.ts";
import { caseless } from "#platform/characters.ts";

const NOBODY = 0;

/** Locks the organization's cursor, so that one process at a time checks its messages; undefined if another has it. */
export async function takeMailCursor(sql: BackgroundSql, realmId: number): Promise<number | undefined> {
  await sql`
    insert into notification_cursor (realm_id, message_id)
    select ${realmId}, coalesce((
      select id from message where realm_id = ${realmId} and sent_at < now() - interval '5 minutes'
      order by id desc limit 1), 0)
    where not exists (select from notification_cursor where realm_id = ${realmId})
    on conflict do nothing`;
  const [row] = await sql<{ messageId: number }[]>`
    select message_id from notification_cursor where realm_id = ${realmId} for update skip locked`;
  return row?.messageId;
}

export async function moveMailCursor(sql: BackgroundSql, realmId: number, messageId: number): Promise<void> {
  await sql`update notification_cursor set message_id = ${messageId} where realm_id = ${realmId}`;
}

/** The next messages to check. */
export async function messagesAfter(sql: ReadSql, realmId: number, id: number, most: number): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql, NOBODY, "none")}
    from message m ${joins(sql, NOBODY)}
    where m.realm_id = ${realmId} and m.id > ${id} order by m.id limit ${most}`;
}

export async function messagesAmong(sql: ReadSql, realmId: number, ids: readonly number[]): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql, NOBODY, "none")}
    from message m ${joins(sql, NOBODY)}
    where m.realm_id = ${realmId} and m.id = any(${[...ids]}::int8[]) order by m.id`;
}

/** The messages of a topic shortly before another one, as its context. */
export async function messagesBefore(
  sql: ReadSql,
  realmId: number,
  { conversationId, topic, id, sentAt }: Message,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select m.id from message m
    where ${isInTopic(sql, { realmId, channelId: conversationId, topic })}
      and m.id < ${id} and m.sent_at > to_timestamp(${sentAt - seconds})
    order by m.id desc limit ${most}`;
  return rows.map((row) => row.id);
}

export interface Edited {
  readonly messageId: number;
  readonly mentionedBefore: readonly number[];
}

/** Deletes and returns the rows of edited messages that are to be checked. */
export async function takeEdited(sql: BackgroundSql, realmId: number, most: number): Promise<Edited[]> {
  return sql<Edited[]>`
    delete from edited_message
    where realm_id = ${realmId} and message_id in (
      select message_id from edited_message where realm_id = ${realmId} order by message_id limit ${most})
    returning message_id, mentioned_before`;
}

/** For each message of a channel, the users with flags, policies or settings of their own for it. */
export async function interestedIn(
  sql: ReadSql,
  realmId: number,
  messages: readonly Message[],
): Promise<Map<number, number[]>> {
  const chosen = sql`m.realm_id = ${realmId} and m.id = any(${messages.map(({ id }) => id)}::int8[]) and not m.is_direct`;
  const rows = await sql<{ messageId: number; userId: number }[]>`
    select m.id as message_id, f.user_id
    from message m join message_flag f on f.realm_id = m.realm_id and f.message_id = m.id
    where ${chosen} and f.bits & ${BITS.mentioned | BITS.topicWildcardMentioned}::int2 <> 0
    union
    select m.id, t.user_id
    from message m join user_topic t
      on t.realm_id = m.realm_id and t.channel_id = m.conversation_id and t.topic_key = m.topic_key
    where ${chosen} and t.visibility_policy = ${VISIBILITY.followed}
    union
    select m.id, s.user_id
    from message m join subscription s on s.realm_id = m.realm_id and s.channel_id = m.conversation_id
    where ${chosen} and s.email_notifications`;
  const interested = new Map<number, number[]>();
  for (const { messageId, userId } of rows) {
    interested.set(messageId, [...(interested.get(messageId) ?? []), userId]);
  }
  return interested;
}

export interface Candidate extends ReaderSettings {
  readonly userId: number;
  readonly isRead: boolean;
}

export async function candidates(
  sql: ReadSql,
  realmId: number,
  messageId: number,
  userIds: readonly number[],
): Promise<Candidate[]> {
  return sql<Candidate[]>`
    select reader.user_id, coalesce(f.bits, 0) as bits, coalesce(r.ranges @> m.id, false) as is_read,
           s.is_muted as is_channel_muted, s.email_notifications, s.push_notifications,
           s.wildcard_mentions_notify, t.visibility_policy as policy
    from message m cross join unnest(${[...userIds]}::int8[]) as reader (user_id)
    left join message_flag f on f.realm_id = m.realm_id and f.user_id = reader.user_id and f.message_id = m.id
    left join read_state r on r.realm_id = m.realm_id and r.user_id = reader.user_id
      and r.conversation_id = coalesce(m.origin_id, m.conversation_id)
    left join subscription s on not m.is_direct and s.realm_id = m.realm_id and s.user_id = reader.user_id
      and s.channel_id = m.conversation_id
    left join user_topic t on not m.is_direct and t.realm_id = m.realm_id and t.user_id = reader.user_id
      and t.channel_id = m.conversation_id and t.topic_key = m.topic_key
    where m.realm_id = ${realmId} and m.id = ${messageId}`;
}

export interface Missed {
  readonly userId: number;
  readonly messageId: number;
  readonly trigger: MailTrigger;
  /** The delay of a mail, in which further messages join it. */
  readonly delaySeconds: number;
}

/** Messages join a pending mail to the same user. */
export async function insertMissed(sql: BackgroundSql, realmId: number, missed: readonly Missed[]): Promise<void> {
  if (missed.length === 0) return;
  await sql`
    insert into missed_message (realm_id, user_id, message_id, trigger, due_at)
    select ${realmId}, new.user_id, new.message_id, new.trigger,
           coalesce(pending.due_at, now() + make_interval(secs => new.delay_seconds))
    from unnest(
      ${missed.map(({ userId }) => userId)}::int8[],
      ${missed.map(({ messageId }) => messageId)}::int8[],
      ${missed.map(({ trigger }) => trigger)}::text[],
      ${missed.map(({ delaySeconds }) => delaySeconds)}::int4[]
    ) as new (user_id, message_id, trigger, delay_seconds)
    left join lateral (
      select min(old.due_at) as due_at from missed_message old
      where old.realm_id = ${realmId} and old.user_id = new.user_id
    ) pending on true
    on conflict do nothing`;
}

/** Delays a user's pending mail by `seconds`, which may be negative. */
export async function shiftMissed(sql: TxSql, realmId: number, userId: number, seconds: number): Promise<void> {
  await sql`
    update missed_message set due_at = due_at + make_interval(secs => ${seconds})
    where realm_id = ${realmId} and user_id = ${userId}`;
}

export interface DueMail extends DueRow {
  readonly userId: number;
}

export const hasDueMails = (sql: ReadSql, lookaheadMs: number): Fragment =>
  sql`exists (select from missed_message where ${isDue(sql, lookaheadMs)})`;

const isDue = (sql: ReadSql, lookaheadMs: number) =>
  sql`due_at <= now() + make_interval(secs => ${lookaheadMs / 1000})`;

export async function dueMails(sql: ReadSql, lookaheadMs: number, most: number): Promise<DueMail[]> {
  return sql<DueMail[]>`
    select realm_id, user_id, extract(epoch from min(due_at) - now())::float8 * 1000 as wait_ms
    from missed_message where ${isDue(sql, lookaheadMs)}
    group by realm_id, user_id order by min(due_at) limit ${most}`;
}

/** A user's missed messages, with the reason for each. */
export async function missedBy(sql: ReadSql, realmId: number, userId: number): Promise<Map<number, MailTrigger>> {
  const rows = await sql<{ messageId: number; trigger: MailTrigger }[]>`
    select message_id, trigger from missed_message where realm_id = ${realmId} and user_id = ${userId}`;
  return new Map(rows.map(({ messageId, trigger }) => [messageId, trigger]));
}

/** False if another process has taken them. */
export async function takeMissed(
  sql: BackgroundSql,
  realmId: number,
  userId: number,
  messageIds: Iterable<number>,
): Promise<boolean> {
  const { count } = await sql`
    delete from missed_message
    where realm_id = ${realmId} and user_id = ${userId} and message_id = any(${[...messageIds]}::int8[])`;
  return count > 0;
}

/** Whether users of several organizations have this address. */
export async function isSharedAddress(sql: ReadSql, email: string): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from account where email_key = ${caseless(email)} and is_active`;
  return (row?.count ?? 0) > 1;
}
