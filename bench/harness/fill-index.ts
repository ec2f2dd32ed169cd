import type { Sql } from "#engine/db/database.ts";
import { BLOCK, blockOf, firstOf } from "#search/blocks.ts";
import { REALM_ID } from "./people.ts";

/** Blocks that one statement fills. */
const BATCH = 400;
/** Words that no search looks for, as many as people use. */
const OTHER_WORDS = 100_000;
/** The words of every message that `fill.ts` makes, and their stems. */
const COMMON = ["topic", "message", "messag", "as", "long", "on", "of", "people", "peopl", "write", "them"];

const isFilled = async (sql: Sql): Promise<boolean> => (await sql`select from search_posting limit 1`).length > 0;

/** Indexes all messages that `fill.ts` made, as the server would have done. */
export async function fillIndex(sql: Sql, messages: number): Promise<void> {
  if (await isFilled(sql)) return;
  const past = blockOf(messages + 1);
  const member = (n: string) => sql.unsafe(`chr(48 + ${n} % ${BLOCK} / 32) || chr(48 + ${n} % 32)`);
  for (let block = 0; block < past; block += BATCH) {
    const until = Math.min(block + BATCH, past);
    await sql`
      insert into search_posting (realm_id, block, lexeme, members)
      select ${REALM_ID}, n / ${BLOCK}::int, lexeme, string_agg(${member("n")}, '')
      from generate_series(greatest(1, ${firstOf(block)}::int), ${firstOf(until) - 1}::int) n,
        unnest(array[n::text, 'item' || chr(97 + n % 11), 'list' || chr(97 + n % 13), md5(n::text)]) lexeme
      group by 2, 3 order by 2, 3`;
    await sql`
      insert into search_posting (realm_id, block, lexeme, members)
      select ${REALM_ID}, block, lexeme, members
      from generate_series(${block}::int, ${until - 1}::int) block,
        unnest(${COMMON}::text[]) lexeme,
        (select string_agg(${member("n")}, '') from generate_series(0, ${BLOCK - 1}::int) n) every (members)`;
  }
  await sql`
    insert into search_word (realm_id, word, threes)
    select ${REALM_ID}, word, array(select substr(word, i, 3) from generate_series(1, length(word) - 2) i)
    from (
      select unnest(${COMMON.filter((word) => word.length > 3)}::text[]) as word
      union select 'item' || chr(97 + n) from generate_series(0, 10) n
      union select 'list' || chr(97 + n) from generate_series(0, 12) n
      union select left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 8) from generate_series(1, ${OTHER_WORDS}::int) n
    ) w`;
  await sql`analyze search_posting`;
  // A database with so many messages was vacuumed long ago, and has statistics. Here it is done at once.
  await sql`vacuum (analyze) message`;
}

/** The rival of the search index: PostgreSQL's own full-text search over the same words. */
export async function fillRivalIndex(sql: Sql, messages: number): Promise<void> {
  await sql`create table rival_search (message_id int8 primary key, words tsvector not null)`;
  await sql`
    insert into rival_search (message_id, words)
    select n, array_to_tsvector(${COMMON}::text[] || array[
      n::text, 'item' || chr(97 + n % 11), 'list' || chr(97 + n % 13), md5(n::text)])
    from generate_series(1, ${messages}::int) n`;
  await sql`create index on rival_search using gin (words) with (fastupdate = off)`;
}
