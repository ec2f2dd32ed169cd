import { ApiError } from "../errors.ts";
import type { Clock } from "../clock.ts";

export interface RateLimitRule {
  readonly seconds: number;
  readonly requests: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The time at which the allowance is full again, in UNIX seconds. */
  readonly reset: number;
  readonly retryAfter: number;
}

export interface RateLimiter {
  /** Counts a request unless it is refused. */
  hit(key: string): Verdict;
  clear(key: string): void;
}

/** A limiter that can forget the newest request of a key, as if it had not been sent. */
export interface WindowLimiter extends RateLimiter {
  takeBack(key: string): void;
}

/**
 * A sliding window: the times of a key's requests are kept as long as they count, and idle keys are forgotten. Where
 * strangers choose the keys, only the `mostKeys` most recent ones are kept.
 */
export function createRateLimiter(
  rule: RateLimitRule,
  clock: Clock,
  mostKeys = Number.POSITIVE_INFINITY,
): WindowLimiter {
  const length = rule.seconds * 1000;
  const hits = new Map<string, number[]>();
  const sweep = sweeper(length, (now) => {
    for (const [key, times] of hits) if ((times.at(-1) ?? 0) + length <= now) hits.delete(key);
  });
  return {
    hit(key) {
      const now = clock.now();
      sweep(now);
      const times = hits.get(key) ?? [];
      // Setting the key again moves it to the end, so that the keys stand in the order of their last request.
      if (Number.isFinite(mostKeys)) hits.delete(key);
      hits.set(key, times);
      if (hits.size > mostKeys) hits.delete(hits.keys().next().value as string);
      while (times.length > 0 && (times[0] as number) + length <= now) times.shift();
      const allowed = times.length < rule.requests;
      if (allowed) times.push(now);
      return {
        allowed,
        limit: rule.requests,
        remaining: rule.requests - times.length,
        reset: Math.ceil(((times.at(-1) ?? now) + length) / 1000),
        retryAfter: allowed ? 0 : ((times[0] ?? now) + length - now) / 1000,
      };
    },
    takeBack: (key) => void hits.get(key)?.pop(),
    clear: (key) => hits.delete(key),
  };
}

interface Bucket {
  level: number;
  at: number;
}

/** An allowance that refills continuously instead of window by window, for clients that poll all the time. */
export function createLeakyBucket(rule: RateLimitRule, clock: Clock): RateLimiter {
  const drained = rule.requests / (rule.seconds * 1000);
  const buckets = new Map<string, Bucket>();
  const levelOf = ({ level, at }: Bucket, now: number): number => Math.max(0, level - (now - at) * drained);
  const sweep = sweeper(rule.seconds * 1000, (now) => {
    for (const [key, bucket] of buckets) if (levelOf(bucket, now) === 0) buckets.delete(key);
  });
  return {
    hit(key) {
      const now = clock.now();
      sweep(now);
      const before = levelOf(buckets.get(key) ?? { level: 0, at: now }, now);
      const allowed = before + 1 <= rule.requests;
      const level = allowed ? before + 1 : before;
      buckets.set(key, { level, at: now });
      return {
        allowed,
        limit: rule.requests,
        remaining: Math.floor(rule.requests - level),
        reset: Math.ceil((now + level / drained) / 1000),
        retryAfter: allowed ? 0 : (before + 1 - rule.requests) / drained / 1000,
      };
    },
    clear: (key) => buckets.delete(key),
  };
}

/** Looks through all keys once in a while, as part of a request, so that no timer is needed. */
function sweeper(everyMs: number, look: (now: number) => void): (now: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (now) => {
    if (now - last < everyMs) return;
    last = now;
    look(now);
  };
}

/** Counts a request against the allowance of its sender, and adds the remaining allowance to the response headers. */
export function countRequest(
  limiter: RateLimiter,
  realm: { readonly id: number },
  sender: { readonly id: number },
  headers: Record<string, string>,
): void {
  const verdict = limiter.hit(`${realm.id}:${sender.id}`);
  headers["x-ratelimit-limit"] = String(verdict.limit);
  headers["x-ratelimit-remaining"] = String(verdict.remaining);
  headers["x-ratelimit-reset"] = String(verdict.reset);
  if (!verdict.allowed) throw rateLimitError(verdict);
}

export const rateLimitError = ({ retryAfter }: Pick<Verdict, "retryAfter">): ApiError =>
  new ApiError("RATE_LIMIT_HIT", "API usage exceeded rate limit", { "retry-after": retryAfter });
