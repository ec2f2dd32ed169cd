/** `TEST_LONG=1`: random tests make many attempts, with another seed each time. */
export const IS_LONG = process.env["TEST_LONG"] !== undefined;

/**
 * Short runs always use the same seed, so that they fail only for a change that broke something; long ones search
 * further.
 */
export const SEED = Number(process.env["TEST_SEED"] ?? (IS_LONG ? Math.floor(Math.random() * 2 ** 31) : 17));

/** How many runs a property has; `times` as many in long runs. */
export const tries = (short: number, times = 20): { seed: number; numRuns: number } => ({
  seed: SEED,
  numRuns: IS_LONG ? short * times : short,
});
