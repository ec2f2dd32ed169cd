import { systemClock } from "../platform/clock.ts";

/** Longer than anything of ours takes on a healthy database, and shorter than clients wait. */
const DEADLINE_MS = 10_000;
const LOOK_MS = 1000;

/** Looks like a lost connection, because that is what it nearly always is. */
class DeadlineError extends Error {
  readonly code = "CONNECTION_SILENT";
}

interface Waiting {
  readonly until: number;
  readonly giveUp: (error: Error) => void;
}

/** All who wait, longest first. A timer for each would cost more than everything else here. */
const waiting = new Set<Waiting>();

const look = () => {
  const now = systemClock.monotonic();
  for (const one of waiting) {
    if (one.until > now) return;
    waiting.delete(one);
    one.giveUp(new DeadlineError("the database does not answer"));
  }
};
setInterval(look, LOOK_MS).unref();

/**
 * Gives up waiting for the database. An outage can leave a statement without any answer, and whoever waited for it
 * without end would keep everybody behind them waiting, too.
 */
export function withDeadline<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const one: Waiting = { until: systemClock.monotonic() + DEADLINE_MS, giveUp: reject };
    waiting.add(one);
    promise.then(resolve, reject).finally(() => waiting.delete(one));
  });
}
