/** Work that is polled for at an interval. */
export interface Repeated {
  /** Looks now, unless a run is under way. */
  readonly wake: () => void;
  /** Waits for the run that is under way, after asking it to end. */
  stop(): Promise<void>;
}

/**
 * Runs `look` at an interval, never twice at once. `look` handles its own failures; `isStopping` tells it to leave the
 * rest, and `run` counts the runs from 0.
 */
export function repeat(everyMs: number, look: (isStopping: () => boolean, run: number) => Promise<void>): Repeated {
  let isStopping = false;
  let run = 0;
  let looking: Promise<void> | undefined;
  const wake = () => {
    if (isStopping || looking !== undefined) return;
    looking = look(() => isStopping, run).finally(() => (looking = undefined));
    run += 1;
  };
  const timer = setInterval(wake, everyMs);
  return {
    wake,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await looking;
    },
  };
}
