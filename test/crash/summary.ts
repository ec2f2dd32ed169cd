import type { RoundResult } from "./round.ts";

/** The figures of a round in a few lines. */
export function summary(seed: number, result: RoundResult): string {
  const { violations, generations, blows, operations, unknown, refused, restarts, events } = result;
  const share = operations === 0 ? 0 : (100 * unknown) / operations;
  const sorted = restarts.toSorted((a, b) => a - b);
  const middle = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  const slowest = Math.round(sorted.at(-1) ?? 0);
  const kinds = [...Map.groupBy(blows, (blow) => blow)].map(([blow, list]) => `${list.length} × ${blow}`);
  return [
    `seed ${seed}: ${generations} generations, ${blows.length} blows (${kinds.join(", ")})`,
    `  ${operations} operations, ${unknown} unknown (${share.toFixed(2)} %), ${refused} refused; ${events} events received`,
    `  ${restarts.length} restarts, ${middle} ms in the middle, ${slowest} ms at most`,
    ...(violations.length === 0 ? ["  no violation"] : violations.map((violation) => `  VIOLATION: ${violation}`)),
  ].join("\n");
}
