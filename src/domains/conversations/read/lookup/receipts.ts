import { badRequest } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { type ReadableMessage, readableMessage } from "../../access.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { isReceivedBy } from "../received.ts";

/** The users who have read a message, without those who do not share it and those with a mute between them and the reader. */
export async function readersOf(realm: RealmRuntime, reader: User, messageId: number): Promise<number[]> {
  const message = await readableMessage(realm, reader, messageId);
  const { model } = realm;
  if (!realmProperty(model, "enable_read_receipts")) {
    throw badRequest("Read receipts are disabled in this organization.");
  }
  const rows = await receipts(realm, message, reader);
  return rows
    .map(({ userId }) => userId)
    .filter((id) => {
      const user = userRecord(model, id);
      return user !== undefined && user.isActive && userSetting(user, "send_read_receipts");
    });
}

/** The users who received it, or added it to their history later, and have read it. */
async function receipts(realm: RealmRuntime, message: ReadableMessage, reader: User) {
  const { id: realmId, model } = realm;
  const sql = readPool(realm);
  const { id, conversationId, senderId, moves } = message;
  const people = model.conversations.get(conversationId)?.userIds ?? [];
  const origin = moves?.[0]?.[0] ?? conversationId;
  const holders = message.isDirect
    ? sql`select unnest(${[...people]}::int8[]) as user_id`
    : sql`
        select s.user_id from subscription s join message m on m.realm_id = s.realm_id and m.id = ${id}
        where s.realm_id = ${realmId} and s.channel_id = ${origin} and s.received @> ${id}::int8
          and ${isReceivedBy(sql, sql`s.user_id`)}
        union
        select f.user_id from message_flag f
        where f.realm_id = ${realmId} and f.message_id = ${id} and f.bits & ${BITS.historical} <> 0`;
  return sql<{ userId: number }[]>`
    select holder.user_id
    from (${holders}) holder
    join read_state r
      on r.realm_id = ${realmId} and r.user_id = holder.user_id and r.conversation_id = ${origin}
    where holder.user_id <> ${senderId} and r.ranges @> ${id}::int8 and not exists (
      select from muted_user u
      where u.realm_id = ${realmId}
        and (u.user_id, u.muted_user_id) in ((holder.user_id, ${reader.id}), (${reader.id}, holder.user_id)))
    order by holder.user_id`;
}
