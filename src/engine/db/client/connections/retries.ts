import { systemClock } from "#platform/clock.ts";
import { randomFraction } from "#platform/random.ts";

const FIRST_RETRY_MS = 200;
/** An outage that has ended is noticed after so long. */
const MAX_RETRY_MS = 2000;

/**
 * When the next connection may be opened. After each failure in a row that is twice as long, up to a limit, and by chance
 * up to half of it earlier: the pools of all processes lose a server in the same moment, and must not all come back in the
 * same moment.
 */
export interface Retries {
  /** A connection could not be opened, or was lost. Those that are lost together count as one failure. */
  noteFailure(): void;
  noteSuccess(): void;
  isFailing(): boolean;
  waitMs(): number;
}

export function createRetries(): Retries {
  let failures = 0;
  let notBefore = 0;
  const waitMs = () => notBefore - systemClock.monotonic();
  return {
    noteFailure() {
      if (waitMs() > 0) return;
      const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
      failures += 1;
      notBefore = systemClock.monotonic() + longest * (1 - randomFraction() / 2);
    },
    noteSuccess: () => void (failures = 0),
    isFailing: () => failures > 0,
    waitMs,
  };
}
