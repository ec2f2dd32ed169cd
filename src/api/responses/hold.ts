import type { Clock } from "#platform/clock.ts";
import type { Site } from "#engine/runtime/site.ts";
import { type Ticks, threadTicks } from "./ticks.ts";

/** An answer waits for the first tick that is so long after its request: most take less than that. */
const LEAST_MS = 2;

interface Waiting {
  readonly from: number;
  readonly release: () => void;
}

/**
 * Holds answers that may be about something hidden until a tick. What is forbidden takes some microseconds longer than
 * what does not exist, because it is read first, and somebody who asks often enough could tell them apart.
 */
export function createHold({ monotonic }: Pick<Clock, "monotonic">, ticks: Ticks = threadTicks): Site["hold"] {
  let waiting: Waiting[] = [];
  let stop: (() => void) | undefined;

  const tick = () => {
    const now = monotonic();
    for (const { from, release } of waiting) if (from <= now) release();
    waiting = waiting.filter(({ from }) => from > now);
    if (waiting.length > 0) return;
    stop?.();
    stop = undefined;
  };

  return (started) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ from: started + LEAST_MS, release: resolve });
    stop ??= ticks(tick);
    return promise;
  };
}
