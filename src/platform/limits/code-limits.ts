import type { Clock } from "../clock.ts";
import { createBoundedMap } from "../collections/bounded-map.ts";
import { rateLimitError } from "./rate-limit.ts";

/**
 * Limits guesses at codes of six digits, of which three are right at any time. Whoever gets to guess knows the password, so
 * that the account's owner is delayed by nobody else: after five wrong codes there is one more a minute, then one in two
 * minutes, and so on up to one an hour. A wrong code is forgotten after an hour. So nobody tries many more than 24 a day.
 */
export interface CodeLimits {
  /** Counts an attempt before the code is compared, so that attempts at once count. Refuses by throwing RATE_LIMIT_HIT. */
  readonly begin: (account: string) => void;
  /** The code was right. */
  readonly clear: (account: string) => void;
}

const FREE_FAILURES = 5;
const FADES_MS = 3_600_000;
const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 3_600_000;
/** Beyond it the delay does not grow, and the failures would only take longer to fade. */
const MAX_FAILURES = 12;
const MAX_ACCOUNTS = 10_000;

export function createCodeLimits(clock: Clock): CodeLimits {
  const failures = createBoundedMap<{ readonly count: number; readonly at: number }>(MAX_ACCOUNTS);
  return {
    begin(account) {
      const now = clock.monotonic();
      const { count, at } = failures.get(account) ?? { count: 0, at: now };
      const waits = at + delayAfter(count) - now;
      if (waits > 0) throw rateLimitError({ retryAfter: waits / 1000 });
      const left = Math.max(0, count - (now - at) / FADES_MS);
      failures.set(account, { count: Math.min(MAX_FAILURES, left + 1), at: now });
    },
    clear: (account) => failures.delete(account),
  };
}

function delayAfter(count: number): number {
  // A part of a failure that has not faded yet is one.
  const beyond = Math.ceil(count) - FREE_FAILURES;
  return beyond < 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** beyond);
}
