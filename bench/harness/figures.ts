export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Sides {
  readonly ours: number;
  readonly theirs: number;
}

export interface Compared extends Sides {
  /** The median of the rounds' own ratios: what disturbs the machine disturbs both sides of a round. */
  readonly ratio: number;
}

/** Lets both sides take turns, after a turn of each that only warms them up. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Compared> {
  await ours();
  await theirs();
  const pairs: Sides[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Whoever comes second finds the machine in the state that the first has left, so they change places.
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

/** Milliseconds of one call. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
