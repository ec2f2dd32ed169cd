import { type Static, Type } from "#platform/schema/type.ts";
import type { ReadSql } from "#engine/db/database.ts";
import { type Fragment, numberList } from "#engine/db/fragment.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { topicConditions } from "../muting.ts";
import { ascending } from "#platform/collections/number-lists.ts";
import { shownTopic } from "#domains/conversations/topics/topic.ts";
import { unreadMessages, unreadPlaces, type UnreadSelection } from "./unread.ts";
import { caseless } from "#platform/characters.ts";

const MAX_UNREAD = 50_000;
const Ids = Type.Array(Type.Integer());

export const UnreadSchema = Type.Object({
  count: Type.Integer(),
  pms: Type.Array(Type.Object({ other_user_id: Type.Integer(), sender_id: Type.Integer(), unread_message_ids: Ids })),
  streams: Type.Array(Type.Object({ stream_id: Type.Integer(), topic: Type.String(), unread_message_ids: Ids })),
  huddles: Type.Array(Type.Object({ user_ids_string: Type.String(), unread_message_ids: Ids })),
  mentions: Ids,
  old_unreads_missing: Type.Boolean(),
});

/** How a message mentions its reader: not at all, with everybody, or by name or group. */
const MENTION = { none: 0, everybody: 1, byName: 2 } as const;

/** Unread messages of one conversation, topic and kind of mention. */
interface UnreadGroup {
  readonly conversationId: number;
  readonly isDirect: boolean;
  readonly topic: string;
  /** The folded topic: the same for all spellings. */
  readonly key: string;
  readonly isMuted: boolean;
  readonly mention: number;
  /** In any order; an ID may occur twice. */
  readonly ids: number[];
}

/** Up to this number all are read and the newest are selected here: sorting costs the database as much as finding them. */
const UNSORTED = 2 * MAX_UNREAD;
/** Of more than that, the newest are searched in the newest messages: so many at first, and then so many times as many. */
const NEWEST = 2 * MAX_UNREAD;
const WIDER = 4;

/**
 * The user's unread messages, or at least the newest ones if there are very many; more than are shown, so that it is clear
 * that there are others. The database groups them, because a row for each would cost this process more than all else.
 */
export async function readUnread(sql: ReadSql, model: Model, user: User): Promise<readonly UnreadGroup[]> {
  const all = await readGroups(sql, model, user, sql`limit ${UNSORTED}`);
  if (countOf(all) < UNSORTED) return all;
  const [newest] = await sql<{ id: number }[]>`select max(id) as id from message where realm_id = ${model.realm.id}`;
  for (let width = NEWEST; ; width *= WIDER) {
    const from = (newest?.id ?? 0) - width;
    const newer = { within: sql`m.id >= ${from}` };
    const found = await readGroups(sql, model, user, sql`order by m.id desc limit ${MAX_UNREAD + 1}`, newer);
    if (countOf(found) > MAX_UNREAD || from <= 0) return found;
  }
}

/** Each group has one list, so that the database need not sort the rows. */
function readGroups(
  sql: ReadSql,
  model: Model,
  user: User,
  chosen: Fragment,
  selection?: UnreadSelection,
): Promise<UnreadGroup[]> {
  const realmId = model.realm.id;
  const columns = sql`m.id, m.conversation_id, m.is_direct, m.topic, m.topic_key, m.traits`;
  const unread = unreadMessages(sql, realmId, user.id, unreadPlaces(model, user), columns, selection);
  const isFlagged = (bits: number) => sql`
    u.id in (
      select f.message_id from message_flag f
      where f.realm_id = ${realmId} and f.user_id = ${user.id} and f.bits & ${bits}::int2 <> 0)`;
  return sql<UnreadGroup[]>`
    select m.conversation_id, m.is_direct, m.topic, m.topic_key as key, m.mention, m.ids,
           ${topicConditions(sql, realmId, user.id).isMuted} as is_muted
    from (
      select u.conversation_id, u.is_direct, u.topic, u.topic_key, ${numberList(sql, sql`u.id`)} as ids,
             case
               when ${isFlagged(BITS.mentioned)} then ${MENTION.byName}::int
               when ${isFlagged(BITS.topicWildcardMentioned)} then ${MENTION.everybody}::int
               when u.traits & ${TRAITS.channelWildcard} <> 0 and not ${isFlagged(BITS.historical)}
                 then ${MENTION.everybody}::int
               else ${MENTION.none}::int
             end as mention
      from (select * from (${unread}) m ${chosen}) u
      group by u.conversation_id, u.is_direct, u.topic, u.topic_key, mention
    ) m`;
}

export function presentUnread(
  model: Model,
  user: User,
  found: readonly UnreadGroup[],
  allowEmptyTopic: boolean,
): Static<typeof UnreadSchema> {
  const all = found.map((group) => ({ ...group, ids: ascending(group.ids) }));
  const isMore = countOf(all) > MAX_UNREAD;
  const shown = isMore ? newestOf(all) : all;
  const groups = byTopic(shown);
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
    streams: streams.sort((a, b) => a.stream_id - b.stream_id || compare(caseless(a.topic), caseless(b.topic))),
    huddles: huddles.sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: ascending(shown.filter(countsAsMention).flatMap(({ ids }) => ids)),
    old_unreads_missing: isMore,
  };
}

const countOf = (groups: readonly UnreadGroup[]): number => groups.reduce((sum, { ids }) => sum + ids.length, 0);

/** A mention of everybody counts only where nothing is muted. */
const countsAsMention = ({ mention, isMuted }: UnreadGroup): boolean =>
  mention === MENTION.byName || (mention === MENTION.everybody && !isMuted);

/** Joins the groups of each topic, with the spelling of the oldest message. */
function byTopic(groups: readonly UnreadGroup[]): UnreadGroup[] {
  const topics = Map.groupBy(groups, ({ conversationId, key }) => `${conversationId} ${key}`);
  return [...topics.values()].map((alike) => {
    const [first, ...others] = alike.sort((a, b) => oldestOf(a) - oldestOf(b)) as [UnreadGroup, ...UnreadGroup[]];
    return others.length === 0 ? first : { ...first, ids: ascending(alike.flatMap(({ ids }) => ids)) };
  });
}

const oldestOf = ({ ids }: UnreadGroup): number => ids[0] as number;

/** The newest messages of groups in order, as many as are shown. */
function newestOf(groups: readonly UnreadGroup[]): UnreadGroup[] {
  const countFrom = (id: number) => groups.reduce((sum, { ids }) => sum + ids.length - indexFrom(ids, id), 0);
  const from = firstWhere(
    Math.max(...groups.map(({ ids }) => ids.at(-1) as number)),
    (id) => countFrom(id) <= MAX_UNREAD,
  );
  return groups
    .map((group) => ({ ...group, ids: group.ids.slice(indexFrom(group.ids, from)) }))
    .filter(({ ids }) => ids.length > 0);
}

/** The index of the first ID that is not smaller. */
const indexFrom = (ids: readonly number[], id: number): number =>
  firstWhere(ids.length, (index) => (ids[index] as number) >= id);

/** Binary search: the first number below `end` for which `holds` is true, given that it is true for all after it. */
function firstWhere(end: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
