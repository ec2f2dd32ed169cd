/** `TEST_LONG=1`: what is left to chance is tried many times, by a seed of its own each time. */
export const IS_LONG = process.env["TEST_LONG"] !== undefined;

/** Short runs are always the same, so that they fail only for whoever broke something; long ones look for more. */
export const SEED = Number(process.env["TEST_SEED"] ?? (IS_LONG ? Math.floor(Math.random() * 2 ** 31) : 17));

/** So many runs of a property, or so many times as many. */
export const tries = (short: number, times = 20): { seed: number; numRuns: number } => ({
  seed: SEED,
  numRuns: IS_LONG ? short * times : short,
});
