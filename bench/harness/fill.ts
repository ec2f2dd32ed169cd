import type { Sql } from "#engine/db/database.ts";
import { blockOf, firstOf } from "#search/blocks.ts";
import { FIRST_USER_ID, REALM_ID } from "./people.ts";
import type { Scale } from "./scale.ts";

/**
 * Fills a database with years of activity by a few statements. Every counter ends where real activity would have left
 * it.
 */

/** The first channels have these sizes; over the others, twenty subscriptions of each user are spread. */
const SIZES = [10, 100, 1000, 10_000];
const CHANNELS_OF_USER = 20;
const TOPICS = 5;
/** The newest messages are unread. */
const UNREAD = 1000;
/** Keeps a statement well below its timeout. */
const BATCH = 200_000;

type ChannelSize = 10 | 100 | 1000 | 10_000;

export interface Places {
  /** The channel with that many subscribers, the first users of the world. */
  channelOf(subscribers: ChannelSize): number;
  /** The same by name: many programs send to a name. */
  channelNameOf(subscribers: ChannelSize): string;
  /** Topics with messages, the fullest first. */
  readonly topics: readonly { readonly channelId: number; readonly topic: string }[];
}

export const firstChannelId = (scale: Pick<Scale, "users">): number => FIRST_USER_ID + scale.users;
/** How many channels have messages. */
const spoken = (scale: Scale, messages: number): number =>
  Math.max(1, Math.min(scale.channels, Math.floor(messages / (TOPICS * scale.topicMessages))));

export function placesOf(scale: Scale, messages: number): Places {
  const first = firstChannelId(scale);
  const channels = Array.from({ length: spoken(scale, messages) }, (_, index) => first + index);
  return {
    channelOf: (subscribers) => first + SIZES.indexOf(subscribers),
    channelNameOf: (subscribers) => `channel ${SIZES.indexOf(subscribers)}`,
    topics: channels.flatMap((channelId) =>
      Array.from({ length: TOPICS }, (_, topic) => ({ channelId, topic: `Topic ${topic}` })),
    ),
  };
}

/** Users and channels without any subscription. */
export async function fillDirectory(sql: Sql, scale: Scale): Promise<void> {
  const { users, channels } = scale;
  const lastUser = FIRST_USER_ID + users - 1;
  const firstChannel = firstChannelId(scale);
  await sql`
    insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
    select ${REALM_ID}, ${FIRST_USER_ID} + n, email, email, 'User Number ' || n, 400, now(), 3
    from generate_series(0, ${users - 1}::int) n, lateral (select 'user' || n || '@bench.example') e (email)`;
  await sql`
    insert into channel (realm_id, id, name, name_key, description, rendered_description, created_at, settings)
    select ${REALM_ID}, ${firstChannel} + n, 'channel ' || n, 'channel ' || n, 'What channel ' || n || ' is about.',
           '<p>What channel ' || n || ' is about.</p>', now(), like_this.settings
    from generate_series(0, ${channels - 1}::int) n, channel like_this
    where like_this.realm_id = ${REALM_ID} and like_this.name = 'general'`;
  await sql`update realm_head set last_id = ${lastUser + channels} where realm_id = ${REALM_ID}`;
}

export async function fillOrganization(sql: Sql, scale: Scale): Promise<void> {
  const { users, channels } = scale;
  const firstChannel = firstChannelId(scale);
  await fillDirectory(sql, scale);
  await sql`
    insert into subscription (realm_id, user_id, channel_id, received, color)
    select ${REALM_ID}, ${FIRST_USER_ID} + u, ${firstChannel} + size.place - 1, '{[1,)}', '#76ce90'
    from unnest(${SIZES}::int[]) with ordinality as size (subscribers, place),
         generate_series(0, least(size.subscribers, ${users}::int) - 1) u`;
  for (let from = 0; from < users; from += BATCH / CHANNELS_OF_USER) {
    const last = Math.min(from + BATCH / CHANNELS_OF_USER, users) - 1;
    await sql`
      insert into subscription (realm_id, user_id, channel_id, received, color)
      select distinct ${REALM_ID}::int, ${FIRST_USER_ID} + u,
             ${firstChannel + SIZES.length} + (u * 7 + c * 49) % ${channels - SIZES.length}::int,
             '{[1,)}'::int8multirange, '#fae589'
      from generate_series(${from}::int, ${last}::int) u, generate_series(0, ${CHANNELS_OF_USER - 1}::int) c`;
  }
}

/** Subscribes the first user to that many channels, so that their left column is as long as columns get. */
export async function subscribeFirstUser(sql: Sql, scale: Scale, channels: number): Promise<void> {
  await sql`
    insert into subscription (realm_id, user_id, channel_id, received, color)
    select ${REALM_ID}, ${FIRST_USER_ID}, ${firstChannelId(scale)} + n, '{[1,)}', '#fae589'
    from generate_series(0, ${Math.min(channels, scale.channels) - 1}::int) n
    on conflict do nothing`;
}

/** Adds messages up to a number, evenly over channels and topics; the first user has read all but the newest. */
export async function fillMessages(sql: Sql, scale: Scale, upTo: number): Promise<void> {
  const speaking = spoken(scale, upTo);
  const [head] = await sql<{ last: number }[]>`
    select last_message_id as last from realm_head where realm_id = ${REALM_ID}`;
  for (let from = (head?.last ?? 0) + 1; from <= upTo; from += BATCH) {
    await insertMessages(sql, scale, speaking, { from, until: Math.min(from + BATCH - 1, upTo), last: upTo });
  }
  await sql`
    update channel set first_message_id = 1
    where realm_id = ${REALM_ID} and id >= ${firstChannelId(scale)} and id < ${firstChannelId(scale) + speaking}`;
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select realm_id, user_id, channel_id, int8multirange(int8range(1, ${Math.max(2, upTo - UNREAD)}))
    from subscription where realm_id = ${REALM_ID} and user_id = ${FIRST_USER_ID}
    on conflict (realm_id, user_id, conversation_id) do update set ranges = excluded.ranges`;
  await sql`update realm_head set last_message_id = ${upTo} where realm_id = ${REALM_ID}`;
  // Otherwise the server would index messages while something else is measured; see fillIndex.
  await markIndexed(sql, firstOf(blockOf(upTo + 1)));
  await keepFilledTopics(sql);
}

/** Counts all messages in the list of topics, as the server's job would do. */
export async function keepFilledTopics(sql: Sql): Promise<void> {
  await sql`
    insert into channel_topic (realm_id, channel_id, topic_key, topic, last_message_id)
    select realm_id, conversation_id, topic_key, max(topic), max(id)
    from message where realm_id = ${REALM_ID} and not is_direct group by 1, 2, 3
    on conflict (realm_id, channel_id, topic_key) do update set last_message_id = excluded.last_message_id`;
  await sql`
    insert into topic_progress (realm_id, until)
    select realm_id, last_message_id + 1 from realm_head where realm_id = ${REALM_ID}
    on conflict (realm_id) do update set until = excluded.until`;
}

/** Says that messages with smaller IDs are in the search index. */
export async function markIndexed(sql: Sql, until: number): Promise<void> {
  await sql`
    insert into search_indexed (realm_id, until) values (${REALM_ID}, ${until})
    on conflict (realm_id) do update set until = excluded.until`;
}

async function insertMessages(
  sql: Sql,
  scale: Scale,
  speaking: number,
  ids: { from: number; until: number; last: number },
): Promise<void> {
  await sql`
    insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content, sent_at,
                         client, sender_read)
    select ${REALM_ID}, n, ${firstChannelId(scale)} + n % ${speaking}::int, false,
           ${FIRST_USER_ID} + n % ${scale.users}::int, topic, lower(topic), body,
           '<p>' || body || '</p>', now() - make_interval(secs => ${ids.last}::int - n), 'parley-bench', true
    from generate_series(${ids.from}::int, ${ids.until}::int) n,
         lateral (
           select 'Message ' || n || ' on item' || chr(97 + n % 11) || ' of list' || chr(97 + n % 13)
             || ', as long as people write them: ' || md5(n::text)) b (body),
         lateral (select 'Topic ' || (n / ${speaking}::int) % ${TOPICS}::int) t (topic)`;
}
