import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { newestMessageId } from "#domains/records/users/newest-message.ts";
import { presentUnread, readUnread, UnreadSchema } from "./unread/unread-messages.ts";

export const messageSections = [
  section({
    scope: "messages:read",
    isChannelBound: true,
    wants: ["message"],
    fields: { max_message_id: Type.Integer() },
    read: (sql, { realm, user }) => newestMessageId(realm.model, user, sql),
    present: (_model, _options, id) => ({ max_message_id: id }),
  }),
  section({
    scope: "messages:read",
    wants: ["message", "update_message_flags"],
    fields: { unread_msgs: UnreadSchema },
    read: (sql, { realm, user }) => readUnread(sql, realm.model, user),
    present: (model, { user, capabilities }, rows) => ({
      unread_msgs: presentUnread(model, user, rows, capabilities.empty_topic_name),
    }),
  }),
  section({
    scope: "messages:read",
    wants: ["recent_private_conversations"],
    fields: {
      recent_private_conversations: Type.Array(
        Type.Object({ max_message_id: Type.Integer(), user_ids: Type.Array(Type.Integer()) }),
      ),
    },
    read: async (sql, { realm, user }) => {
      const own = [...(realm.model.conversationsOf.get(user.id) ?? [])];
      return sql<{ conversationId: number; id: number }[]>`
        select c.id as conversation_id, newest.id
        from unnest(${own}::int8[]) as c (id), lateral (
          select m.id from message m where m.realm_id = ${realm.id} and m.conversation_id = c.id order by m.id desc limit 1
        ) newest
        order by newest.id desc limit 1000`;
    },
    present: (model, { user }, rows) => ({
      recent_private_conversations: rows.map(({ conversationId, id }) => ({
        max_message_id: id,
        user_ids: (model.conversations.get(conversationId)?.userIds ?? []).filter((other) => other !== user.id),
      })),
    }),
  }),
];
