import { setImmediate } from "node:timers/promises";
import type { BackgroundPool, BackgroundSql } from "#engine/db/database.ts";
import { type Repeated, repeat } from "#engine/jobs/repeat.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Logger } from "#platform/logger.ts";

/**
 * Keeps `channel_topic`, from which topic-list.ts reads the topics of a channel. The list is exact at any time, however
 * far this job is: it adds what is missing here from the messages.
 */

const LOOK_MS = 1000;
/** With fewer new messages and no change it is not worth a write: the list reads that many quickly. */
const WORTH_WRITING = 500;
const MAX_MESSAGES = 20_000;
const MAX_CHANGES = 10_000;

interface Pending {
  readonly until: number;
  readonly newest: number;
  readonly hasChanges: boolean;
}

/**
 * Adds new messages to the list of topics, and looks at changed topics again. Returns whether there may be more to do.
 * If another process is at it, this one does nothing.
 *
 * Changes are taken before the messages are read: one that is committed later keeps its row.
 */
export async function keepTopics(
  pool: BackgroundPool,
  realmId: number,
  worthWriting = WORTH_WRITING,
): Promise<boolean> {
  await pool`insert into topic_progress (realm_id, until) values (${realmId}, 0) on conflict do nothing`;
  return pool.begin(async (sql) => {
    const [pending] = await sql<Pending[]>`
      select p.until, h.last_message_id as newest,
        exists (select from topic_changed c where c.realm_id = p.realm_id) as has_changes
      from topic_progress p join realm_head h on h.realm_id = p.realm_id
      where p.realm_id = ${realmId} for update of p skip locked`;
    if (pending === undefined) return false;
    const { until, newest, hasChanges } = pending;
    const taken = hasChanges ? await renewChanged(sql, realmId) : 0;
    if (newest - until < worthWriting) return taken === MAX_CHANGES;
    const past = Math.min(newest + 1, until + MAX_MESSAGES);
    await addNew(sql, realmId, until, past);
    return past <= newest || taken === MAX_CHANGES;
  });
}

async function renewChanged(sql: BackgroundSql, realmId: number): Promise<number> {
  const rows = await sql<{ channelId: number; topicKey: string }[]>`
    delete from topic_changed c
    where c.realm_id = ${realmId} and c.id in (
      select id from topic_changed where realm_id = ${realmId} order by id limit ${MAX_CHANGES})
    returning c.channel_id, c.topic_key`;
  const changed = [...new Map(rows.map((row) => [`${row.channelId} ${row.topicKey}`, row])).values()];
  const channels = changed.map(({ channelId }) => channelId);
  const keys = changed.map(({ topicKey }) => topicKey);
  await sql`
    delete from channel_topic t
    using unnest(${channels}::int8[], ${keys}::text[]) as c (channel_id, topic_key)
    where t.realm_id = ${realmId} and t.channel_id = c.channel_id and t.topic_key = c.topic_key`;
  await sql`
    insert into channel_topic (realm_id, channel_id, topic_key, topic, last_message_id)
    select ${realmId}, c.channel_id, c.topic_key, newest.topic, newest.id
    from unnest(${channels}::int8[], ${keys}::text[]) as c (channel_id, topic_key), lateral (
      select m.id, m.topic from message m
      where m.realm_id = ${realmId} and m.conversation_id = c.channel_id and m.topic_key = c.topic_key
        and not m.is_direct
      order by m.id desc limit 1
    ) newest`;
  return rows.length;
}

async function addNew(sql: BackgroundSql, realmId: number, from: number, past: number): Promise<void> {
  await sql`
    insert into channel_topic as t (realm_id, channel_id, topic_key, topic, last_message_id)
    select distinct on (m.conversation_id, m.topic_key) ${realmId}::int, m.conversation_id, m.topic_key, m.topic, m.id
    from message m
    where m.realm_id = ${realmId} and m.id >= ${from} and m.id < ${past} and not m.is_direct
    order by m.conversation_id, m.topic_key, m.id desc
    on conflict (realm_id, channel_id, topic_key)
    do update set topic = excluded.topic, last_message_id = excluded.last_message_id
    where t.last_message_id < excluded.last_message_id`;
  await sql`update topic_progress set until = ${past} where realm_id = ${realmId}`;
}

/** The position of the log up to which an organization was looked at. */
const seenOf = perOrganization("topics job", (): { position?: number } => ({}));

export function startKeepingTopics(realms: Realms, log: Logger): Repeated {
  const keep = async (realm: RealmRuntime, isStopping: () => boolean) => {
    const { position } = realm.model;
    const seen = seenOf(realm);
    if (seen.position === position) return;
    while ((await keepTopics(backgroundPool(realm), realm.id)) && !isStopping()) await setImmediate();
    seen.position = position;
  };
  return repeat(LOOK_MS, async (isStopping, run) => {
    for (const realm of realms.forRepeatedWork(run)) {
      await keep(realm, isStopping).catch((error: unknown) => log.warn({ err: error }, "topics not kept"));
    }
  });
}
