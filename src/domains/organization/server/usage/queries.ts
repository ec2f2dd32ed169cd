import type { ReadSql } from "#engine/db/database.ts";

/** What was written on a day, in UTC. */
export interface DayCount {
  /** `2026-11-16` */
  readonly day: string;
  readonly count: number;
  /** How many people and bots it is from. */
  readonly people: number;
}

/** Messages have no index by time, but their IDs ascend with it: the first one of a time is found by halving. */
export async function firstMessageSince(sql: ReadSql, realmId: number, since: string): Promise<number> {
  const [head] = await sql<{ newest: number }[]>`
    select last_message_id as newest from realm_head where realm_id = ${realmId}`;
  let [low, high] = [0, (head?.newest ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await sql<{ isSince: boolean }[]>`
      select sent_at >= ${since}::date as is_since from message
      where realm_id = ${realmId} and id >= ${middle} order by id limit 1`;
    if (row === undefined || row.isSince) high = middle;
    else low = middle + 1;
  }
  return low;
}

export async function messagesByDay(sql: ReadSql, realmId: number, since: string): Promise<DayCount[]> {
  const first = await firstMessageSince(sql, realmId, since);
  return sql<DayCount[]>`
    select (sent_at at time zone 'utc')::date::text as day, count(*)::int as count,
           count(distinct sender_id)::int as people
    from message where realm_id = ${realmId} and id >= ${first} and sent_at >= ${since}::date group by 1`;
}

export async function filesByDay(sql: ReadSql, realmId: number, since: string): Promise<DayCount[]> {
  return sql<DayCount[]>`
    select (created_at at time zone 'utc')::date::text as day, count(*)::int as count,
           count(distinct owner_id)::int as people
    from upload where realm_id = ${realmId} and created_at >= ${since}::date group by 1`;
}

export async function allFiles(sql: ReadSql, realmId: number): Promise<{ files: number; bytes: number }> {
  const [row] = await sql<{ files: number; bytes: number }[]>`
    select count(*)::int as files, coalesce(sum(size), 0)::int8 as bytes from upload where realm_id = ${realmId}`;
  return row ?? { files: 0, bytes: 0 };
}
