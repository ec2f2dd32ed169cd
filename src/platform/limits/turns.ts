import { setImmediate as nextTurn } from "node:timers/promises";
import { systemClock } from "../clock.ts";

/** Work goes on for so long before others are served. */
const MAX_TURN_MS = 10;

/**
 * For long work in small pieces: to be called after each. Returns a promise to wait for once the work has held the event
 * loop for some milliseconds, and nothing before, so that short work never waits.
 */
export function createTurns(): () => Promise<void> | undefined {
  let started = systemClock.monotonic();
  const pause = async () => {
    await nextTurn();
    started = systemClock.monotonic();
  };
  return () => (systemClock.monotonic() - started < MAX_TURN_MS ? undefined : pause());
}
