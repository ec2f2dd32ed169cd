/** Work that is looked for every now and then. */
export interface Repeated {
  /** Waits for the look that is under way, which is told to come to an end. */
  stop(): Promise<void>;
}

/** Looks again and again, never twice at once. Whoever looks sees to failures; `isStopping` says when to leave the rest. */
export function repeat(everyMs: number, look: (isStopping: () => boolean) => Promise<void>): Repeated {
  let isStopping = false;
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look(() => isStopping).finally(() => (looking = undefined));
  }, everyMs);
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await looking;
    },
  };
}
