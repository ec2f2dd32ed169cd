import type { BackgroundPool, ReadPool, TxSql } from "#engine/db/database.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logger.ts";
import { randomId } from "#platform/random.ts";
import { formOf, type Queue, type QueueOptions } from "#engine/log/queue.ts";

/** An idle queue costs nothing, so it lives for a day unless the client asks for something else. */
export const DEFAULT_LIFESPAN_SECS = 86_400;
export const MAX_LIFESPAN_SECS = 604_800;
/**
 * Above this number the queue that was idle longest is removed, so that a script that registers every minute is not
 * locked out.
 */
const QUEUES_PER_USER = 200;
/** Queues that are being polled are kept in memory, so that a poll costs no query; the others cost no memory. */
const REMEMBERED_MS = 120_000;
/** Idle time decides which queue is removed, so it must not be far off. */
const MAX_UNTOUCHED_MS = 300_000;
/** A parked poll is not idle time. A poll may be parked this long, so the lifespan of a queue is extended by it. */
const MAX_WAIT_MS = 60_000;
const SHORT_LIFESPAN_MS = 10 * MAX_WAIT_MS;

export interface Queues {
  create(by: QueueOwner, options: QueueOptions, lifespanSecs: number, beginsAfter: number): Promise<Queue>;
  /** The queue, if it exists, has not expired and belongs to the user. */
  find(id: string, userId: number): Promise<Queue | undefined>;
  /** The same without asking the database: undefined means unknown, not absent. */
  remembered(id: string, userId: number): Queue | undefined;
  remove(id: string, userId: number, keyId?: number): Promise<boolean>;
  forget(id: string): void;
  /** The key was revoked or has expired, and its queues are gone. */
  forgetAllOfKey(keyId: number): void;
  /** The account was deactivated, and its queues are gone. */
  forgetAllOf(userId: number): void;
  count(): Promise<number>;
  /** Drops queues that are no longer polled from memory. */
  forgetIdle(): void;
}

/** Who registers a queue, and by which key, unless that is the one that every account has. */
export interface QueueOwner {
  readonly userId: number;
  readonly keyId: number | undefined;
}

interface Remembered {
  readonly queue: Queue;
  readonly lifespanMs: number;
  touchedAt: number;
  seenAt: number;
}

interface QueueRow {
  readonly keyId: number | null;
  readonly options: QueueOptions;
  readonly beginsAfter: number;
  readonly lifespanSecs: number;
  readonly idleMs: number;
}

interface QueuesContext {
  readonly reads: ReadPool;
  readonly background: BackgroundPool;
  readonly realmId: number;
  readonly clock: Clock;
  readonly log: Logger;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createQueues(context: QueuesContext): Queues {
  const { reads, background, realmId, clock, log } = context;
  const active = new Map<string, Remembered>();

  /** Each use restarts the idle time; storing that a few times per lifespan is enough. */
  const touch = (id: string, known: Remembered) => {
    const now = clock.now();
    known.seenAt = now;
    const isShort = known.lifespanMs < SHORT_LIFESPAN_MS;
    if (!isShort && now - known.touchedAt < Math.min(known.lifespanMs / 10, MAX_UNTOUCHED_MS)) return;
    known.touchedAt = now;
    background`
      update event_queue set touched_at = now() + make_interval(secs => ${isShort ? MAX_WAIT_MS / 1000 : 0})
      where realm_id = ${realmId} and id = ${id}`.catch((error: unknown) =>
      log.warn({ err: error }, "queue use not stored"),
    );
  };

  const remember = (queue: Queue, lifespanMs: number, idleMs: number): Remembered => {
    const now = clock.now();
    const entry = { queue, lifespanMs, touchedAt: now - idleMs, seenAt: now };
    active.set(queue.id, entry);
    return entry;
  };

  return {
    async create({ userId, keyId }, options, lifespanSecs, beginsAfter) {
      const id = randomId();
      const queue: Queue = { id, userId, options, beginsAfter, form: formOf(options), keyId };
      await background`
        with evicted as (
          delete from event_queue where realm_id = ${realmId} and id in (
            select id from event_queue where realm_id = ${realmId} and user_id = ${userId}
            order by touched_at desc offset ${QUEUES_PER_USER - 1})
        )
        insert into event_queue (realm_id, id, user_id, options, begins_after, lifespan_secs, touched_at, key_id)
        values (${realmId}, ${id}, ${userId}, ${background.json(JSON.parse(JSON.stringify(options)))}, ${beginsAfter},
                ${lifespanSecs}, now(), ${keyId ?? null})`;
      return queue;
    },
    async find(id, userId) {
      const known = this.remembered(id, userId);
      if (known !== undefined) return known;
      if (!UUID.test(id)) return undefined;
      // The database compares the user, so that another user's queue takes the time of one that does not exist.
      const [row] = await reads<QueueRow[]>`
        select options, begins_after, lifespan_secs, key_id, extract(epoch from now() - touched_at)::float8 * 1000 as idle_ms
        from event_queue
        where realm_id = ${realmId} and id = ${id} and user_id = ${userId}
          and touched_at > now() - make_interval(secs => lifespan_secs)`;
      if (row === undefined) return undefined;
      const { options, beginsAfter, keyId } = row;
      const queue: Queue = { id, userId, options, beginsAfter, form: formOf(options), keyId: keyId ?? undefined };
      touch(id, remember(queue, row.lifespanSecs * 1000, row.idleMs));
      return queue;
    },
    remembered(id, userId) {
      const known = active.get(id);
      if (known === undefined || known.queue.userId !== userId) return undefined;
      // The queue may have expired: the database decides.
      if (clock.now() - known.seenAt > known.lifespanMs + MAX_WAIT_MS) return undefined;
      touch(id, known);
      return known.queue;
    },
    async remove(id, userId, keyId) {
      if (!UUID.test(id)) return false;
      const rows = await background`
        delete from event_queue where realm_id = ${realmId} and id = ${id} and user_id = ${userId}
          and key_id is not distinct from coalesce(${keyId ?? null}::int8, key_id)
        returning id`;
      return rows.length > 0;
    },
    forget: (id) => void active.delete(id),
    forgetAllOfKey(keyId) {
      for (const [id, { queue }] of active) if (queue.keyId === keyId) active.delete(id);
    },
    forgetAllOf(userId) {
      for (const [id, { queue }] of active) if (queue.userId === userId) active.delete(id);
    },
    async count() {
      // For the metrics, which are needed most when reads have to wait.
      const [row] = await background<{ count: number }[]>`select count(*) from event_queue where realm_id = ${realmId}`;
      return row?.count ?? 0;
    },
    forgetIdle() {
      const oldest = clock.now() - REMEMBERED_MS;
      for (const [id, known] of active) if (known.seenAt < oldest) active.delete(id);
    },
  };
}

/** Removes all queues of a user, inside the action that changes what they may receive. */
export async function removeQueuesOf(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from event_queue where realm_id = ${realmId} and user_id = ${userId}`;
}

/** Removes expired queues, a bounded number at a time. */
export async function sweepQueues(sql: BackgroundPool): Promise<number> {
  const rows = await sql`
    delete from event_queue where (realm_id, id) in (
      select realm_id, id from event_queue
      where touched_at < now() - make_interval(secs => lifespan_secs) limit 1000)
    returning 1 as one`;
  return rows.length;
}
