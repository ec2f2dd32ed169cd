import type { Sql } from "#engine/db/database.ts";

export interface WrongTopic {
  readonly kept: string | null;
  readonly grouped: string | null;
}

/**
 * Where `channel_topic` is not what grouping the messages gives. Topics that are noted as changed, or that have messages
 * which are not counted yet, are left out.
 */
export async function wrongTopics(sql: Sql): Promise<readonly WrongTopic[]> {
  const rows = await sql<WrongTopic[]>`
    with changed as (
      select realm_id, channel_id, topic_key from topic_changed
      union
      select m.realm_id, m.conversation_id, m.topic_key from message m
      where m.id >= coalesce((select p.until from topic_progress p where p.realm_id = m.realm_id), 0)
    ), grouped as (
      select distinct on (realm_id, conversation_id, topic_key)
        concat_ws(' ', realm_id, conversation_id, id, topic_key, topic) as line
      from message m
      where not is_direct and (realm_id, conversation_id, topic_key) not in (select * from changed)
      order by realm_id, conversation_id, topic_key, id desc
    ), kept as (
      select concat_ws(' ', realm_id, channel_id, last_message_id, topic_key, topic) as line from channel_topic
      where (realm_id, channel_id, topic_key) not in (select * from changed)
    )
    select kept.line as kept, grouped.line as grouped from kept full join grouped on kept.line = grouped.line
    where kept.line is null or grouped.line is null limit 10`;
  return [...rows];
}
