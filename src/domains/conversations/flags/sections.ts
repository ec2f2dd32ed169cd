import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { mayRead } from "#engine/model/access/permissions.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import type { Whereabouts } from "#engine/model/access/permissions.ts";
import type { Message } from "#domains/records/messages/message.ts";

const MAX_STARRED = 10_000;

export const flagSections = [
  section({
    scope: "messages:read",
    wants: ["starred_messages"],
    fields: { starred_messages: Type.Array(Type.Integer()) },
    read: async (sql, { realm, user }) =>
      sql<(Pick<Message, "isDirect"> & Whereabouts)[]>`
        select m.id, m.conversation_id, m.is_direct, m.moves
        from message_flag f join message m on m.realm_id = f.realm_id and m.id = f.message_id
        where f.realm_id = ${realm.id} and f.user_id = ${user.id} and f.bits & ${BITS.starred}::int2 <> 0
        order by m.id desc limit ${MAX_STARRED}`,
    present: (model, { user }, rows) => ({
      starred_messages: rows
        .filter((row) => mayRead(model, user, row))
        .map(({ id }) => id)
        .reverse(),
    }),
  }),
];
