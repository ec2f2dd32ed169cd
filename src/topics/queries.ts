import type { Runner } from "../db/database.ts";
import type { Span } from "../model/permissions.ts";
import type { VisibilityPolicy } from "./policy.ts";
import { hasArrivedWithin, hasSentWithin, isInTopic, type TopicPlace } from "./received.ts";

export interface UserTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly policy: VisibilityPolicy;
  /** UNIX seconds. */
  readonly updatedAt: number;
}

export async function userTopics(sql: Runner, realmId: number, userId: number): Promise<UserTopic[]> {
  return sql<UserTopic[]>`
    select channel_id, topic, visibility_policy as policy, extract(epoch from updated_at)::int8 as updated_at
    from user_topic where realm_id = ${realmId} and user_id = ${userId}
    order by updated_at, channel_id, lower(topic)`;
}

/** What a user wants of one topic, whatever its case. */
export async function userTopic(
  sql: Runner,
  realmId: number,
  userId: number,
  channelId: number,
  topic: string,
): Promise<UserTopic | undefined> {
  const [row] = await sql<UserTopic[]>`
    select channel_id, topic, visibility_policy as policy, extract(epoch from updated_at)::int8 as updated_at
    from user_topic
    where realm_id = ${realmId} and user_id = ${userId} and channel_id = ${channelId}
      and lower(topic) = lower(${topic})`;
  return row;
}

export async function countUserTopics(sql: Runner, realmId: number, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from user_topic where realm_id = ${realmId} and user_id = ${userId}`;
  return row?.count ?? 0;
}

/** Stores the policy under the row's own spelling of the topic, if there is a row. */
export async function storeUserTopic(
  sql: Runner,
  realmId: number,
  userId: number,
  { channelId, topic, policy, updatedAt }: UserTopic,
): Promise<void> {
  await sql`
    insert into user_topic (realm_id, user_id, channel_id, topic, visibility_policy, updated_at)
    values (${realmId}, ${userId}, ${channelId}, ${topic}, ${policy}, to_timestamp(${updatedAt}))
    on conflict (realm_id, user_id, channel_id, lower(topic))
    do update set visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`;
}

export async function deleteUserTopic(
  sql: Runner,
  realmId: number,
  userId: number,
  channelId: number,
  topic: string,
): Promise<void> {
  await sql`
    delete from user_topic
    where realm_id = ${realmId} and user_id = ${userId} and channel_id = ${channelId}
      and lower(topic) = lower(${topic})`;
}

/** What everybody who has said so wants of a topic. */
export async function everybodysTopic(
  sql: Runner,
  realmId: number,
  channelId: number,
  topic: string,
): Promise<{ userId: number; policy: VisibilityPolicy }[]> {
  return sql<{ userId: number; policy: VisibilityPolicy }[]>`
    select user_id, visibility_policy as policy from user_topic
    where realm_id = ${realmId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
    order by user_id`;
}

export async function hasMessages(sql: Runner, place: TopicPlace): Promise<boolean> {
  const rows = await sql`select from message m where ${isInTopic(sql, place)} limit 1`;
  return rows.length > 0;
}

/** Whether a topic of a protected history has a message that came there within the spans. */
export async function hasMessagesWithin(sql: Runner, place: TopicPlace, spans: readonly Span[]): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select ${hasSentWithin(sql, place, spans)} or ${hasArrivedWithin(sql, place, spans, sql`true`)} as found`;
  return row?.found ?? false;
}
