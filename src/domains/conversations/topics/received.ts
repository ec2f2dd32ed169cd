import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import type { Span } from "#engine/model/access/permissions.ts";
import { caseless } from "#platform/characters.ts";

export interface TopicPlace {
  readonly realmId: number;
  readonly channelId: number;
  readonly topic: string;
}

export const isInTopic = (sql: ReadSql, { realmId, channelId, topic }: TopicPlace): Fragment => sql`
  m.realm_id = ${realmId} and m.conversation_id = ${channelId} and not m.is_direct and m.topic_key = ${caseless(topic)}`;

const spanTable = (sql: ReadSql, spans: readonly Span[]): Fragment => sql`
  unnest(${spans.map(([first]) => first)}::int8[], ${spans.map(([, past]) => past)}::int8[]) as span (first, past)`;

/** Whether a topic has a message that was sent to its channel within the spans: one index lookup for each. */
export const hasSentWithin = (sql: ReadSql, place: TopicPlace, spans: readonly Span[]): Fragment => sql`
  exists (
    select from ${spanTable(sql, spans)}, lateral (
      select from message m
      where ${isInTopic(sql, place)} and m.origin_id is null and m.id >= span.first and m.id < span.past
      limit 1) sent)`;

/** Whether a topic has a message that fulfils the condition and was moved to its channel within the spans. */
export const hasArrivedWithin = (
  sql: ReadSql,
  place: TopicPlace,
  spans: readonly Span[],
  condition: Fragment,
): Fragment => sql`
  exists (
    select from message m
    where ${isInTopic(sql, place)} and m.origin_id is not null and exists (
      select from ${spanTable(sql, spans)}
      where (m.moves -> -1 ->> 1)::int8 >= span.first and (m.moves -> -1 ->> 1)::int8 < span.past) and ${condition})`;
