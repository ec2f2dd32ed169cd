import { setTimeout as sleep } from "node:timers/promises";
import { createBoundedMap } from "../collections/bounded-map.ts";
import type { Clock } from "../clock.ts";
import { createDecayingCounter } from "../collections/decaying-counter.ts";
import { rateLimitError } from "./rate-limit.ts";
import { createRateLimiter } from "./rate-limit.ts";

/**
 * Limits guesses at passwords without locking the owner of the account out (docs/decisions/0010-logins.md):
 * - one account from one address: five failures in half an hour;
 * - one address, whatever accounts it names: thirty failures, of which one a minute is forgotten;
 * - one account from addresses that it never logged in from: no lock, but a delay that grows with the failures.
 * An address from which an account has logged in before has the first limit only.
 *
 * Attempts are counted before the password is compared, so that fifty concurrent attempts count as fifty; a successful
 * one is subtracted again. Names are counted whether such an account exists or not. All tables are bounded.
 */
export interface LoginLimits {
  /** Counts an attempt, and delays it where it must. Refuses by throwing RATE_LIMIT_HIT. */
  readonly begin: (account: string, address: string) => Promise<LoginAttempt>;
}

export type LoginOutcome = "right" | "wrong" | "undecided";

export interface LoginAttempt {
  end(outcome: LoginOutcome): void;
}

const ACCOUNT_FROM_ADDRESS = { seconds: 1800, requests: 5 };
const MAX_BY_ADDRESS = 30;
const ADDRESS_FADES = MAX_BY_ADDRESS / 1800;
/** For one address. The people of an office behind one address log in one after another. */
const MAX_AT_ONCE = 16;

const FREE_FAILURES = 5;
const ACCOUNT_FADES = FREE_FAILURES / 1800;
/** Enough for the longest delay, and not so many that the delay lasts for hours. */
const MAX_FAILURES = 10;
const FIRST_DELAY_MS = 500;
/** Clients wait at least this long for a response, and so does a server that shuts down. */
const MAX_DELAY_MS = 4000;
/** How many attempts are delayed at once. Further attempts are refused with `retry-after`. */
const MAX_DELAYED = 200;
const MAX_DELAYED_OF_ACCOUNT = 4;

/** For each table. A key is a name of at most 254 characters and an address, so a table takes a few MB at most. */
const MAX_KEYS = 10_000;

type Wait = (ms: number) => Promise<unknown>;
const wait: Wait = (ms) => sleep(ms, undefined, { ref: false });

export function createLoginLimits(clock: Clock, hold: Wait = wait): LoginLimits {
  const pairs = createRateLimiter(ACCOUNT_FROM_ADDRESS, clock, MAX_KEYS);
  const addresses = createDecayingCounter({ perSecond: ADDRESS_FADES, most: MAX_BY_ADDRESS, keys: MAX_KEYS }, clock);
  const accounts = createDecayingCounter({ perSecond: ACCOUNT_FADES, most: MAX_FAILURES, keys: MAX_KEYS }, clock);
  const familiar = createBoundedMap<true>(MAX_KEYS);
  const underWay = createTally();
  const delayed = createTally();

  /** Counts an attempt from an address that the account never logged in from; returns how long it must wait. */
  const countUnfamiliar = (account: string, address: string): number => {
    const over = addresses.read(address) + 1 - MAX_BY_ADDRESS;
    if (over > 0) throw rateLimitError({ retryAfter: over / ADDRESS_FADES });
    const delay = delayAfter(accounts.read(account));
    const isFull = delayed.total() >= MAX_DELAYED || delayed.of(account) >= MAX_DELAYED_OF_ACCOUNT;
    if (delay > 0 && isFull) throw rateLimitError({ retryAfter: delay / 1000 });
    addresses.add(address, 1);
    accounts.add(account, 1);
    return delay;
  };

  const holdBack = async (account: string, ms: number) => {
    delayed.add(account);
    try {
      await hold(ms);
    } finally {
      delayed.remove(account);
    }
  };

  return {
    async begin(account, address) {
      const pair = `${account} ${address}`;
      const isFamiliar = familiar.get(pair) === true;
      if (underWay.of(address) >= MAX_AT_ONCE) throw rateLimitError({ retryAfter: 1 });
      const verdict = pairs.hit(pair);
      if (!verdict.allowed) throw rateLimitError(verdict);
      let delay = 0;
      try {
        if (!isFamiliar) delay = countUnfamiliar(account, address);
      } catch (refusal) {
        pairs.takeBack(pair);
        throw refusal;
      }
      underWay.add(address);
      if (delay > 0) await holdBack(account, delay);
      return {
        end(outcome) {
          underWay.remove(address);
          if (outcome === "wrong") return;
          if (!isFamiliar) addresses.add(address, -1);
          if (outcome === "undecided") {
            pairs.takeBack(pair);
            if (!isFamiliar) accounts.add(account, -1);
            return;
          }
          pairs.clear(pair);
          accounts.clear(account);
          familiar.set(pair, true);
        },
      };
    },
  };
}

function delayAfter(failures: number): number {
  const beyond = Math.floor(failures) - FREE_FAILURES;
  return beyond < 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** beyond);
}

/** Counts how many of each kind are under way. The tally holds no more keys than there are requests. */
function createTally() {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    total: () => total,
    add(key: string) {
      counts.set(key, of(key) + 1);
      total += 1;
    },
    remove(key: string) {
      if (of(key) > 1) counts.set(key, of(key) - 1);
      else counts.delete(key);
      total -= 1;
    },
  };
}
