import type { Clock } from "#platform/clock.ts";
import { sleepFor } from "./sleep.ts";

/** Paces a work loop: it continues soon after a wake-up, at most once per `pauseMs`, and by itself after `sleepMs`. */
export interface WakeSignal {
  wake(): void;
  next(): Promise<void>;
  /** From now on `next` does not wait. */
  stop(): void;
}

export function createWakeSignal(
  clock: Clock,
  { pauseMs, sleepMs }: { readonly pauseMs: number; readonly sleepMs: number },
): WakeSignal {
  const stopping = new AbortController();
  let woken = new AbortController();
  let wokeAt = clock.monotonic();
  const until = (ms: number, signal: AbortSignal) => sleepFor(Math.max(0, wokeAt + ms - clock.monotonic()), signal);
  return {
    // Every write wakes; without a reason `abort` would create an error with a stack trace each time.
    wake: () => woken.abort("woken"),
    async next() {
      await until(sleepMs, woken.signal);
      await until(pauseMs, stopping.signal);
      woken = new AbortController();
      wokeAt = clock.monotonic();
    },
    stop() {
      stopping.abort();
      woken.abort();
    },
  };
}
