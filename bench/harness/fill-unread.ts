import { blockOf, firstOf } from "#search/blocks.ts";
import { keepFilledTopics, markIndexed } from "./fill.ts";
import { FIRST_USER_ID, REALM_ID } from "./people.ts";
import type { World } from "./worlds.ts";

/** Adds unread messages to a channel, to some topics in turn. */
export async function fillUnread(
  { sql }: World,
  channelId: number,
  topics: readonly string[],
  count: number,
): Promise<void> {
  const [head] = await sql<{ last: number }[]>`
    select last_message_id as last from realm_head where realm_id = ${REALM_ID}`;
  const last = head?.last ?? 0;
  await sql`
    insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content, sent_at,
                         client, sender_read)
    select ${REALM_ID}, ${last}::int + n, ${channelId}, false, ${FIRST_USER_ID + 1},
           topic, lower(topic), 'x', '<p>x</p>', now(), 'parley-bench', true
    from generate_series(1, ${count}::int) n, lateral (select (${[...topics]}::text[])[1 + n % ${topics.length}::int]) t (topic)`;
  await sql`update realm_head set last_message_id = ${last + count} where realm_id = ${REALM_ID}`;
  await markIndexed(sql, firstOf(blockOf(last + count + 1)));
  await keepFilledTopics(sql);
}
