import { readableInUse } from "../channels/access.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { User } from "../model/records.ts";
import { hasArrivedFor } from "./held.ts";

export interface TopicSeen {
  readonly name: string;
  readonly maxId: number;
}

/**
 * The topics of a channel as the reader may see them, the one with the newest message first, each as it was spelled
 * last. The index is entered once for each topic, however many messages there are.
 */
export async function topicsOf(realm: LiveRealm, reader: User, channelId: number): Promise<readonly TopicSeen[]> {
  const { sql, model } = realm;
  const channel = readableInUse(model, reader, channelId);
  const inChannel = sql`m.realm_id = ${realm.id} and m.conversation_id = ${channel.id} and not m.is_direct`;
  const visible = channel.historyPublicToSubscribers ? sql`` : sql`and ${hasArrivedFor(sql, reader.id)}`;
  return sql<TopicSeen[]>`
    with recursive topic as (
      (select lower(m.topic) as name from message m where ${inChannel} order by lower(m.topic) limit 1)
      union all
      select (
        select lower(m.topic) from message m where ${inChannel} and lower(m.topic) > topic.name
        order by lower(m.topic) limit 1)
      from topic where topic.name is not null
    )
    select newest.topic as name, newest.id as max_id
    from topic, lateral (
      select m.id, m.topic from message m where ${inChannel} and lower(m.topic) = topic.name ${visible}
      order by m.id desc limit 1
    ) newest
    order by newest.id desc`;
}
