/**
 * A pool of connections. A statement gets the idle connection that was used last, whose process has its caches warm; else a new
 * one, while there may be more; else it is sent on one that is busy. A holder gets a connection that is idle, for itself.
 * Who cannot be served waits in a queue. A failure to connect is the error of one who waits.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#platform/clock.ts";
import { randomFraction } from "#platform/random.ts";
import { createConnection } from "./connection.ts";
import { openAny, type Opening } from "./open.ts";
import type { Request } from "./request.ts";
import { createRetries } from "./retries.ts";
import { holdSlot, type Slot } from "./slot.ts";
import type { HeldConnection } from "../statements/transaction.ts";
import { connectionError, unsent } from "../wire/errors.ts";
import type { Link } from "../wire/link.ts";

export interface PoolLimits extends Opening {
  readonly max: number;
  /** An idle connection is ended after so long. */
  readonly idleMs: number;
  /** Called whenever a connection is lost or ended. */
  readonly onClose: () => void;
}

export interface Connections {
  readonly execute: (request: Request) => void;
  hold(): { readonly held: Promise<HeldConnection>; readonly giveUp: (error: Error) => void };
  giveUp(request: Request, error: Error): void;
  end(timeoutMs: number | undefined): Promise<void>;
  /** Aborted when the connections are destroyed. */
  readonly ended: AbortSignal;
}

interface Waiter {
  readonly request?: Request;
  /** Takes a connection for itself. */
  readonly take?: (slot: Slot) => void;
  fail(error: unknown): void;
}

/** A connection is replaced after so long, plus as much again by chance: its process may have grown. */
const LIFETIME_MS = 30 * 60_000;

const now = () => systemClock.monotonic();

export function createConnections(limits: PoolLimits): Connections {
  const { max, idleMs, onClose } = limits;
  const where = limits.target.database;
  const slots = new Set<Slot>();
  const idle: Slot[] = [];
  const queue: Waiter[] = [];
  const destroyed = new AbortController();
  const retries = createRetries();
  let opening = 0;
  let ending: PromiseWithResolvers<void> | undefined;

  const noteEnd = () => {
    if (slots.size === 0 && opening === 0 && queue.length === 0) ending?.resolve();
  };

  const assign = (slot: Slot, { request, take }: Waiter) => {
    take?.(slot);
    if (request === undefined) return;
    slot.connection.execute(request);
    // It may have failed before it was sent.
    if (slot.connection.pending() === 0) free(slot);
  };

  /**
   * The connection with the fewest statements among those that would send another one at once. Those that are to be
   * replaced get none, or else a busy pool would never end them.
   */
  const busySlot = (): Slot | undefined => {
    const time = now();
    let best: Slot | undefined;
    for (const slot of slots) {
      const isUsable = slot.holder === undefined && !slot.isRetired && time <= slot.until;
      if (!isUsable || !slot.connection.isReady()) continue;
      if (best === undefined || slot.connection.pending() < best.connection.pending()) best = slot;
    }
    return best;
  };

  const serve = () => {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const unused = idle.pop();
      if (unused === undefined) {
        openMore();
        // As many as are being opened are waited for, unless that may take longer.
        if (next.request === undefined || (queue.length <= opening && !retries.isFailing())) return;
      }
      const slot = unused ?? busySlot();
      if (slot === undefined) return;
      queue.shift();
      assign(slot, next);
    }
  };

  /** While a server refuses connections, one at a time asks whether it still does. */
  const openMore = () => {
    const wanted = retries.isFailing() ? 1 : queue.length;
    while (opening < wanted && slots.size + opening < max) open();
  };

  const retire = (slot: Slot) => {
    slot.isRetired = true;
    slot.connection.end();
  };
  const free = (slot: Slot) => {
    const { connection } = slot;
    if (connection.isLost()) return;
    // A transaction that nobody holds any more must not take the statements of others.
    if (connection.isInTransaction() && max > 1) return connection.abandon();
    if ((ending !== undefined && queue.length === 0) || now() > slot.until) return retire(slot);
    slot.idleSince = now();
    idle.push(slot);
    serve();
  };

  const onLost = (slot: Slot, error: Error) => {
    slots.delete(slot);
    const at = idle.indexOf(slot);
    if (at >= 0) idle.splice(at, 1);
    if (!slot.isRetired) retries.noteFailure();
    slot.holder?.onLost(error);
    onClose();
    serve();
    noteEnd();
  };

  const add = (link: Link) => {
    retries.noteSuccess();
    const connection = createConnection(link, {
      onReady: () => (slot.holder === undefined && connection.pending() === 0 ? free(slot) : onProgress(slot)),
      onLost: (_, error) => onLost(slot, error),
    });
    const until = now() + LIFETIME_MS * (1 + randomFraction());
    const slot: Slot = { connection, until, idleSince: 0, isRetired: false, holder: undefined };
    slots.add(slot);
    free(slot);
  };
  /**
   * Without any connection, all who wait fail with the attempt: they learn at once that the database is away, and none
   * waits for more than one attempt. With one, they wait for it until their deadlines: a server that has no connection left
   * is slow, but works.
   */
  const onRefused = (error: unknown) => {
    retries.noteFailure();
    if (slots.size === 0 && opening === 0) {
      const reason = destroyed.signal.aborted ? connectionError("CONNECTION_DESTROYED", where) : error;
      for (const waiter of queue.splice(0)) waiter.fail(reason);
    }
    serve();
  };
  const openLater = async (): Promise<Link> => {
    const wait = retries.waitMs();
    if (wait > 0) await sleep(wait, undefined, { signal: destroyed.signal });
    return openAny(limits, destroyed.signal);
  };
  const open = () => {
    opening += 1;
    const end = (next: () => void) => {
      opening -= 1;
      next();
      noteEnd();
    };
    openLater().then(
      (link) => end(() => add(link)),
      (error: unknown) => end(() => onRefused(error)),
    );
  };

  /** A connection has executed a statement, and has others. */
  const onProgress = (slot: Slot) => {
    if (slot.holder === undefined) serve();
    else if (slot.holder.isReleased && slot.connection.pending() === 0) slot.holder.release();
  };

  const enter = (waiter: Waiter) => {
    if (ending !== undefined) return waiter.fail(connectionError("CONNECTION_ENDED", where));
    queue.push(waiter);
    serve();
  };

  const leave = (waiter: Waiter, error: Error) => {
    const at = queue.indexOf(waiter);
    if (at >= 0) queue.splice(at, 1);
    waiter.fail(unsent(error));
    noteEnd();
  };

  const sweep = setInterval(() => {
    const earliest = now() - idleMs;
    for (const slot of idle.filter(({ idleSince, until }) => idleSince <= earliest || now() > until)) {
      idle.splice(idle.indexOf(slot), 1);
      retire(slot);
    }
  }, idleMs / 2).unref();

  return {
    execute: (request) => enter({ request, fail: (error) => request.fail(error) }),
    ended: destroyed.signal,
    hold() {
      const { promise: held, resolve, reject } = Promise.withResolvers<HeldConnection>();
      const waiter: Waiter = { take: (slot) => resolve(holdSlot(slot, where, free)), fail: (error) => reject(error) };
      enter(waiter);
      return { held, giveUp: (error) => leave(waiter, error) };
    },
    giveUp(request, error) {
      const queued = queue.find((waiter) => waiter.request === request);
      if (queued !== undefined) leave(queued, error);
      else request.giveUp?.(request, error);
    },
    async end(timeoutMs) {
      if (ending === undefined) {
        ending = Promise.withResolvers();
        clearInterval(sweep);
        for (const slot of idle.splice(0)) retire(slot);
        noteEnd();
      }
      const late = timeoutMs === undefined ? undefined : setTimeout(destroy, timeoutMs);
      await ending.promise;
      clearTimeout(late);
      destroyed.abort();
    },
  };

  function destroy(): void {
    destroyed.abort();
    const gone = connectionError("CONNECTION_DESTROYED", where);
    for (const waiter of queue.splice(0)) waiter.fail(gone);
    for (const { connection } of slots) connection.abandon(gone);
    noteEnd();
  }
}
