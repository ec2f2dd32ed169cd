/** The next round number whose half is round, too: for the scale of a plot. */
export function roundAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factors = power < 10 ? [1, 2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10];
  const factor = factors.find((factor) => factor * power >= value) ?? 10;
  return Math.max(2, factor * power);
}
