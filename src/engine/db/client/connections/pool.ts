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
import { holdSlot, type Slot } from "./slot.ts";
import type { HeldConnection } from "../statements/transaction.ts";
import { connectionError } from "../wire/errors.ts";
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

/** After a failure, and after a connection is lost, the next one is opened so much later. */
export const RETRY_MS = 200;
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
  let opening = 0;
  let notBefore = 0;
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

  /** The connection with the fewest statements among those that would send another one at once. */
  const busySlot = (): Slot | undefined => {
    let best: Slot | undefined;
    for (const slot of slots) {
      if (slot.holder !== undefined || slot.isRetired || !slot.connection.isReady()) continue;
      if (best === undefined || slot.connection.pending() < best.connection.pending()) best = slot;
    }
    return best;
  };

  const serve = () => {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const unused = idle.pop();
      if (unused === undefined) {
        while (opening < queue.length && slots.size + opening < max) open();
        // As many as are being opened are waited for.
        if (queue.length <= opening || next.request === undefined) return;
      }
      const slot = unused ?? busySlot();
      if (slot === undefined) return;
      queue.shift();
      assign(slot, next);
    }
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
    if (!slot.isRetired) notBefore = now() + RETRY_MS;
    slot.holder?.onLost(error);
    onClose();
    serve();
    noteEnd();
  };

  const add = (link: Link) => {
    const connection = createConnection(link, {
      onReady: () => (slot.holder === undefined && connection.pending() === 0 ? free(slot) : onProgress(slot)),
      onLost: (_, error) => onLost(slot, error),
    });
    const until = now() + LIFETIME_MS * (1 + randomFraction());
    const slot: Slot = { connection, until, idleSince: 0, isRetired: false, holder: undefined };
    slots.add(slot);
    free(slot);
  };
  const refuseOne = (error: unknown) => {
    notBefore = now() + RETRY_MS;
    queue.shift()?.fail(destroyed.signal.aborted ? connectionError("CONNECTION_DESTROYED", where) : error);
    serve();
  };
  const openLater = async (): Promise<Link> => {
    const wait = notBefore - now();
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
      (error: unknown) => end(() => refuseOne(error)),
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
    waiter.fail(error);
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
      const waiter = queue.find((one) => one.request === request);
      if (waiter !== undefined) return leave(waiter, error);
      request.fail(error);
      request.abandon?.();
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
