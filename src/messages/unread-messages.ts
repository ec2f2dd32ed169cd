import { type Static, Type } from "typebox";
import type { Runner } from "../db/database.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import { TRAITS } from "../posting/message.ts";
import { BITS } from "./flag.ts";
import { wishesOf } from "./muting.ts";
import { shownTopic } from "./topic.ts";
import { unreadMessages, unreadPlaces } from "./unread.ts";

const MOST_UNREAD = 50_000;
const Ids = Type.Array(Type.Integer());

export const UnreadSchema = Type.Object({
  count: Type.Integer(),
  pms: Type.Array(Type.Object({ other_user_id: Type.Integer(), sender_id: Type.Integer(), unread_message_ids: Ids })),
  streams: Type.Array(Type.Object({ stream_id: Type.Integer(), topic: Type.String(), unread_message_ids: Ids })),
  huddles: Type.Array(Type.Object({ user_ids_string: Type.String(), unread_message_ids: Ids })),
  mentions: Ids,
  old_unreads_missing: Type.Boolean(),
});

/** The unread messages of a conversation, or of a topic in it. Topics differ by more than case. */
interface UnreadGroup {
  readonly conversationId: number;
  readonly isDirect: boolean;
  /** As the oldest of them spells it. */
  readonly topic: string;
  readonly isMuted: boolean;
  /** In any order; one may be there twice. */
  readonly ids: readonly number[];
  /** Those that mention the reader, and those that mention everybody. */
  readonly mentions: readonly number[] | null;
  readonly wildcards: readonly number[] | null;
}

/**
 * The user's unread messages, the newest ones if there are very many; one more than is shown, to tell that there are.
 * They are grouped by the database, because a row for each would cost this process more than everything else.
 */
export async function readUnread(sql: Runner, model: Model, user: User): Promise<readonly UnreadGroup[]> {
  const realmId = model.realm.id;
  const columns = sql`m.id, m.conversation_id, m.is_direct, m.topic, m.traits`;
  const unread = unreadMessages(sql, realmId, user.id, unreadPlaces(model, user), columns);
  const flagged = (bits: number) => sql`
    select f.message_id from message_flag f
    where f.realm_id = ${realmId} and f.user_id = ${user.id} and f.bits & ${bits}::int2 <> 0`;
  return sql<UnreadGroup[]>`
    select m.conversation_id, m.is_direct, m.topic, ${wishesOf(sql, realmId, user.id).isMuted} as is_muted,
           g.ids, g.mentions, g.wildcards
    from (
      select min(u.id) as first, json_agg(u.id) as ids,
             json_agg(u.id) filter (where u.id in (${flagged(BITS.mentioned)})) as mentions,
             json_agg(u.id) filter (
               where u.id in (${flagged(BITS.topicWildcardMentioned)})
                 or (u.traits & ${TRAITS.channelWildcard} <> 0 and u.id not in (${flagged(BITS.historical)}))) as wildcards
      from (select * from (${unread}) m order by m.id desc limit ${MOST_UNREAD + 1}) u
      group by u.conversation_id, u.is_direct, lower(u.topic)
    ) g
    join message m on m.realm_id = ${realmId} and m.id = g.first`;
}

export function presentUnread(
  model: Model,
  user: User,
  found: readonly UnreadGroup[],
  allowEmptyTopic: boolean,
): Static<typeof UnreadSchema> {
  const all = found.map((group) => ({ ...group, ids: ascending(group.ids) }));
  const isMore = all.reduce((sum, { ids }) => sum + ids.length, 0) > MOST_UNREAD;
  const groups = isMore ? withoutOldest(all) : all;
  const streams: { stream_id: number; topic: string; unread_message_ids: number[] }[] = [];
  const pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[] = [];
  const huddles: { user_ids_string: string; unread_message_ids: number[] }[] = [];
  for (const { conversationId, isDirect, topic, ids } of groups) {
    if (!isDirect) {
      streams.push({
        stream_id: conversationId,
        topic: shownTopic(topic, allowEmptyTopic),
        unread_message_ids: ids,
      });
      continue;
    }
    const users = model.conversations.get(conversationId)?.userIds ?? [];
    if (users.length > 2) {
      huddles.push({ user_ids_string: users.join(","), unread_message_ids: ids });
    } else {
      const other = users.find((id) => id !== user.id) ?? user.id;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids });
    }
  }
  return {
    count: groups.reduce((sum, { ids, isMuted }) => sum + (isMuted ? 0 : ids.length), 0),
    pms: pms.sort((a, b) => a.other_user_id - b.other_user_id),
    streams: streams.sort((a, b) => a.stream_id - b.stream_id || compare(a.topic.toLowerCase(), b.topic.toLowerCase())),
    huddles: huddles.sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: groups.flatMap(mentionsIn),
    old_unreads_missing: isMore,
  };
}

const ascending = (ids: readonly number[]): number[] =>
  Array.from(new Float64Array(ids).sort()).filter((id, index, sorted) => id !== sorted[index - 1]);

/** Being mentioned with everybody counts where nothing is muted. */
const mentionsIn = ({ mentions, wildcards, isMuted, ids }: SortedGroup): number[] => {
  const all = new Set([...(mentions ?? []), ...(isMuted ? [] : (wildcards ?? []))]);
  return all.size === 0 ? [] : ids.filter((id) => all.has(id));
};

type SortedGroup = UnreadGroup & { readonly ids: number[] };

function withoutOldest(groups: readonly SortedGroup[]): SortedGroup[] {
  const oldest = Math.min(...groups.map(({ ids }) => ids[0] as number));
  return groups
    .map((group) => ({ ...group, ids: group.ids.filter((id) => id !== oldest) }))
    .filter(({ ids }) => ids.length > 0);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
