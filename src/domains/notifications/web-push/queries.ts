import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";
import { SESSION_SECONDS } from "#api/browser/session.ts";
import type { PushKeys } from "./encrypt.ts";

/** A browser, or an app by UnifiedPush, that gets notifications. */
export interface PushSubscription extends PushKeys {
  readonly id: number;
  readonly userId: number;
  readonly endpoint: string;
  /** Whether notifications hold the text of messages. */
  readonly showsContent: boolean;
  /** UNIX seconds. */
  readonly addedAt: number;
  /** The browser's session, with which it ends; null for programs with an API key. */
  readonly sessionId: number | null;
}

/**
 * A passing session ends with its browser, which tells nobody: one whose pages have not asked for so long gets nothing, so
 * that the next person at the machine is not shown it. A page that is open asks every minute, which is stored every five.
 */
const PASSING_SECONDS = 15 * 60;

/** Whether the session of `s` may still be in use. One that was ended has taken its subscriptions with it. */
const isInUse = (sql: ReadSql) => sql`
  (s.session_id is null or exists (
    select from browser_session b where b.realm_id = s.realm_id and b.id = s.session_id
      and b.seen_at > now() - make_interval(secs =>
        case when b.is_persistent then ${SESSION_SECONDS.persistent} else ${PASSING_SECONDS} end::float8)))`;

const columns = (sql: ReadSql) => sql`
  id, user_id, endpoint, public_key, auth, shows_content, session_id, extract(epoch from added_at)::int8 as added_at`;

export async function subscriptionsOf(sql: ReadSql, realmId: number, userId: number): Promise<PushSubscription[]> {
  return sql<PushSubscription[]>`
    select ${columns(sql)} from web_push_subscription
    where realm_id = ${realmId} and user_id = ${userId} order by id`;
}

/** The users who have any, with the IDs of their subscriptions. */
export async function subscribedUsers(sql: ReadSql, realmId: number): Promise<Map<number, readonly number[]>> {
  const rows = await sql<{ userId: number; ids: number[] }[]>`
    select user_id, array_agg(id) as ids from web_push_subscription s
    where realm_id = ${realmId} and ${isInUse(sql)} group by user_id`;
  return new Map(rows.map(({ userId, ids }) => [userId, ids]));
}

export async function insertSubscription(
  sql: TxSql,
  realmId: number,
  subscription: Omit<PushSubscription, "addedAt">,
): Promise<void> {
  await sql`
    insert into web_push_subscription (realm_id, id, user_id, endpoint, public_key, auth, shows_content, session_id)
    values (${realmId}, ${subscription.id}, ${subscription.userId}, ${subscription.endpoint}, ${subscription.publicKey}, ${subscription.auth}, ${subscription.showsContent},
            ${subscription.sessionId})`;
}

/** Asked once more when something is sent: since it was taken, its session may have ended. */
export async function isStillSubscribed(sql: ReadSql, realmId: number, id: number): Promise<boolean> {
  const [row] = await sql`
    select 1 as one from web_push_subscription s where realm_id = ${realmId} and id = ${id} and ${isInUse(sql)}`;
  return row !== undefined;
}

export async function deleteSubscription(sql: TxSql | BackgroundSql, realmId: number, id: number): Promise<void> {
  await sql`delete from web_push_subscription where realm_id = ${realmId} and id = ${id}`;
}

/** An endpoint belongs to one browser: if somebody else used Parley in it before, they do not any more. */
export async function deleteEndpoint(sql: TxSql, realmId: number, endpoint: string): Promise<void> {
  await sql`delete from web_push_subscription where realm_id = ${realmId} and endpoint = ${endpoint}`;
}

/** Where nobody has subscribed, nobody looks at messages: the first one to subscribe is told of what comes after. */
export async function beginCursor(sql: TxSql, realmId: number): Promise<void> {
  await sql`
    insert into web_push_cursor (realm_id, message_id)
    select realm_id, last_message_id from realm_head
    where realm_id = ${realmId} and not exists (select from web_push_subscription where realm_id = ${realmId})
    on conflict (realm_id) do update set message_id = excluded.message_id`;
}

/** Locks the organization's cursor; undefined if another process has it. */
export async function takePushCursor(sql: BackgroundSql, realmId: number): Promise<number | undefined> {
  const [row] = await sql<{ messageId: number }[]>`
    select message_id from web_push_cursor where realm_id = ${realmId} for update skip locked`;
  return row?.messageId;
}

export async function movePushCursor(sql: BackgroundSql, realmId: number, messageId: number): Promise<void> {
  await sql`update web_push_cursor set message_id = ${messageId} where realm_id = ${realmId}`;
}

export interface NewNote {
  readonly subscriptionId: number;
  readonly userId: number;
  readonly messageId: number;
  readonly tag: string;
}

export async function insertNotes(sql: BackgroundSql, realmId: number, notes: readonly NewNote[]): Promise<void> {
  if (notes.length === 0) return;
  await sql`
    insert into web_push_note (realm_id, subscription_id, user_id, message_id, tag, status)
    select ${realmId}, subscription_id, user_id, message_id, tag, 'due'
    from unnest(
      ${notes.map(({ subscriptionId }) => subscriptionId)}::int8[], ${notes.map(({ userId }) => userId)}::int8[],
      ${notes.map(({ messageId }) => messageId)}::int8[], ${notes.map(({ tag }) => tag)}::text[]
    ) as new (subscription_id, user_id, message_id, tag)
    on conflict do nothing`;
}

/** Of what was announced and has been read since then, the newest of each conversation is to be cleared. */
export async function noteRead(sql: BackgroundSql, realmId: number): Promise<void> {
  await sql`
    with read as (
      select n.subscription_id, n.message_id,
             n.message_id = max(n.message_id) over (partition by n.subscription_id, n.tag) as is_newest
      from web_push_note n
      left join message m on m.realm_id = n.realm_id and m.id = n.message_id
      left join read_state r on r.realm_id = n.realm_id and r.user_id = n.user_id
        and r.conversation_id = coalesce(m.origin_id, m.conversation_id)
      where n.realm_id = ${realmId} and n.status = 'shown' and (m.id is null or r.ranges @> n.message_id)
    ), older as (
      delete from web_push_note n using read
      where n.realm_id = ${realmId} and n.subscription_id = read.subscription_id
        and n.message_id = read.message_id and not read.is_newest
    )
    update web_push_note n set status = 'clear', attempts = 0, due_at = now() from read
    where n.realm_id = ${realmId} and n.subscription_id = read.subscription_id
      and n.message_id = read.message_id and read.is_newest`;
}

/** Something to send to one subscription. */
export interface PushTask extends PushSubscription {
  readonly realmId: number;
  readonly messageId: number;
  readonly tag: string;
  readonly status: "due" | "clear";
  /** This one included. */
  readonly attempts: number;
}

/** Longer than a request may take: what a process that died has taken comes back by this. */
const LEASE_SECONDS = 60;

export async function takePushTasks(sql: BackgroundSql, most: number): Promise<PushTask[]> {
  return sql<PushTask[]>`
    update web_push_note n set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from web_push_subscription s
    where (n.realm_id, n.subscription_id, n.message_id) in (
        select realm_id, subscription_id, message_id from web_push_note
        where status <> 'shown' and due_at <= now() order by due_at limit ${most} for update skip locked)
      and s.realm_id = n.realm_id and s.id = n.subscription_id
    returning n.realm_id, n.message_id, n.tag, n.status, n.attempts, s.id, s.user_id, s.endpoint, s.public_key, s.auth,
      s.shows_content, s.session_id`;
}

type Key = Pick<PushTask, "realmId" | "id" | "messageId">;

const isNote = (sql: ReadSql, { realmId, id, messageId }: Key) =>
  sql`realm_id = ${realmId} and subscription_id = ${id} and message_id = ${messageId}`;

export async function markShown(sql: BackgroundSql, task: Key): Promise<void> {
  await sql`update web_push_note set status = 'shown', due_at = now() where ${isNote(sql, task)}`;
}

export async function deleteNote(sql: BackgroundSql, task: Key): Promise<void> {
  await sql`delete from web_push_note where ${isNote(sql, task)}`;
}

export async function postponeNote(sql: BackgroundSql, task: Key, seconds: number): Promise<void> {
  await sql`update web_push_note set due_at = now() + make_interval(secs => ${seconds}) where ${isNote(sql, task)}`;
}

/** A notification that nobody has looked at for so long is gone from most devices. */
export async function forgetShown(sql: BackgroundSql, realmId: number, days: number): Promise<void> {
  await sql`
    delete from web_push_note
    where realm_id = ${realmId} and status = 'shown' and due_at < now() - make_interval(days => ${days})`;
}
