import type { Sql } from "../../src/engine/db/database.ts";
import { REALM_ID } from "./people.ts";

const BATCH = 200_000;
/** Words that no search looks for, as many as people use. */
const OTHER_WORDS = 100_000;

/** Indexes all messages that `fill.ts` made, as the server would have done. */
export async function fillIndex(sql: Sql, messages: number): Promise<void> {
  await sql`drop index message_search_words`;
  for (let from = 1; from <= messages; from += BATCH) {
    await sql`
      insert into message_search (realm_id, message_id, words)
      select ${REALM_ID}, n, array_to_tsvector(array[
        'topic', 'message', 'messag', 'as', 'long', 'on', 'of', 'people', 'peopl', 'write', 'them',
        n::text, 'item' || chr(97 + n % 11), 'list' || chr(97 + n % 13), md5(n::text)])
      from generate_series(${from}::int, ${Math.min(from + BATCH - 1, messages)}::int) n`;
  }
  await sql`create index message_search_words on message_search using gin (words) with (fastupdate = off)`;
  await sql`
    insert into search_word (realm_id, word, threes)
    select ${REALM_ID}, word, array(select substr(word, i, 3) from generate_series(1, length(word) - 2) i)
    from (
      select 'item' || chr(97 + n) as word from generate_series(0, 10) n
      union select 'list' || chr(97 + n) from generate_series(0, 12) n
      union select left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 8) from generate_series(1, ${OTHER_WORDS}::int) n
    ) w`;
}
