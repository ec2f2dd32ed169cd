/** Thrown where so many tasks wait already that another one is refused. */
export class PoolFullError extends Error {}

/** Runs a limited number of tasks at once, queues a limited number in order, and refuses the rest at once. */
export interface WorkPool {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly running: number;
  readonly waiting: number;
  /** How many tasks were run since the start. */
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
    // A task that ends hands its slot to the next in the queue, so that a later caller cannot take it first.
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

/** Runs work one after another, in the order of the calls. A failure does not stop the work after it. */
export function serialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}
