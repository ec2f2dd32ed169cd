import { unavailable } from "../errors.ts";

/**
 * How many requests are worked on at once. Beyond that a request is refused at once, with `Retry-After`: without a limit
 * the time that all of them wait would grow as long as more arrive than can be served.
 */
export interface ConcurrencyLimit {
  readonly underWay: number;
  /** How many were refused since the start. */
  readonly refused: number;
  /** Counts a request, or throws, also if what serves it is behind. Every request that was counted must be ended. */
  begin(isBehind: boolean): void;
  end(): void;
}

export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let underWay = 0;
  let refused = 0;
  return {
    get underWay() {
      return underWay;
    },
    get refused() {
      return refused;
    },
    begin(isBehind) {
      if (underWay >= most || isBehind) {
        refused += 1;
        throw unavailable("Too many requests are under way; nothing was changed.");
      }
      underWay += 1;
    },
    end() {
      underWay -= 1;
    },
  };
}
