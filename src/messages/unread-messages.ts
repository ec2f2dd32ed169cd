import { type Static, Type } from "typebox";
import type { Runner } from "../db/database.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import type { Message } from "../posting/message.ts";
import { isMention } from "./mention.ts";
import { wishesOf } from "./muting.ts";
import { shownTopic } from "./topic.ts";
import { unreadIds, unreadPlaces } from "./unread.ts";

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

interface UnreadRow extends Pick<Message, "id" | "conversationId" | "isDirect" | "topic" | "traits"> {
  readonly bits: number;
  readonly isMuted: boolean;
}

/** The user's unread messages, the newest first; one more than is shown, if there are that many. */
export async function readUnread(sql: Runner, model: Model, user: User): Promise<readonly UnreadRow[]> {
  const { isMuted } = wishesOf(sql, model.realm.id, user.id);
  return sql<UnreadRow[]>`
    select m.id, m.conversation_id, m.is_direct, m.topic, m.traits, coalesce(f.bits, 0) as bits,
           ${isMuted} as is_muted
    from message m
    left join message_flag f on f.realm_id = m.realm_id and f.user_id = ${user.id} and f.message_id = m.id
    where m.realm_id = ${model.realm.id}
      and m.id = any(array(${unreadIds(sql, model.realm.id, user.id, unreadPlaces(model, user))}))
    order by m.id desc limit ${MOST_UNREAD + 1}`;
}

/** Groups unread messages by conversation. Topics differ by more than case; the first spelling names the group. */
export function unreadMessages(
  model: Model,
  user: User,
  newestFirst: readonly UnreadRow[],
  allowEmptyTopic: boolean,
): Static<typeof UnreadSchema> {
  const rows = newestFirst.slice(0, MOST_UNREAD).toReversed();
  const groups = Map.groupBy(rows, (row) => `${row.conversationId}:${row.topic.toLowerCase()}`);
  const streams: { stream_id: number; topic: string; unread_message_ids: number[] }[] = [];
  const pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[] = [];
  const huddles: { user_ids_string: string; unread_message_ids: number[] }[] = [];
  for (const group of groups.values()) {
    const first = group[0] as UnreadRow;
    const ids = group.map(({ id }) => id);
    if (!first.isDirect) {
      streams.push({
        stream_id: first.conversationId,
        topic: shownTopic(first.topic, allowEmptyTopic),
        unread_message_ids: ids,
      });
      continue;
    }
    const users = model.conversations.get(first.conversationId)?.userIds ?? [];
    if (users.length > 2) {
      huddles.push({ user_ids_string: users.join(","), unread_message_ids: ids });
    } else {
      const other = users.find((id) => id !== user.id) ?? user.id;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids });
    }
  }
  return {
    count: rows.filter(({ isMuted }) => !isMuted).length,
    pms: pms.sort((a, b) => a.other_user_id - b.other_user_id),
    streams: streams.sort((a, b) => a.stream_id - b.stream_id || compare(a.topic.toLowerCase(), b.topic.toLowerCase())),
    huddles: huddles.sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: rows.filter((row) => isMention(row, row.isMuted)).map(({ id }) => id),
    old_unreads_missing: newestFirst.length > MOST_UNREAD,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
