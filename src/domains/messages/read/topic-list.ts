import { readableInUse } from "../../channels/access.ts";
import { readPool } from "../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import { userRecord } from "../../../engine/model/lookup/record-lookup.ts";
import type { User } from "../../../engine/model/records.ts";
import { hasArrivedFor } from "./received.ts";

export interface TopicSeen {
  readonly name: string;
  readonly maxId: number;
}

type Row = TopicSeen & { readonly position: number };

/**
 * The topics of a channel that the reader may see, the one with the newest message first, each in its last spelling. There
 * is one index lookup for each topic, whatever the number of messages. Whether the history is protected is read in the
 * same statement, and the reader's access is checked after it: it may be lost while the statement waits.
 */
export async function topicsOf(realm: RealmRuntime, reader: User, channelId: number): Promise<readonly TopicSeen[]> {
  const { model } = realm;
  const sql = readPool(realm);
  const { id } = readableInUse(model, reader, channelId);
  const inChannel = sql`m.realm_id = ${realm.id} and m.conversation_id = ${id} and not m.is_direct`;
  const rows = await sql<(Row | { position: number; maxId: null })[]>`
    with recursive topic as (
      (select m.topic_key as name from message m where ${inChannel} order by m.topic_key limit 1)
      union all
      select (
        select m.topic_key from message m where ${inChannel} and m.topic_key > topic.name
        order by m.topic_key limit 1)
      from topic where topic.name is not null
    )
    select head.position, seen.name, seen.max_id
    from realm_head head
    join channel on channel.realm_id = head.realm_id and channel.id = ${id}
    left join lateral (
      select newest.topic as name, newest.id as max_id
      from topic, lateral (
        select m.id, m.topic from message m
        where ${inChannel} and m.topic_key = topic.name
          and (channel.history_public_to_subscribers or ${hasArrivedFor(sql, reader.id)})
        order by m.id desc limit 1
      ) newest
    ) seen on true
    where head.realm_id = ${realm.id}
    order by seen.max_id desc`;
  await realm.reached(rows[0]?.position ?? 0);
  readableInUse(model, userRecord(model, reader.id) ?? reader, id);
  return rows.filter((row): row is Row => row.maxId !== null);
}
