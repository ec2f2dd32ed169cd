import type { ReadSql } from "#engine/db/database.ts";
import type { Span } from "#engine/model/access/permissions.ts";
import type { VisibilityPolicy } from "./policy.ts";
import { hasArrivedWithin, hasSentWithin, isInTopic, type TopicPlace } from "./received.ts";
import { caseless } from "#platform/characters.ts";

export interface UserTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly policy: VisibilityPolicy;
  /** UNIX seconds. */
  readonly updatedAt: number;
}

export async function userTopics(sql: ReadSql, realmId: number, userId: number): Promise<UserTopic[]> {
  return sql<UserTopic[]>`
    select channel_id, topic, visibility_policy as policy, extract(epoch from updated_at)::int8 as updated_at
    from user_topic where realm_id = ${realmId} and user_id = ${userId}
    order by updated_at, channel_id, topic_key`;
}

/** A user's policy for one topic, whatever its case. */
export async function userTopic(
  sql: ReadSql,
  realmId: number,
  userId: number,
  channelId: number,
  topic: string,
): Promise<UserTopic | undefined> {
  const [row] = await sql<UserTopic[]>`
    select channel_id, topic, visibility_policy as policy, extract(epoch from updated_at)::int8 as updated_at
    from user_topic
    where realm_id = ${realmId} and user_id = ${userId} and channel_id = ${channelId}
      and topic_key = ${caseless(topic)}`;
  return row;
}

/** The policies of all users for a topic. */
export async function everybodysTopic(
  sql: ReadSql,
  realmId: number,
  channelId: number,
  topic: string,
): Promise<{ userId: number; policy: VisibilityPolicy }[]> {
  return sql<{ userId: number; policy: VisibilityPolicy }[]>`
    select user_id, visibility_policy as policy from user_topic
    where realm_id = ${realmId} and channel_id = ${channelId} and topic_key = ${caseless(topic)}
    order by user_id`;
}

export async function hasMessages(sql: ReadSql, place: TopicPlace): Promise<boolean> {
  const rows = await sql`select from message m where ${isInTopic(sql, place)} limit 1`;
  return rows.length > 0;
}

/** Whether a topic of a protected history has a message that was sent or moved there within the spans. */
export async function hasMessagesWithin(sql: ReadSql, place: TopicPlace, spans: readonly Span[]): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select ${hasSentWithin(sql, place, spans)} or ${hasArrivedWithin(sql, place, spans, sql`true`)} as found`;
  return row?.found ?? false;
}
