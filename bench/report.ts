import type { Benchmark, Figure } from "./harness/benchmark.ts";

export interface Result {
  readonly benchmark: Benchmark;
  readonly figure: Figure;
}

export function isMet({ benchmark, figure }: Result): boolean {
  return benchmark.better === "higher" ? figure.ratio >= benchmark.bar : figure.ratio <= benchmark.bar;
}

/** A result as a few lines for people. */
export function describe(result: Result): string {
  const { benchmark, figure } = result;
  const { name, unit, against, better, bar, goal } = benchmark;
  const sign = better === "higher" ? "≥" : "≤";
  const lines = [
    `${name.padEnd(12)} ${shown(figure.value)} ${unit}; ${against}: ${shown(figure.limit)} ${unit}`,
    `ratio ${shown(figure.ratio)}, bar ${sign} ${bar}, goal ${sign} ${goal}: ${verdict(result)}`,
    ...(figure.notes ?? []),
  ];
  return lines.join(`\n${" ".repeat(13)}`);
}

function verdict(result: Result): string {
  if (!isMet(result)) return "MISSED";
  return isMet({ ...result, benchmark: { ...result.benchmark, bar: result.benchmark.goal } }) ? "goal reached" : "met";
}

/** The results for machines. */
export const asJson = (results: readonly Result[]): string =>
  JSON.stringify(
    results.map(({ benchmark: { name, unit }, figure: { value, limit, ratio } }) => ({
      name,
      value: rounded(value),
      unit,
      limit: rounded(limit),
      ratio: rounded(ratio),
    })),
    null,
    2,
  );

const rounded = (value: number): number => Number(value.toPrecision(4));

export const shown = (value: number): string =>
  value.toLocaleString("en", value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
