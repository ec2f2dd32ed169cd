import type { ReadSql, TxSql } from "#engine/db/database.ts";

/** The number of messages by channel and day, for a range of message IDs that was not counted before. */
export interface Count {
  /** The range begins after this message and ends with `upTo`. */
  readonly after: number;
  readonly upTo: number;
  readonly days: readonly { readonly channelId: number; readonly day: string; readonly messages: number }[];
}

export async function countNew(sql: ReadSql, realmId: number, keptDays: number): Promise<Count> {
  const [head] = await sql<{ after: number; upTo: number }[]>`
    select coalesce(c.message_id, 0) as after, h.last_message_id as up_to
    from realm_head h left join counted_traffic c on c.realm_id = h.realm_id where h.realm_id = ${realmId}`;
  const { after = 0, upTo = 0 } = head ?? {};
  if (after === upTo) return { after, upTo, days: [] };
  const days = await sql<Count["days"][number][]>`
    select conversation_id as channel_id, (sent_at at time zone 'utc')::date::text as day, count(*)::int as messages
    from message
    where realm_id = ${realmId} and id > ${after} and id <= ${upTo} and not is_direct
      and sent_at > now() - make_interval(days => ${keptDays})
    group by 1, 2`;
  return { after, upTo, days };
}

/** Adds a count to the stored ones, unless another process has counted the range already. */
export async function addCount(sql: TxSql, realmId: number, { after, upTo, days }: Count): Promise<void> {
  const moved = await sql`
    insert into counted_traffic (realm_id, message_id) values (${realmId}, ${upTo})
    on conflict (realm_id) do update set message_id = excluded.message_id where counted_traffic.message_id = ${after}
    returning 1 as one`;
  if (moved.length === 0 || days.length === 0) return;
  await sql`
    insert into channel_traffic (realm_id, channel_id, day, messages)
    select ${realmId}, channel_id, day, messages
    from unnest(
      ${days.map(({ channelId }) => channelId)}::int8[], ${days.map(({ day }) => day)}::date[],
      ${days.map(({ messages }) => messages)}::int4[]
    ) as counted (channel_id, day, messages)
    on conflict (realm_id, channel_id, day)
    do update set messages = channel_traffic.messages + excluded.messages`;
}

/** The number of messages of each channel within the counted days; older counts are deleted. */
export async function totals(sql: TxSql, realmId: number, keptDays: number): Promise<Map<number, number>> {
  await sql`
    delete from channel_traffic
    where realm_id = ${realmId} and day <= (now() at time zone 'utc')::date - ${keptDays}::int`;
  const rows = await sql<{ channelId: number; messages: number }[]>`
    select channel_id, sum(messages) as messages from channel_traffic where realm_id = ${realmId} group by channel_id`;
  return new Map(rows.map(({ channelId, messages }) => [channelId, messages]));
}

export async function storeTraffic(
  sql: TxSql,
  realmId: number,
  channels: readonly { id: number; weeklyTraffic: number | null }[],
): Promise<void> {
  await sql`
    update channel c set weekly_traffic = counted.traffic
    from unnest(
      ${channels.map(({ id }) => id)}::int8[], ${channels.map(({ weeklyTraffic }) => weeklyTraffic)}::int4[]
    ) as counted (id, traffic)
    where c.realm_id = ${realmId} and c.id = counted.id`;
}

/** The channels that are marked as active although they have no message for `days`. Each costs one index lookup. */
export async function quietChannels(sql: ReadSql, realmId: number, days: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select c.id
    from channel c
    left join lateral (
      select m.sent_at from message m
      where m.realm_id = c.realm_id and m.conversation_id = c.id order by m.id desc limit 1
    ) newest on true
    where c.realm_id = ${realmId} and c.is_recently_active
      and coalesce(newest.sent_at, c.created_at) < now() - make_interval(days => ${days})`;
  return rows.map(({ id }) => id);
}
