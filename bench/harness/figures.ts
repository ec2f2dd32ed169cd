/** Warm-up turns of each side, which are not counted. */
export const WARM_TURNS = 2;
/** Warm-up turns where a turn is a hundred requests: code that has run a few hundred times is still being compiled. */
export const WARM_SHORT_TURNS = 12;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export interface Sides {
  readonly ours: number;
  readonly theirs: number;
}

export interface Compared extends Sides {
  /** The median of the rounds' own ratios: a disturbance of the machine affects both sides of a round. */
  readonly ratio: number;
}

/**
 * Runs both sides alternately, after warm-up turns. The second of a round finds warmer code and fuller tables: with the
 * same work on both sides, and one of them first in three rounds of five, the ratio was 0.92. So the order alternates,
 * and the number of rounds is even.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  warmTurns = WARM_TURNS,
): Promise<Compared> {
  for (let turn = 0; turn < warmTurns; turn += 1) {
    await ours();
    await theirs();
  }
  const pairs: Sides[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await ours() : undefined;
    const other = await theirs();
    pairs.push({ ours: first ?? (await ours()), theirs: other });
  }
  return compare(pairs);
}

export function compare(pairs: readonly Sides[]): Compared {
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    theirs: median(pairs.map(({ theirs }) => theirs)),
    ratio: median(pairs.map(({ ours, theirs }) => ours / theirs)),
  };
}

/** Measures one call in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
