import type { ApiError, ErrorCode } from "../../platform/errors.ts";
import type { Clock } from "../../platform/clock.ts";

const TICK_MS = 2;
/** Refusals wait for the first tick that is so long after their request: most take less than that. */
const LEAST_MS = 2;
/** Ticks go on for this long after a refusal, so that their times have nothing to do with the next one. */
const REST_MS = 1000;

/** What these are about stands in the request itself, or cannot be guessed. */
const OPEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "REQUEST_VARIABLE_MISSING",
  "REQUEST_VARIABLE_INVALID",
  "REQUEST_CONFUSING_VAR",
  "INVALID_JSON",
  "BAD_EVENT_QUEUE_ID",
  "CSRF_FAILED",
]);

/** Whether the time that a refusal took may tell what a user must not know. */
export const mayTell = ({ status, code }: ApiError): boolean =>
  (status === 400 || status === 403 || status === 404) && !OPEN.has(code);

interface Waiting {
  readonly from: number;
  readonly release: () => void;
}

/**
 * Lets refusals be answered at moments that depend on when their request came, and not on how long it took. What is
 * forbidden takes some microseconds longer to refuse than what does not exist, because it is read first, and somebody who
 * asks often enough could tell them apart.
 */
export function createRefusalTicks({ monotonic }: Pick<Clock, "monotonic">): (started: number) => Promise<void> {
  let waiting: Waiting[] = [];
  let ticks: ReturnType<typeof setInterval> | undefined;
  let lastUse = 0;

  const tick = () => {
    const now = monotonic();
    const due = waiting.filter(({ from }) => from <= now);
    if (due.length > 0) waiting = waiting.filter(({ from }) => from > now);
    for (const { release } of due) release();
    if (waiting.length > 0 || now - lastUse < REST_MS) return;
    clearInterval(ticks);
    ticks = undefined;
  };

  return (started) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    lastUse = monotonic();
    waiting.push({ from: started + LEAST_MS, release: resolve });
    ticks ??= setInterval(tick, TICK_MS).unref();
    return promise;
  };
}
