import type { Connection } from "../db/database.ts";
import { hasArrivedFor } from "../messages/held.ts";
import { columns, joins, type MessageRow } from "../messages/queries.ts";
import type { Channel } from "../model/records.ts";

/** A topic as one reader of its channel sees it. */
export interface SeenTopic {
  readonly readerId: number;
  readonly channel: Channel;
  readonly topic: string;
}

const isInTopic = (sql: Connection, realmId: number, { channel, topic }: SeenTopic) => sql`
  m.realm_id = ${realmId} and m.conversation_id = ${channel.id} and not m.is_direct and lower(m.topic) = lower(${topic})`;

/** Says in SQL what `mayReadMessage` says to somebody who may read the channel. */
const isSeen = (sql: Connection, { readerId, channel }: SeenTopic) =>
  channel.historyPublicToSubscribers ? sql`true` : hasArrivedFor(sql, readerId);

/** A topic's messages from one on, ascending, without their texts: all of them, or those that the reader sees. */
export async function messagesOfTopic(
  sql: Connection,
  realmId: number,
  topic: SeenTopic,
  part: { readonly from: number; readonly isSeen: boolean; readonly limit: number },
): Promise<readonly MessageRow[]> {
  return sql<MessageRow[]>`
    select ${columns(sql, topic.readerId, "none")}
    from message m ${joins(sql, topic.readerId)}
    where ${isInTopic(sql, realmId, topic)} and m.id >= ${part.from} and ${part.isSeen ? isSeen(sql, topic) : sql`true`}
    order by m.id limit ${part.limit}`;
}

/** Whether the reader sees a message of the topic before this one or, on request, behind it. */
export async function seesOthers(
  sql: Connection,
  realmId: number,
  topic: SeenTopic,
  messageId: number,
  behind: boolean,
): Promise<boolean> {
  const rows = await sql`
    select from message m
    where ${isInTopic(sql, realmId, topic)} and ${isSeen(sql, topic)}
      and (m.id < ${messageId} or (${behind} and m.id > ${messageId}))
    limit 1`;
  return rows.length > 0;
}

export interface TopicAge {
  readonly total: number;
  /** Those that are young enough, and the first of them. */
  readonly young: number;
  readonly firstYoung: number | null;
}

/** How much of what the reader sees of a topic was sent at a time (UNIX seconds) or later; nothing if all of it was. */
export async function ageOfTopic(
  sql: Connection,
  realmId: number,
  topic: SeenTopic,
  since: number,
): Promise<TopicAge | undefined> {
  const sentAt = sql`date_part('epoch', m.sent_at)::int8`;
  const old = await sql`
    select from message m
    where ${isInTopic(sql, realmId, topic)} and ${isSeen(sql, topic)} and ${sentAt} < ${since}
    order by m.id limit 1`;
  if (old.length === 0) return undefined;
  const [age] = await sql<[TopicAge]>`
    select count(*) as total, count(*) filter (where ${sentAt} >= ${since}) as young,
           min(m.id) filter (where ${sentAt} >= ${since}) as first_young
    from message m where ${isInTopic(sql, realmId, topic)} and ${isSeen(sql, topic)}`;
  return age;
}
