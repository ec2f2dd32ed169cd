import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";
import { VISIBILITY } from "#domains/conversations/topics/policy.ts";

/** Less than a week, so that an hourly task that is late once does not move the day. */
const REST_DAYS = 6;
/** Who was here in this time has seen what there is. */
const ABSENT_DAYS = 5;

/** The day of the week in UTC, 0 for Monday, by the database's clock, which all processes share. */
export async function weekdayNow(sql: ReadSql): Promise<number> {
  const [row] = await sql<{ weekday: number }[]>`
    select extract(isodow from now() at time zone 'UTC')::int4 - 1 as weekday`;
  return row?.weekday ?? 0;
}

/** The newest message that is older than a week. */
export async function lastBeforeWeek(sql: ReadSql, realmId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select id from message where realm_id = ${realmId} and sent_at < now() - interval '7 days' order by id desc limit 1`;
  return row?.id ?? 0;
}

/** Those of some users who were not here lately, and whose turn it is. */
export async function usersToDigest(sql: ReadSql, realmId: number, userIds: readonly number[]): Promise<number[]> {
  const absent = sql`now() - make_interval(days => ${ABSENT_DAYS})`;
  const rows = await sql<{ userId: number }[]>`
    select u.user_id from unnest(${[...userIds]}::int8[]) as u (user_id)
    join account a on a.realm_id = ${realmId} and a.id = u.user_id
    where a.date_joined < ${absent}
      and not exists (
        select from digest d where d.realm_id = ${realmId} and d.user_id = u.user_id
          and d.sent_at > now() - make_interval(days => ${REST_DAYS}))
      and not exists (
        select from presence p where p.realm_id = ${realmId} and p.user_id = u.user_id and p.active_at > ${absent})
      and not exists (
        select from browser_session s where s.realm_id = ${realmId} and s.user_id = u.user_id and s.seen_at > ${absent})
    order by u.user_id`;
  return rows.map(({ userId }) => userId);
}

/** The newest messages after one that a user has received from others, without muted channels and topics. */
export async function receivedAfter(
  sql: ReadSql,
  { realmId, userId, after, most }: { realmId: number; userId: number; after: number; most: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select m.id from message m
    join subscription s on s.realm_id = m.realm_id and s.user_id = ${userId} and s.channel_id = m.conversation_id
      and s.received @> m.id
    left join user_topic t on t.realm_id = m.realm_id and t.user_id = ${userId} and t.channel_id = m.conversation_id
      and t.topic_key = m.topic_key
    where m.realm_id = ${realmId} and m.id > ${after} and not m.is_direct and m.sender_id <> ${userId}
      and coalesce(t.visibility_policy, case when s.is_muted then ${VISIBILITY.muted}::int2 else ${VISIBILITY.inherit}::int2 end)
        <> ${VISIBILITY.muted}::int2
    order by m.id desc limit ${most}`;
  return rows.map(({ id }) => id);
}

/** False if another process has done it, in the transaction of what it sends. */
export async function takeDigest(sql: BackgroundSql, realmId: number, userId: number): Promise<boolean> {
  const { count } = await sql`
    insert into digest (realm_id, user_id, sent_at) values (${realmId}, ${userId}, now())
    on conflict (realm_id, user_id) do update set sent_at = excluded.sent_at
    where digest.sent_at < now() - make_interval(days => ${REST_DAYS})`;
  return count > 0;
}
