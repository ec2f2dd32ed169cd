/** Growing pauses between attempts, each of which can be cut short. */
export interface Backoff {
  /** Waits before the next attempt, at least `leastMs`. */
  pause(leastMs?: number): Promise<void>;
  /** The attempt succeeded. */
  reset(): void;
  /** Something has changed: what waits tries at once. */
  wake(): void;
}

const FIRST_MS = 150;
const MAX_MS = 10_000;

/** `random` spreads the attempts of clients that lost the same server at the same moment. */
export function createBackoff(random: () => number = Math.random): Backoff {
  let next = FIRST_MS;
  let wake = () => {};
  return {
    pause(leastMs = 0) {
      const wait = Math.max(leastMs, next / 2 + (random() * next) / 2);
      next = Math.min(2 * next, MAX_MS);
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    reset() {
      next = FIRST_MS;
    },
    wake() {
      next = FIRST_MS;
      wake();
    },
  };
}
