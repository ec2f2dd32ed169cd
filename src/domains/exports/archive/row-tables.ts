import { inBatches } from "#engine/db/client/statements/cursor.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { ArchiveScope } from "./scope.ts";

const BATCH = 500;

/**
 * The tables that are not in the model, by name: as JSON that PostgreSQL has written, a few hundred rows at a time.
 * Every one names the people or the channels that it may be about.
 */
export function rowTables(
  sql: ReadSql,
  realmId: number,
  scope: ArchiveScope,
): Record<string, () => AsyncIterable<string>> {
  const people = [...scope.people];
  const channels = [...scope.channels];
  const conversations = [...scope.channels, ...scope.conversations];
  const isOwn = sql`realm_id = ${realmId} and user_id = any(${people}::int8[])`;
  const queries: Record<string, Query> = {
    // Who is in a channel is known to all who see it; what they made of it is their own.
    subscriptions: sql`
      select user_id, channel_id, is_dormant, via_group, own.*
      from subscription s left join lateral (
        select s.received, s.color, s.is_muted, s.pin_to_top, s.desktop_notifications, s.audible_notifications,
               s.push_notifications, s.email_notifications, s.wildcard_mentions_notify
        where s.user_id = any(${people}::int8[])) own on true
      where realm_id = ${realmId} and channel_id = any(${channels}::int8[])
        and (s.user_id = any(${people}::int8[]) or upper_inf(s.received))
      order by user_id, channel_id`,
    read_state: sql`
      select user_id, conversation_id, ranges from read_state
      where ${isOwn} and conversation_id = any(${conversations}::int8[]) order by user_id, conversation_id`,
    user_topics: sql`
      select user_id, channel_id, topic, visibility_policy, updated_at from user_topic
      where ${isOwn} and channel_id = any(${channels}::int8[]) order by user_id, channel_id, topic_key`,
    user_status: sql`
      select user_id, status_text, emoji_name, emoji_code, reaction_type from user_status
      where realm_id = ${realmId} order by user_id`,
    muted_users: sql`select user_id, muted_user_id, muted_at from muted_user where ${isOwn} order by user_id, muted_user_id`,
    drafts: sql`
      select id, user_id, type, recipients, topic, content, edited_at from draft where ${isOwn} order by id`,
    scheduled_messages: sql`
      select id, user_id, type, recipients, topic, content, rendered_content, client, deliver_at, failure
      from scheduled_message where ${isOwn} order by id`,
    reminders: sql`
      select id, user_id, message_id, note, content, rendered_content, deliver_at, failure
      from reminder where ${isOwn} order by id`,
    saved_snippets: sql`
      select id, user_id, title, content, created_at from saved_snippet where ${isOwn} order by id`,
    navigation_views: sql`
      select user_id, fragment, is_pinned, name from navigation_view where ${isOwn} order by user_id, fragment`,
    onboarding_steps: sql`select user_id, name from onboarding_step where ${isOwn} order by user_id, name`,
    bot_storage: sql`
      select bot_id, key, value from bot_storage
      where realm_id = ${realmId} and bot_id = any(${people}::int8[]) order by bot_id, key`,
    bot_commands: sql`
      select id, bot_id, name, description, argument_hint from bot_command
      where realm_id = ${realmId} and bot_id = any(${people}::int8[]) order by id`,
  };
  return Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, () => jsonLines(sql, query)]));
}

type Query = ReturnType<typeof fragment>;
/** Only for its type: a part of a statement. */
const fragment = (sql: ReadSql) => sql`select`;

async function* jsonLines(sql: ReadSql, query: Query): AsyncGenerator<string> {
  const rows = sql`select row_to_json(t)::text as line from (${query}) t`;
  for await (const batch of inBatches<{ line: string }[]>(sql, rows, BATCH)) for (const { line } of batch) yield line;
}
