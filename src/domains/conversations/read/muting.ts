import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import { VISIBILITY } from "../topics/policy.ts";

/** Conditions on message m by the reader's policies for topics and channels. Each list is read once for a statement. */
export interface TopicConditions {
  readonly isFollowed: Fragment;
  /** Whether the reader follows any topic; see `hasMuted`. */
  readonly hasFollowed: Fragment;
  /** The topic itself is muted. */
  readonly isTopicMuted: Fragment;
  /** The topic is muted, or it is in a muted channel and neither unmuted nor followed. */
  readonly isMuted: Fragment;
  /** Whether the reader has muted anything, which is not a condition on a message: without it none need be looked at. */
  readonly hasMuted: Fragment;
}

export function topicConditions(sql: ReadSql, realmId: number, userId: number): TopicConditions {
  const topics = (policies: readonly number[]) => sql`
    select t.channel_id, t.topic_key from user_topic t
    where t.realm_id = ${realmId} and t.user_id = ${userId} and t.visibility_policy = any(${[...policies]}::int2[])`;
  const mutedChannels = sql`
    select s.channel_id from subscription s
    where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_muted and upper_inf(s.received)`;
  const inTopics = (policies: readonly number[]) =>
    sql`not m.is_direct and (m.conversation_id, m.topic_key) in (${topics(policies)})`;
  const isTopicMuted = inTopics([VISIBILITY.muted]);
  const isWanted = inTopics([VISIBILITY.unmuted, VISIBILITY.followed]);
  const isChannelMuted = sql`not m.is_direct and m.conversation_id in (${mutedChannels})`;
  return {
    isFollowed: inTopics([VISIBILITY.followed]),
    hasFollowed: sql`exists (${topics([VISIBILITY.followed])})`,
    isTopicMuted,
    isMuted: sql`((${isTopicMuted}) or ((${isChannelMuted}) and not (${isWanted})))`,
    hasMuted: sql`(exists (${topics([VISIBILITY.muted])}) or exists (${mutedChannels}))`,
  };
}

/** The messages among `ids` that their reader has muted. */
export async function mutedAmong(
  sql: ReadSql,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select m.id from message m
    where m.realm_id = ${realmId} and m.id = any(${[...ids]}::int8[]) and ${topicConditions(sql, realmId, userId).isMuted}`;
  return new Set(rows.map(({ id }) => id));
}
