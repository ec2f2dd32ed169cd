import type { Clock } from "../platform/clock.ts";

export interface Rule {
  readonly seconds: number;
  readonly requests: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** UNIX seconds when the allowance is full again. */
  readonly reset: number;
  readonly retryAfter: number;
}

export interface RateLimiter {
  /** Counts a request unless it is refused. */
  hit(key: string): Verdict;
  clear(key: string): void;
}

interface Window {
  start: number;
  count: number;
  previous: number;
}

/**
 * A sliding window from two fixed ones: what the last window held counts for the part of it that still slides along.
 * Two numbers a key, and keys that fell silent are forgotten.
 */
export function createRateLimiter(rule: Rule, clock: Clock): RateLimiter {
  const length = rule.seconds * 1000;
  const windows = new Map<string, Window>();
  let lastSweep = clock.now();

  const sweep = (now: number) => {
    if (now - lastSweep < 2 * length) return;
    lastSweep = now;
    for (const [key, window] of windows) if (now - window.start >= 2 * length) windows.delete(key);
  };

  const current = (key: string, now: number): Window => {
    let window = windows.get(key);
    if (window === undefined) windows.set(key, (window = { start: now, count: 0, previous: 0 }));
    const passed = Math.floor((now - window.start) / length);
    if (passed > 0) {
      window.previous = passed === 1 ? window.count : 0;
      window.count = 0;
      window.start += passed * length;
    }
    return window;
  };

  return {
    hit(key) {
      const now = clock.now();
      sweep(now);
      const window = current(key, now);
      const left = 1 - (now - window.start) / length;
      const used = window.count + window.previous * left;
      const allowed = used + 1 <= rule.requests;
      if (allowed) window.count += 1;
      return {
        allowed,
        limit: rule.requests,
        remaining: allowed ? Math.floor(rule.requests - used - 1) : 0,
        reset: Math.ceil((now + length) / 1000),
        retryAfter: allowed ? 0 : wait(window, used, left),
      };
    },
    clear: (key) => windows.delete(key),
  };

  /** Seconds until enough of the counted requests have slid out of sight. */
  function wait(window: Window, used: number, left: number): number {
    const excess = used + 1 - rule.requests;
    if (window.previous > 0) return Math.min(rule.seconds, (excess / window.previous) * rule.seconds);
    return left * rule.seconds + (excess / Math.max(1, window.count)) * rule.seconds;
  }
}
