import type { ReadSql, TxSql } from "#engine/db/database.ts";
import { joins } from "#domains/conversations/queries.ts";
import { isUnread, unreadMessages, unreadPlaces } from "#domains/conversations/read/unread/unread.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";

export interface MutedUser {
  readonly id: number;
  /** UNIX seconds. */
  readonly timestamp: number;
}

export async function mutedUsers(sql: ReadSql, realmId: number, userId: number): Promise<MutedUser[]> {
  const rows = await sql<MutedUser[]>`
    select muted_user_id as id, extract(epoch from muted_at)::int8 as timestamp
    from muted_user where realm_id = ${realmId} and user_id = ${userId} order by muted_at, muted_user_id`;
  return rows.map((row) => ({ ...row }));
}

export async function insertMutedUser(
  sql: TxSql,
  realmId: number,
  userId: number,
  mutedId: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into muted_user (realm_id, user_id, muted_user_id, muted_at)
    values (${realmId}, ${userId}, ${mutedId}, ${now})`;
}

export async function deleteMutedUserRow(sql: TxSql, realmId: number, userId: number, mutedId: number): Promise<void> {
  await sql`
    delete from muted_user where realm_id = ${realmId} and user_id = ${userId} and muted_user_id = ${mutedId}`;
}

/** Up to this number, all messages of a sender are checked; with more, all unread messages are. */
const FEW = 20_000;

/** The IDs of a sender's messages that the reader has not read. */
export async function unreadFrom(sql: ReadSql, model: Model, reader: User, sender: User, few = FEW): Promise<number[]> {
  const realmId = model.realm.id;
  const places = unreadPlaces(model, reader);
  const isTheirs = sql`and m.sender_id = ${sender.id}`;
  const [sent] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from (select from message m where m.realm_id = ${realmId} ${isTheirs} limit ${few + 1}) m`;
  const unread =
    (sent?.count ?? 0) > few
      ? unreadMessages(sql, realmId, reader.id, places, sql`m.id`, { conditions: isTheirs, isInOrder: true })
      : sql`
          select m.id from message m ${joins(sql, reader.id)}
          where m.realm_id = ${realmId} ${isTheirs} and ${isUnread(sql, reader.id, places)}`;
  const rows = await sql<{ id: number }[]>`select distinct m.id from (${unread}) m order by m.id`;
  return rows.map(({ id }) => id);
}
