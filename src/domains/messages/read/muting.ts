import type { Reader } from "../../../engine/db/database.ts";
import type { Fragment } from "../../../engine/db/fragment.ts";
import { VISIBILITY } from "../../channels/topics/policy.ts";

/** Conditions on message m about what its reader wants to hear of. Each list is read once for a statement. */
export interface Wishes {
  readonly isFollowed: Fragment;
  /** A topic that was muted itself. */
  readonly isTopicMuted: Fragment;
  /** A muted topic, or any of a muted channel that was not unmuted or followed. */
  readonly isMuted: Fragment;
}

export function wishesOf(sql: Reader, realmId: number, userId: number): Wishes {
  const inTopics = (policies: readonly number[]) => sql`
    not m.is_direct and (m.conversation_id, m.topic_key) in (
      select t.channel_id, t.topic_key from user_topic t
      where t.realm_id = ${realmId} and t.user_id = ${userId} and t.visibility_policy = any(${[...policies]}::int2[]))`;
  const isTopicMuted = inTopics([VISIBILITY.muted]);
  const isWanted = inTopics([VISIBILITY.unmuted, VISIBILITY.followed]);
  const isChannelMuted = sql`
    not m.is_direct and m.conversation_id in (
      select s.channel_id from subscription s
      where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_muted and upper_inf(s.received))`;
  return {
    isFollowed: inTopics([VISIBILITY.followed]),
    isTopicMuted,
    isMuted: sql`((${isTopicMuted}) or ((${isChannelMuted}) and not (${isWanted})))`,
  };
}

/** Which of some messages their reader has muted. */
export async function mutedAmong(
  sql: Reader,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select m.id from message m
    where m.realm_id = ${realmId} and m.id = any(${[...ids]}::int8[]) and ${wishesOf(sql, realmId, userId).isMuted}`;
  return new Set(rows.map(({ id }) => id));
}
