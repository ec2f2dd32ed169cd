import type { TxSql } from "#engine/db/database.ts";
import { hasArrivedFor } from "../read/received.ts";
import { columns, joins, type MessageRow } from "../queries.ts";
import type { Span } from "#engine/model/access/permissions.ts";
import { hasArrivedWithin, hasSentWithin, isInTopic, type TopicPlace } from "../topics/received.ts";

/** A topic as one reader of its channel sees it. */
export interface SeenTopic extends TopicPlace {
  readonly readerId: number;
  /** The spans of the reader's subscription, if the history is protected: see `mayReadMessage`. */
  readonly spans: readonly Span[] | undefined;
}

const isSeen = (sql: TxSql, { readerId, spans }: SeenTopic) =>
  spans === undefined ? sql`true` : hasArrivedFor(sql, readerId);

/** A topic's messages from an ID on, ascending, without texts: all of them, or those that the reader sees. */
export async function messagesOfTopic(
  sql: TxSql,
  topic: SeenTopic,
  part: { readonly from: number; readonly isSeen: boolean; readonly limit: number },
): Promise<readonly MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql, topic.readerId, "none")}
    from message m ${joins(sql, topic.readerId)}
    where ${isInTopic(sql, topic)} and m.id >= ${part.from} and ${part.isSeen ? isSeen(sql, topic) : sql`true`}
    order by m.id limit ${part.limit}`;
}

/** Whether the reader sees a message of the topic within a range of IDs. */
export async function seesWithin(sql: TxSql, topic: SeenTopic, [first, past]: Span): Promise<boolean> {
  const { spans } = topic;
  const isWithin = sql`m.id >= ${first} and m.id < ${past}`;
  if (spans === undefined) {
    const rows = await sql`select from message m where ${isInTopic(sql, topic)} and ${isWithin} limit 1`;
    return rows.length > 0;
  }
  const clipped = spans.map(([from, until]): Span => [Math.max(from, first), Math.min(until, past)]);
  const [row] = await sql<{ found: boolean }[]>`
    select ${hasSentWithin(sql, topic, clipped)} or ${hasArrivedWithin(sql, topic, spans, isWithin)} as found`;
  return row?.found ?? false;
}

/** Which users see a message of a topic with a protected history, by the spans of their subscriptions. */
export async function whoSees(
  sql: TxSql,
  place: TopicPlace,
  times: readonly (readonly [userId: number, span: Span])[],
): Promise<Set<number>> {
  const span = sql`
    unnest(
      ${times.map(([userId]) => userId)}::int8[], ${times.map(([, [first]]) => first)}::int8[],
      ${times.map(([, [, past]]) => past)}::int8[]
    ) as span (user_id, first, past)`;
  const rows = await sql<{ userId: number }[]>`
    select span.user_id from ${span}, lateral (
      select from message m
      where ${isInTopic(sql, place)} and m.origin_id is null and m.id >= span.first and m.id < span.past
      limit 1) sent
    union
    select span.user_id from message m
    join ${span} on (m.moves -> -1 ->> 1)::int8 >= span.first and (m.moves -> -1 ->> 1)::int8 < span.past
    where ${isInTopic(sql, place)} and m.origin_id is not null`;
  return new Set(rows.map(({ userId }) => userId));
}

export interface TopicAge {
  readonly total: number;
  /** The number of messages that are young enough, and the first of them. */
  readonly young: number;
  readonly firstYoung: number | null;
}

/** Counts the reader's messages of a topic that were sent at `since` (UNIX seconds) or later; undefined if all were. */
export async function ageOfTopic(sql: TxSql, topic: SeenTopic, since: number): Promise<TopicAge | undefined> {
  const sentAt = sql`date_part('epoch', m.sent_at)::int8`;
  const old = await sql`
    select from message m
    where ${isInTopic(sql, topic)} and ${isSeen(sql, topic)} and ${sentAt} < ${since}
    order by m.id limit 1`;
  if (old.length === 0) return undefined;
  const [age] = await sql<[TopicAge]>`
    select count(*) as total, count(*) filter (where ${sentAt} >= ${since}) as young,
           min(m.id) filter (where ${sentAt} >= ${since}) as first_young
    from message m where ${isInTopic(sql, topic)} and ${isSeen(sql, topic)}`;
  return age;
}
