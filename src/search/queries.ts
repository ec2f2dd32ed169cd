import type { BackgroundSql, Reader } from "../engine/db/database.ts";
import type { Fragment } from "../engine/db/fragment.ts";
import { threesOf } from "./tokens.ts";

/**
 * Restricts rows to an organization without using an index for it: nearly all rows belong to the one that searches, and
 * their list is far longer than the result for the words alone (300 ms instead of 20 for a million messages).
 */
export const inRealm = (sql: Reader, column: Fragment, realmId: number): Fragment => sql`${column} + 0 = ${realmId}`;

export interface Unfiled {
  readonly id: number;
  readonly topic: string;
  readonly renderedContent: string;
}

/** Whether there are messages whose words are not indexed, or have changed since. */
export async function isBehind(sql: Reader, realmId: number): Promise<boolean> {
  const [row] = await sql<{ behind: boolean }[]>`
    select h.last_message_id > coalesce((select p.message_id from search_progress p where p.realm_id = h.realm_id), 0)
      or exists (select from search_stale s where s.realm_id = h.realm_id) as behind
    from realm_head h where h.realm_id = ${realmId}`;
  return row?.behind ?? false;
}

/** Locks the organization's progress, so that only one process indexes at a time. */
export async function takeProgress(sql: BackgroundSql, realmId: number): Promise<number> {
  await sql`insert into search_progress (realm_id, message_id) values (${realmId}, 0) on conflict do nothing`;
  const [row] = await sql<{ messageId: number }[]>`
    select message_id from search_progress where realm_id = ${realmId} for update`;
  return row?.messageId ?? 0;
}

export async function storeProgress(sql: BackgroundSql, realmId: number, messageId: number): Promise<void> {
  await sql`update search_progress set message_id = ${messageId} where realm_id = ${realmId}`;
}

/** Messages become visible in the order of their IDs, because the writer serializes writes. */
export async function messagesAfter(
  sql: Reader,
  realmId: number,
  messageId: number,
  limit: number,
): Promise<Unfiled[]> {
  return sql<Unfiled[]>`
    select m.id, m.topic, m.rendered_content from message m
    where m.realm_id = ${realmId} and m.id > ${messageId} order by m.id limit ${limit}`;
}

export async function takeStale(sql: BackgroundSql, realmId: number, limit: number): Promise<Unfiled[]> {
  return sql<Unfiled[]>`
    with taken as (
      delete from search_stale s
      where s.realm_id = ${realmId} and s.message_id in (
        select message_id from search_stale where realm_id = ${realmId} order by message_id limit ${limit})
      returning s.message_id
    )
    select m.id, m.topic, m.rendered_content
    from taken join message m on m.realm_id = ${realmId} and m.id = taken.message_id`;
}

export interface Filed {
  readonly id: number;
  /** Separated by spaces. */
  readonly lexemes: string;
}

export async function fileMessages(sql: BackgroundSql, realmId: number, filed: readonly Filed[]): Promise<void> {
  await sql`
    insert into message_search (realm_id, message_id, words)
    select ${realmId}, id, array_to_tsvector(string_to_array(lexemes, ' '))
    from unnest(${filed.map(({ id }) => id)}::int8[], ${filed.map(({ lexemes }) => lexemes)}::text[]) as f (id, lexemes)
    on conflict (realm_id, message_id) do update set words = excluded.words`;
}

export async function addWords(sql: BackgroundSql, realmId: number, words: readonly string[]): Promise<void> {
  await sql`
    insert into search_word (realm_id, word, threes)
    select ${realmId}, word, string_to_array(threes, ' ')
    from unnest(${[...words]}::text[], ${words.map((word) => threesOf(word).join(" "))}::text[]) as w (word, threes)
    order by word
    on conflict do nothing`;
}

/** The words that contain a part. The part has only letters and digits. */
export async function wordsHolding(sql: Reader, realmId: number, part: string, limit: number): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    select word from search_word
    where ${inRealm(sql, sql`realm_id`, realmId)} and threes @> ${threesOf(part)}::text[] and word like ${`%${part}%`} limit ${limit}`;
  return rows.map(({ word }) => word);
}
