import type { Clock } from "../../platform/clock.ts";
import { sleepFor } from "./sleep.ts";

/** Wakes whoever works in a loop: soon after it was rung, but not all the time, and by itself after a while. */
export interface WakeSignal {
  ring(): void;
  next(): Promise<void>;
  /** From now on nobody is kept waiting. */
  stop(): void;
}

export function createWakeSignal(
  clock: Clock,
  { pauseMs, sleepMs }: { readonly pauseMs: number; readonly sleepMs: number },
): WakeSignal {
  const stopping = new AbortController();
  let rung = new AbortController();
  let wokeAt = clock.monotonic();
  const until = (ms: number, signal: AbortSignal) => sleepFor(Math.max(0, wokeAt + ms - clock.monotonic()), signal);
  return {
    // With a reason, since every write rings, and without one it would become an error with a trace.
    ring: () => rung.abort("rung"),
    async next() {
      await until(sleepMs, rung.signal);
      await until(pauseMs, stopping.signal);
      rung = new AbortController();
      wokeAt = clock.monotonic();
    },
    stop() {
      stopping.abort();
      rung.abort();
    },
  };
}
