import { FIRST_USER_ID, REALM_ID } from "./people.ts";
import type { World } from "./worlds.ts";

/** What people write: mostly a line or two, sometimes a list, code or a quotation. */
const RENDERED = [
  "<p>Good morning! Has anybody looked at the failing build of last night yet?</p>",
  "<p>The <strong>release</strong> goes out on Thursday, and <code>docs/operations.md</code> still needs a <em>careful</em> reader before that. I can do it tomorrow if nobody else wants to.</p>",
  "<p>Yes.</p>",
  '<p>The notes are at <a href="https://example.com/releases/notes">https://example.com/releases/notes</a>, please have a look.</p>',
  "<p>What is left:</p>\n<ul>\n<li>the migration</li>\n<li>the notes</li>\n<li>a last look at the figures</li>\n</ul>",
  '<div class="codehilite"><pre><span></span><code>npm ci\nnpm test\nnpm start\n</code></pre></div>',
  "<blockquote>\n<p>It stops at the same test again.</p>\n</blockquote>\n<p>The clock of that machine was an hour behind. It is right now, and the build is green.</p>",
];
/** Messages of one sender in a row. */
const IN_A_ROW = 3;
const SENDERS = 20;
const SECONDS_BETWEEN = 60;

/** Adds a topic to a channel, which the first user has read. Returns the ID of its newest message. */
export async function fillTopic({ sql }: World, channelId: number, topic: string, count: number): Promise<number> {
  const [head] = await sql<{ last: number }[]>`
    select last_message_id as last from realm_head where realm_id = ${REALM_ID}`;
  const last = head?.last ?? 0;
  await sql`
    insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content,
                         sent_at, client, sender_read)
    select ${REALM_ID}, ${last}::int + n, ${channelId}, false,
           ${FIRST_USER_ID} + (n / ${IN_A_ROW}::int) % ${SENDERS}::int, ${topic}, lower(${topic}), 'as rendered',
           (${RENDERED}::text[])[1 + n % ${RENDERED.length}::int],
           now() - make_interval(secs => (${count}::int - n) * ${SECONDS_BETWEEN}::int), 'parley-bench', true
    from generate_series(1, ${count}::int) n`;
  await sql`update realm_head set last_message_id = ${last + count} where realm_id = ${REALM_ID}`;
  await sql`
    update read_state set ranges = int8multirange(int8range(1, ${last + count + 1}))
    where realm_id = ${REALM_ID} and user_id = ${FIRST_USER_ID}`;
  // As if they had been there for long: the server must not index them while it is measured.
  await sql`
    insert into search_indexed (realm_id, until) values (${REALM_ID}, ${last + count + 1})
    on conflict (realm_id) do update set until = excluded.until`;
  return last + count;
}
