/** Says that so much work waits already that more of it is refused. */
export class PoolFullError extends Error {}

/** Runs so much work at once; so much waits, in the order in which it came; the rest is refused at once. */
export interface WorkPool {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly running: number;
  readonly waiting: number;
  /** How much was run since the beginning. */
  readonly done: number;
}

export interface PoolSize {
  readonly running: number;
  readonly waiting: number;
}

export function createWorkPool(most: PoolSize): WorkPool {
  const queue: (() => void)[] = [];
  let running = 0;
  let done = 0;

  const takeTurn = async (): Promise<void> => {
    if (running < most.running) {
      running += 1;
      return;
    }
    if (queue.length >= most.waiting) throw new PoolFullError("too much work waits already");
    // Whoever ends gives their place to the next, so that nobody who comes meanwhile can take it.
    await new Promise<void>((resolve) => queue.push(resolve));
  };

  return {
    async run(work) {
      await takeTurn();
      try {
        return await work();
      } finally {
        done += 1;
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return queue.length;
    },
    get done() {
      return done;
    },
  };
}
