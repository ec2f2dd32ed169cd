import { setImmediate as nextTurn } from "node:timers/promises";

/** Work goes on for so long before others are served. */
const MAX_TURN_MS = 10;

/**
 * For long work in small pieces: to be called after each. Returns a promise to wait for once the work has held the event
 * loop for some milliseconds, and nothing before, so that short work never waits.
 */
export function createTurns(): () => Promise<void> | undefined {
  let started = performance.now();
  const pause = async () => {
    await nextTurn();
    started = performance.now();
  };
  return () => (performance.now() - started < MAX_TURN_MS ? undefined : pause());
}
