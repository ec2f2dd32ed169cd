import { readableInUse } from "#domains/records/channels/access.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Fragment } from "#engine/db/fragment.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { hasArrivedFor } from "../received.ts";

export interface TopicSeen {
  readonly name: string;
  readonly maxId: number;
}

/** A part of the list: the newest `limit` topics whose newest messages are older than `before`. */
export interface TopicRange {
  readonly limit?: number | undefined;
  readonly before?: number | undefined;
}

type Row = TopicSeen & { readonly position: number };

/**
 * The topics of a channel that the reader may see, the one with the newest message first, each in its last spelling.
 * They are read from `channel_topic`; what that table lacks (see keep-topics.ts) comes from the messages. Whether the
 * history is protected is read in the same statement, and the reader's access is checked after it: it may be lost while
 * the statement waits.
 */
export async function topicsOf(
  realm: RealmRuntime,
  reader: User,
  channelId: number,
  { limit, before }: TopicRange,
): Promise<readonly TopicSeen[]> {
  const { model } = realm;
  const sql = readPool(realm);
  const { id } = readableInUse(model, reader, channelId);
  const isInPage = (maxId: Fragment) => (before === undefined ? sql`true` : sql`${maxId} < ${before}`);
  const page = sql`order by max_id desc limit ${limit ?? null}::int8`;
  const rows = await sql<(Row | { position: number; maxId: null })[]>`
    with newer as materialized (
      select m.topic_key, m.topic, m.id from message m
      where m.realm_id = ${realm.id} and m.conversation_id = ${id} and not m.is_direct
        and m.id >= coalesce((select p.until from topic_progress p where p.realm_id = ${realm.id}), 0)
      order by m.id
    ), fresh as materialized (
      select distinct on (topic_key) topic_key, topic, id from newer order by topic_key, id desc
    ), changed as materialized (
      select distinct c.topic_key from topic_changed c where c.realm_id = ${realm.id} and c.channel_id = ${id}
    ), kept as not materialized (
      select t.topic_key, t.topic, t.last_message_id as id from channel_topic t
      where t.realm_id = ${realm.id} and t.channel_id = ${id}
        and t.topic_key not in (select topic_key from fresh) and t.topic_key not in (select topic_key from changed)
    ), renewed as (
      select c.topic_key, newest.topic, newest.id from changed c, lateral (${newestOf(sql, realm.id, id, sql`true`)}) newest
    ), recent as (
      select * from fresh where topic_key not in (select topic_key from changed)
      union all
      select * from renewed
    )
    select head.position, seen.name, seen.max_id
    from realm_head head
    join channel on channel.realm_id = head.realm_id and channel.id = ${id}
    left join lateral (
      (
        select name, max_id from (
          select topic as name, id as max_id from recent
          where channel.history_public_to_subscribers and ${isInPage(sql`id`)}
          union all
          (
            select topic as name, id as max_id from kept
            where channel.history_public_to_subscribers and ${isInPage(sql`id`)}
            ${page}
          )
        ) every ${page}
      )
      union all
      (
        select newest.topic as name, newest.id as max_id
        from (select topic_key from recent union all select topic_key from kept) c,
          lateral (${newestOf(sql, realm.id, id, hasArrivedFor(sql, reader.id))}) newest
        where not channel.history_public_to_subscribers and ${isInPage(sql`newest.id`)}
        ${page}
      )
    ) seen on true
    where head.realm_id = ${realm.id}
    order by seen.max_id desc`;
  await realm.reached(rows[0]?.position ?? 0);
  readableInUse(model, userRecord(model, reader.id) ?? reader, id);
  return rows.filter((row): row is Row => row.maxId !== null);
}

/** The newest message of topic c that fulfils a condition. */
const newestOf = (sql: ReadSql, realmId: number, channelId: number, condition: Fragment): Fragment => sql`
  select m.id, m.topic from message m
  where m.realm_id = ${realmId} and m.conversation_id = ${channelId} and not m.is_direct
    and m.topic_key = c.topic_key and ${condition}
  order by m.id desc limit 1`;
