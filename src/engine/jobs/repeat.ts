/** Work that is polled for at an interval. */
export interface Repeated {
  /** Looks now, unless a run is under way. */
  readonly wake: () => void;
  /** Waits for the run that is under way, after asking it to end. */
  stop(): Promise<void>;
}

/**
 * Runs `look` at an interval, never twice at once. `look` handles its own failures; `isStopping` tells it to leave the
 * rest.
 */
export function repeat(everyMs: number, look: (isStopping: () => boolean) => Promise<void>): Repeated {
  let isStopping = false;
  let looking: Promise<void> | undefined;
  const wake = () => {
    if (!isStopping) looking ??= look(() => isStopping).finally(() => (looking = undefined));
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
