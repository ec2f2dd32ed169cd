import type { TxSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { VisibilityPolicy } from "./policy.ts";
import type { UserTopic } from "./queries.ts";
import { caseless } from "#platform/characters.ts";

/** Statements for the policies of many users and topics at once. */

interface TopicName {
  readonly userId: number;
  readonly channelId: number;
  readonly topic: string;
}

const nameColumns = (sql: TxSql, names: readonly TopicName[]): Fragment => sql`
  ${names.map(({ userId }) => userId)}::int8[], ${names.map(({ channelId }) => channelId)}::int8[],
  ${names.map(({ topic }) => caseless(topic))}::text[]`;

const isNamed = (sql: TxSql, realmId: number): Fragment => sql`
  t.realm_id = ${realmId} and t.user_id = named.user_id and t.channel_id = named.channel_id
  and t.topic_key = named.topic_key`;

const columns = (sql: TxSql): Fragment => sql`
  user_id, channel_id, topic, visibility_policy as policy, extract(epoch from updated_at)::int8 as updated_at`;

/** The stored policy of each name, in the order of `names`, with the stored spelling of the topic. */
export async function namedTopics(
  sql: TxSql,
  realmId: number,
  names: readonly TopicName[],
): Promise<{ topic: string | null; policy: VisibilityPolicy | null }[]> {
  return sql<{ topic: string | null; policy: VisibilityPolicy | null }[]>`
    select t.topic, t.visibility_policy as policy
    from unnest(${nameColumns(sql, names)}) with ordinality as named (user_id, channel_id, topic_key, n)
    left join user_topic t on ${isNamed(sql, realmId)}
    order by named.n`;
}

export async function deleteTopics(sql: TxSql, realmId: number, names: readonly TopicName[]): Promise<void> {
  await sql`
    delete from user_topic t using unnest(${nameColumns(sql, names)}) as named (user_id, channel_id, topic_key)
    where ${isNamed(sql, realmId)}`;
}

/** Stores the policies; a row that exists keeps its spelling of the topic. */
export async function storeTopics(
  sql: TxSql,
  realmId: number,
  topics: readonly (UserTopic & TopicName)[],
): Promise<void> {
  await sql`
    insert into user_topic (realm_id, user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
    select ${realmId}, user_id, channel_id, topic_key, topic, policy, to_timestamp(updated_at)
    from unnest(
      ${nameColumns(sql, topics)}, ${topics.map(({ topic }) => topic)}::text[],
      ${topics.map(({ policy }) => policy)}::int2[],
      ${topics.map(({ updatedAt }) => updatedAt)}::int8[]
    ) as wanted (user_id, channel_id, topic_key, topic, policy, updated_at)
    on conflict (realm_id, user_id, channel_id, topic_key)
    do update set visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`;
}

export async function countsOfTopics(
  sql: TxSql,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{ userId: number; count: number }[]>`
    select user_id, count(*) from user_topic
    where realm_id = ${realmId} and user_id = any(${[...userIds]}::int8[])
    group by user_id`;
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

export async function topicsOfUsers(
  sql: TxSql,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, UserTopic[]>> {
  const rows = await sql<(UserTopic & { userId: number })[]>`
    select ${columns(sql)}
    from user_topic where realm_id = ${realmId} and user_id = any(${[...userIds]}::int8[])
    order by updated_at, channel_id, topic_key`;
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** All policies for a channel's topics. */
export async function topicsInChannel(
  sql: TxSql,
  realmId: number,
  channelId: number,
): Promise<(UserTopic & { userId: number })[]> {
  return sql<(UserTopic & { userId: number })[]>`
    select ${columns(sql)}
    from user_topic where realm_id = ${realmId} and channel_id = ${channelId}
    order by updated_at, user_id, topic_key`;
}
