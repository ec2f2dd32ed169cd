import { systemClock } from "#platform/clock.ts";
import type { StatementWatch } from "./client/client.ts";

/** Longer than any of our statements takes on a healthy database, and shorter than clients wait. */
const DEADLINE_MS = 10_000;
const LOOK_MS = 1000;
/** If the timer is late by this much, this process was paused, and the responses may have arrived in between. */
const PAUSED_MS = 3 * LOOK_MS;

/** Counts as a lost connection, because that is nearly always the reason. */
class DeadlineError extends Error {
  readonly code = "CONNECTION_SILENT";
}

interface PendingStatement {
  readonly until: number;
  readonly giveUp: (error: Error) => void;
}

/**
 * All pending statements by their time limit, each list in order of time. A timer for each would cost more than all the
 * rest.
 */
const lines = new Map<number, Set<PendingStatement>>();
let lookedAt = systemClock.monotonic();

const look = () => {
  const now = systemClock.monotonic();
  const wasPaused = now - lookedAt > PAUSED_MS;
  lookedAt = now;
  if (wasPaused) return;
  for (const line of lines.values()) {
    for (const statement of line) {
      if (statement.until > now) break;
      line.delete(statement);
      statement.giveUp(new DeadlineError("the database does not answer"));
    }
  }
};
setInterval(look, LOOK_MS).unref();

function lineOf(ms: number): Set<PendingStatement> {
  let line = lines.get(ms);
  if (line === undefined) lines.set(ms, (line = new Set()));
  return line;
}

/**
 * Gives up waiting for the database after `DEADLINE_MS`. An outage can leave a statement without any response; without
 * a deadline its caller, and everything queued after it, would wait for ever.
 */
export function withDeadline<T>(promise: Promise<T>): Promise<T> {
  const line = lineOf(DEADLINE_MS);
  return new Promise((resolve, reject) => {
    const statement: PendingStatement = { until: systemClock.monotonic() + DEADLINE_MS, giveUp: reject };
    line.add(statement);
    const endWith =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        line.delete(statement);
        return settle(value);
      };
    promise.then(endWith(resolve), endWith(reject));
  });
}

/** Calls a function again and again, from `ms` on, while a promise is pending. */
export function whileLate<T>(promise: Promise<T>, ms: number, work: () => void): Promise<T> {
  let isPending = true;
  let line = lineOf(ms);
  const wait = (after: number): PendingStatement => {
    line = lineOf(after);
    const next: PendingStatement = {
      until: systemClock.monotonic() + after,
      giveUp() {
        if (!isPending) return;
        work();
        pending = wait(LOOK_MS);
      },
    };
    line.add(next);
    return next;
  };
  let pending = wait(ms);
  const end = () => {
    isPending = false;
    line.delete(pending);
  };
  promise.then(end, end);
  return promise;
}

/** Gives up every statement of a pool that has no response after `ms`, including those that still wait to be sent. */
export function watchStatements(ms: number): StatementWatch {
  const line = lineOf(ms);
  return (giveUp) => {
    const pending: PendingStatement = { until: systemClock.monotonic() + ms, giveUp };
    line.add(pending);
    return () => void line.delete(pending);
  };
}
