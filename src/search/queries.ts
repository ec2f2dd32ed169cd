import type { BackgroundSql, ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import { threesOf } from "./tokens.ts";

/**
 * Restricts words to an organization without using an index for it: nearly all rows belong to the one that searches, and
 * their list is far longer than the result for the part alone.
 */
const inRealm = (sql: ReadSql, column: Fragment, realmId: number): Fragment => sql`${column} + 0 = ${realmId}`;

export interface SearchedText {
  readonly id: number;
  readonly topic: string;
  readonly renderedContent: string;
}

/** How far the index goes: messages from `until` on are not in it, and those of `changed` are in it with an old text. */
export interface IndexState {
  readonly until: number;
  readonly newest: number;
  readonly changed: readonly number[];
}

export async function indexState(sql: ReadSql, realmId: number): Promise<IndexState> {
  const [row] = await sql<IndexState[]>`
    select coalesce((select i.until from search_indexed i where i.realm_id = h.realm_id), 0)::int8 as until,
      h.last_message_id as newest,
      array(
        select distinct c.message_id from search_changed c where c.realm_id = h.realm_id order by c.message_id
      ) as changed
    from realm_head h where h.realm_id = ${realmId}`;
  return row ?? { until: 0, newest: 0, changed: [] };
}

/**
 * Locks how far the index goes, so that only one process writes it; undefined if another one does. It waits for nobody.
 */
export async function lockIndexed(sql: BackgroundSql, realmId: number): Promise<number | undefined> {
  const [row] = await sql<{ until: number }[]>`
    select until from search_indexed where realm_id = ${realmId} for update skip locked`;
  return row?.until;
}

export async function prepareIndexed(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`insert into search_indexed (realm_id, until) values (${realmId}, 0) on conflict do nothing`;
}

export async function storeIndexed(sql: BackgroundSql, realmId: number, until: number): Promise<void> {
  await sql`update search_indexed set until = ${until} where realm_id = ${realmId}`;
}

export async function newestMessage(sql: ReadSql, realmId: number): Promise<number> {
  const [row] = await sql<{ newest: number }[]>`
    select last_message_id as newest from realm_head where realm_id = ${realmId}`;
  return row?.newest ?? 0;
}

/** Messages become visible in the order of their IDs, because the writer serializes writes. */
export async function textsBetween(
  sql: ReadSql,
  realmId: number,
  from: number,
  past: number,
): Promise<readonly SearchedText[]> {
  return sql<SearchedText[]>`
    select m.id, m.topic, m.rendered_content from message m
    where m.realm_id = ${realmId} and m.id >= ${from} and m.id < ${past} order by m.id`;
}

export async function textsOf(sql: ReadSql, realmId: number, ids: readonly number[]): Promise<readonly SearchedText[]> {
  if (ids.length === 0) return [];
  return sql<SearchedText[]>`
    select m.id, m.topic, m.rendered_content from message m
    where m.realm_id = ${realmId} and m.id = any(${[...ids]}::int8[]) order by m.id`;
}

/** Removes the oldest changes from the list, and returns the message of each. Changes that are not committed stay. */
export async function takeChanged(sql: BackgroundSql, realmId: number, limit: number): Promise<number[]> {
  const rows = await sql<{ messageId: number }[]>`
    delete from search_changed c
    where c.realm_id = ${realmId} and c.id in (
      select id from search_changed where realm_id = ${realmId} order by id limit ${limit})
    returning c.message_id`;
  return rows.map(({ messageId }) => messageId);
}

export interface Posting {
  readonly lexeme: string;
  readonly members: string;
}

/** Lexemes and members contain no spaces, and a long text is sent in less time than a list. */
export async function storePostings(
  sql: BackgroundSql,
  realmId: number,
  block: number,
  postings: readonly Posting[],
): Promise<void> {
  await sql`
    insert into search_posting (realm_id, block, lexeme, members)
    select ${realmId}, ${block}, lexeme, members
    from unnest(
      string_to_array(${postings.map(({ lexeme }) => lexeme).join(" ")}, ' '),
      string_to_array(${postings.map(({ members }) => members).join(" ")}, ' ')
    ) as p (lexeme, members)
    on conflict (realm_id, block, lexeme) do update set members = excluded.members`;
}

export async function removePostings(
  sql: BackgroundSql,
  realmId: number,
  block: number,
  lexemes: readonly string[],
): Promise<void> {
  await sql`
    delete from search_posting
    where realm_id = ${realmId} and block = ${block} and lexeme = any(${[...lexemes]}::text[])`;
}

export async function postingsOfBlock(sql: ReadSql, realmId: number, block: number): Promise<readonly Posting[]> {
  return sql<Posting[]>`
    select lexeme, members from search_posting where realm_id = ${realmId} and block = ${block}`;
}

/** Blocks of one segment, from the first to the last. */
export interface BlockSpan {
  readonly segment: number;
  readonly first: number;
  readonly last: number;
}

/** Where the blocks of a segment have a lexeme, as `addMembers` of blocks.ts reads it. */
export interface SegmentPosting extends Posting {
  readonly segment: number;
}

/** Above every lexeme that begins with a text: the greatest character in the order of bytes. */
const LAST = "\u{10ffff}";

/**
 * The members of blocks with one of some lexemes, or with one that begins with `prefix`. The index has the blocks of a
 * segment beside each other by lexeme, so that a search of 1,000,000 messages looks up 31 places for a word, and not
 * each of 2,000 blocks. The number of blocks in a segment is SEGMENT of blocks.ts, written as in the index.
 */
export async function postingsIn(
  sql: ReadSql,
  realmId: number,
  spans: readonly BlockSpan[],
  lexemes: readonly string[],
  prefix: string | undefined,
): Promise<readonly SegmentPosting[]> {
  const found = (isWanted: Fragment) => sql`
    select p.lexeme, string_agg(chr((48 + p.block % 64)::int) || p.members, ' ') as members from search_posting p
    where p.realm_id = ${realmId} and p.block / 64 = s.segment and p.block >= s.first and p.block <= s.last and ${isWanted}
    group by p.lexeme`;
  const begins =
    prefix === undefined ? sql`` : sql`union all ${found(sql`p.lexeme >= ${prefix} and p.lexeme < ${prefix + LAST}`)}`;
  const column = (key: keyof BlockSpan) => spans.map((span) => span[key]);
  return sql<SegmentPosting[]>`
    select s.segment, f.lexeme, f.members
    from unnest(${column("segment")}::int8[], ${column("first")}::int8[], ${column("last")}::int8[])
        as s (segment, first, last),
      lateral (${found(sql`p.lexeme = any(${[...lexemes]}::text[])`)} ${begins}) f`;
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
export async function wordsHolding(sql: ReadSql, realmId: number, part: string, limit: number): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    select word from search_word
    where ${inRealm(sql, sql`realm_id`, realmId)} and threes @> ${threesOf(part)}::text[] and word like ${`%${part}%`} limit ${limit}`;
  return rows.map(({ word }) => word);
}
