import { type Endpoint, PREFIX } from "./endpoint.ts";

const GATHER_MS = 500;
/** So many within that time are many. */
const MANY = 20;

/**
 * Requests that nobody waits for. Where many of them come they are left as they are for a moment and then served one
 * right after another: each by itself would find nothing of what it needs in the processor's caches, and take thrice as
 * long. Where few come they are served at once.
 */
export interface Patience<One> {
  /** Takes whoever begins so, if that is such a request and many of them come. */
  take(one: One, beginning: Buffer): boolean;
  /** Serves all that wait. */
  end(): void;
}

export function createPatience<One>(endpoints: readonly Endpoint[], serve: (one: One) => void): Patience<One> {
  const beginnings = endpoints
    .filter(({ isPatient }) => isPatient === true)
    .map(({ method, path }) => `${method} ${PREFIX}${path} `);
  const isMeant = (beginning: Buffer) =>
    beginnings.some((known) => beginning.toString("latin1", 0, known.length) === known);

  let waiting: One[] = [];
  /** How many have come since the last turn, and whether they wait for the next one. */
  let came = 0;
  let doWait = false;
  let timer: NodeJS.Timeout | undefined;

  const turn = () => {
    clearTimeout(timer);
    timer = undefined;
    doWait = came >= MANY;
    came = 0;
    const all = waiting;
    waiting = [];
    for (const one of all) serve(one);
  };
  return {
    take(one, beginning) {
      if (!isMeant(beginning)) return false;
      came += 1;
      timer ??= setTimeout(turn, GATHER_MS);
      if (doWait) waiting.push(one);
      return doWait;
    },
    end: turn,
  };
}
