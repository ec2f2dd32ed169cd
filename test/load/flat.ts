import { median } from "../../bench/harness/figures.ts";

/** A figure that must not grow while the load stays the same. */
export interface Limit {
  readonly name: string;
  /** The growth that is allowed: a share of the first value, and so much more. */
  readonly share: number;
  readonly slack: number;
}

const QUARTERS = 4;

export interface Growth {
  readonly sentence: string;
  readonly isFlat: boolean;
}

/** Compares the median of the last quarter with that of the first: a leak of any speed shows in an hour. */
export function growthOf({ name, share, slack }: Limit, values: readonly number[]): Growth {
  const quarter = Math.max(1, Math.floor(values.length / QUARTERS));
  const first = median(values.slice(0, quarter));
  const last = median(values.slice(-quarter));
  const most = first * (1 + share) + slack;
  const round = (value: number) => Number(value.toPrecision(4));
  return {
    sentence: `${name}: ${round(first)} in the first quarter, ${round(last)} in the last, at most ${round(most)}`,
    isFlat: last <= most,
  };
}
