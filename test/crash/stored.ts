import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#engine/db/database.ts";
import { wrongTopics } from "../harness/topics.ts";

/** What the database holds, read without the server. Greetings of newcomers, which nobody asked for, are left out. */
export interface Stored {
  readonly messages: readonly StoredMessage[];
  readonly channels: readonly string[];
  readonly members: readonly { channel: string; userId: number; firstMessage: number }[];
  readonly emails: readonly string[];
  /** Faults of the log, and of the list of topics, by themselves. */
  readonly faults: readonly string[];
}

export interface StoredMessage {
  readonly id: number;
  readonly content: string;
  readonly senderId: number;
  readonly channel: string | null;
  readonly userIds: readonly number[] | null;
}

export async function readStored(sql: Sql): Promise<Stored> {
  const [messages, channels, members, accounts, faults, topics] = await Promise.all([
    sql<StoredMessage[]>`
      select m.id, m.content, m.sender_id, c.name as channel, d.user_ids
      from message m
      left join channel c on not m.is_direct and c.realm_id = m.realm_id and c.id = m.conversation_id
      left join direct_conversation d on m.is_direct and d.realm_id = m.realm_id and d.id = m.conversation_id
      where not exists (
        select from system_bot b where b.realm_id = m.realm_id and b.id = m.sender_id and b.name = 'welcome-bot')
      order by m.id`,
    sql<{ name: string }[]>`select name from channel`,
    sql<{ channel: string; userId: number; firstMessage: number }[]>`
      select c.name as channel, s.user_id, lower(s.received) as first_message
      from subscription s join channel c on c.realm_id = s.realm_id and c.id = s.channel_id`,
    sql<{ email: string }[]>`select email from account`,
    logFaults(sql),
    wrongTopics(sql),
  ]);
  return {
    messages,
    channels: channels.map(({ name }) => name),
    members,
    emails: accounts.map(({ email }) => email),
    faults: [...faults, ...topics.map(({ kept, grouped }) => `a topic is kept as ${kept} and should be ${grouped}`)],
  };
}

const MAX_WAIT_MS = 60_000;

/** Whether everything that was scheduled has happened. */
export async function nothingWaits(sql: Sql): Promise<boolean> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    const [row] = await sql<{ count: number }[]>`
      select (select count(*) from scheduled_message) + (select count(*) from reminder) as count`;
    if (row?.count === 0) return true;
    await sleep(50);
  }
  return false;
}

/** Checks that the log has every position up to the head once, and every message once, in order. */
async function logFaults(sql: Sql): Promise<string[]> {
  const [row] = await sql<Record<string, number>[]>`
    with sent as (
      select (event->'stored'->>'id')::int8 as id, position from event_log where event->>'type' = 'message'
    )
    select
      (select position from realm_head) as head,
      (select count(*) from event_log) as entries,
      (select count(distinct position) from event_log) as positions,
      (select coalesce(max(position), 0) from event_log) as newest,
      (select last_message_id from realm_head) as last_message,
      (select count(*) from message) as messages,
      (select coalesce(max(id), 0) from message) as newest_message,
      (select count(*) from sent) as sent,
      (select count(*) from sent full join message m on m.id = sent.id where m.id is null or sent.id is null) as unpaired,
      (select count(*) from (select id - lag(id) over (order by position) as step from sent) s where step <> 1) as disorder`;
  if (row === undefined) return ["the organization has no head"];
  const { head, entries, positions, newest, ...counts } = row;
  const faults: string[] = [];
  if (entries !== positions) faults.push(`the log has ${entries} entries at ${positions} positions`);
  if (head !== newest || head !== positions)
    faults.push(`the head is at ${head}, the log ends at ${newest} and has ${positions} positions`);
  const { lastMessage, messages, newestMessage, sent, unpaired, disorder } = counts;
  if (lastMessage !== newestMessage || messages !== newestMessage)
    faults.push(`the last message is ${lastMessage}, the newest ${newestMessage}, and there are ${messages}`);
  if (sent !== messages || unpaired !== 0)
    faults.push(`${messages} messages have ${sent} entries in the log, ${unpaired} without their counterpart`);
  if (disorder !== 0) faults.push(`the log has ${disorder} messages out of order`);
  return faults;
}
