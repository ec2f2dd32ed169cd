import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { Stay } from "#engine/model/access/permissions.ts";
import { type Message, TRAITS } from "#domains/records/messages/message.ts";
import { isInTopic, type TopicPlace } from "./topics/received.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { hasArrivedFor } from "./read/received.ts";
import { caseless } from "#platform/characters.ts";

/** A message with the stored state of one reader. */
export interface MessageRow extends Message {
  readonly bits: number;
  readonly isRead: boolean;
  /** The channels that it has been in, if it was moved; see Whereabouts. */
  readonly moves: readonly Stay[] | null;
  /** Its edits, newest first. */
  readonly edits: readonly Edit[] | null;
}

/** An edit of a message, with the values before it. */
export interface Edit {
  readonly userId: number | null;
  /** UNIX seconds. */
  readonly at: number;
  readonly prevContent?: string;
  readonly prevRendered?: string;
  readonly prevTopic?: string;
  readonly topic?: string;
  readonly prevChannel?: number;
  readonly channel?: number;
}

/** The columns to read: the two texts are large. */
export type Wanted = "content" | "rendered" | "both" | "none" | "state";

/** The two texts, of which a reader may leave those out that are long. */
export const texts = (sql: ReadSql, wanted: Wanted, unlessLong = (text: Fragment): Fragment => text) => {
  const content = unlessLong(sql`m.content`);
  const rendered = unlessLong(sql`m.rendered_content`);
  if (wanted === "none") return sql`'' as content, '' as rendered_content`;
  if (wanted === "both") return sql`${content} as content, ${rendered} as rendered_content`;
  if (wanted === "content") return sql`${content} as content, '' as rendered_content`;
  // Only the prefix is needed, to decide whether the message is a `/me` message.
  return sql`
    case when starts_with(m.content, '/me ') then '/me ' else '' end as content, ${rendered} as rendered_content`;
};

/** The old texts of a message, in bytes of JSON. */
export const MAX_EDIT_BYTES = 1024 * 1024;
/** A compressed list of edits is never 255 times as long. */
const SHORT_EDIT_BYTES = MAX_EDIT_BYTES / 256;

/**
 * The edits of a message, newest first, without those whose texts are too many: the newest and the first stay, whatever
 * their length, and of the others the newest ones. `pg_column_size` does not read what is stored outside of its row.
 */
export const keptEdits = (sql: ReadSql, edits: Fragment): Fragment => sql`
  case when coalesce(pg_column_size(${edits}), 0) <= ${SHORT_EDIT_BYTES} then ${edits} else (
    select jsonb_agg(e.edit order by e.age)
    from (
      select edit, age, jsonb_array_length(${edits}) as count,
        sum(octet_length(edit::text)) over (order by age <> 1 and age <> jsonb_array_length(${edits}), age) as bytes
      from jsonb_array_elements(${edits}) with ordinality as o (edit, age)
    ) e
    where e.bytes <= ${MAX_EDIT_BYTES} or e.age in (1, e.count)
  ) end`;

/** The conversation of nearly all of the messages: its read state is then looked up once. */
export interface CommonPlace {
  readonly realmId: number;
  readonly conversationId: number;
}

/**
 * The columns of a `MessageRow`, from message m and message_flag f. `state` has only the place of a message and its
 * reader's state, because thousands of such rows are marked at once.
 */
export const columns = (sql: ReadSql, userId: number, wanted: Wanted, place?: CommonPlace) =>
  wanted === "state"
    ? sql`m.id, m.conversation_id, m.is_direct, m.topic, m.traits, m.moves, ${state(sql, userId, place)}`
    : sql`
  ${columnsBesideTexts(sql, userId, place)}, ${texts(sql, wanted)}, ${keptEdits(sql, sql`m.edits`)} as edits`;

/** The columns of a `MessageRow` that are never large. */
export const columnsBesideTexts = (sql: ReadSql, userId: number, place?: CommonPlace) => sql`
  m.id, m.conversation_id, m.is_direct, m.sender_id, m.topic, date_part('epoch', m.sent_at)::int8 as sent_at, m.client,
  m.traits, m.moves, ${state(sql, userId, place)}`;

const state = (sql: ReadSql, userId: number, place?: CommonPlace) => sql`
  coalesce(f.bits, 0) as bits, ${isRead(sql, userId, place)} as is_read`;

export const isRead = (sql: ReadSql, userId: number, place?: CommonPlace) => sql`
  (coalesce(${readRanges(sql, userId, place)} @> m.id, false) or (m.sender_read and m.sender_id = ${userId}))`;

/** The read ranges of the user in the conversation to which the message was sent. */
const readRanges = (sql: ReadSql, userId: number, place?: CommonPlace) => {
  const own = sql`(
    select ranges from read_state
    where realm_id = m.realm_id and user_id = ${userId} and conversation_id = coalesce(m.origin_id, m.conversation_id))`;
  if (place === undefined) return own;
  return sql`
    case when coalesce(m.origin_id, m.conversation_id) = ${place.conversationId} then (
      select ranges from read_state
      where realm_id = ${place.realmId} and user_id = ${userId} and conversation_id = ${place.conversationId})
    else ${own} end`;
};

/**
 * Flags are looked up only for messages that have any. `offset 0` makes it one index lookup for each message: without
 * statistics the planner expects a single row of all flags of a user, and scans them for every message.
 */
export const joins = (sql: ReadSql, userId: number) => sql`
  left join lateral (
    select bits from message_flag
    where m.traits & ${TRAITS.hasFlags} <> 0 and realm_id = m.realm_id and user_id = ${userId} and message_id = m.id
    offset 0
  ) f on true`;

/** Whether the ID of message m is in a range, so that an index of IDs can be used; `@>` uses none. */
export const isInRange = (sql: ReadSql, range: Fragment): Fragment =>
  sql`m.id >= coalesce(lower(${range}), 0) and m.id < coalesce(upper(${range}), 9223372036854775807)`;

/**
 * The messages m of a place in the order of their IDs, for conditions outside of it. `offset 0` keeps the planner from
 * using an index for one of those conditions, by which it would read the same messages again for every place.
 */
export const inOrder = (sql: ReadSql, place: Fragment, order: Fragment): Fragment =>
  sql`(select * from message m where ${place} order by m.id ${order} offset 0) m`;

export interface Read<Row> {
  readonly rows: readonly Row[];
  /** The head of the log at the time of the read; the model must reach it before it is used to check the rows. */
  readonly position: number;
}

/** Messages by ID with the reader's state; the caller checks whether the reader may read them. */
export async function messagesById(
  sql: ReadSql,
  realmId: number,
  userId: number,
  ids: readonly number[],
  wanted: Wanted = "both",
): Promise<Read<MessageRow>> {
  const rows = await sql<(MessageRow & { position: number })[]>`
    select ${columns(sql, userId, wanted)}, h.position
    from realm_head h join message m on m.realm_id = h.realm_id ${joins(sql, userId)}
    where h.realm_id = ${realmId} and m.id = any(${[...ids]}::int8[])
    order by m.id`;
  return { rows, position: rows[0]?.position ?? 0 };
}

/** At most `limit` senders of a topic: one index lookup for each, whatever the number of their messages. */
export async function topicSenders(sql: ReadSql, place: TopicPlace, limit: number): Promise<number[]> {
  const rows = await sql<{ userId: number }[]>`
    with recursive sender as (
      (select m.sender_id as user_id from message m where ${isInTopic(sql, place)} order by m.sender_id limit 1)
      union all
      select (
        select m.sender_id from message m
        where ${isInTopic(sql, place)} and m.sender_id > sender.user_id
        order by m.sender_id limit 1)
      from sender where sender.user_id is not null
    )
    select user_id from sender where user_id is not null limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

/** The users who reacted to one of the newest messages of a topic. */
export async function topicReactors(sql: ReadSql, place: TopicPlace, newest: number): Promise<number[]> {
  const rows = await sql<{ userId: number }[]>`
    with newest as (select m.id from message m where ${isInTopic(sql, place)} order by m.id desc limit ${newest})
    select distinct r.user_id from newest join reaction r on r.realm_id = ${place.realmId} and r.message_id = newest.id`;
  return rows.map(({ userId }) => userId);
}

/** A topic and its viewer; with a protected history they see only messages within their spans. */
export interface ViewedTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly isProtected: boolean;
}

/** The newest message of each topic that its reader can see. */
export async function newestInTopics(
  sql: ReadSql,
  realmId: number,
  readerId: number,
  topics: readonly ViewedTopic[],
): Promise<{ channelId: number; topic: string; id: number }[]> {
  return sql<{ channelId: number; topic: string; id: number }[]>`
    select named.channel_id, named.topic, newest.id
    from unnest(
      ${topics.map(({ channelId }) => channelId)}::int8[],
      ${topics.map(({ topic }) => topic)}::text[],
      ${topics.map(({ topic }) => caseless(topic))}::text[],
      ${topics.map(({ isProtected }) => Number(isProtected))}::int4[]
    ) as named (channel_id, topic, topic_key, is_protected),
    lateral (
      select m.id from message m
      where m.realm_id = ${realmId} and m.conversation_id = named.channel_id and not m.is_direct
        and m.topic_key = named.topic_key and (named.is_protected = 0 or ${hasArrivedFor(sql, readerId)})
      order by m.id desc limit 1
    ) newest`;
}

/** The users who added messages to their history that they had not received. */
export async function keptMessages(
  sql: ReadSql,
  realmId: number,
  messageIds: readonly number[],
): Promise<{ messageId: number; userId: number }[]> {
  return sql<{ messageId: number; userId: number }[]>`
    select message_id, user_id from message_flag
    where realm_id = ${realmId} and message_id = any(${[...messageIds]}::int8[])
      and bits & ${BITS.historical}::int2 <> 0
    order by user_id`;
}
