import type { Figure } from "./benchmark.ts";

/** One of several figures that share a benchmark. */
export interface Part {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
}

/** The first of some figures is shown; the ratio is the highest of all of them. */
export function worstOf(parts: readonly [Part, ...Part[]]): Figure {
  const [{ value, limit }] = parts;
  const notes = parts.map((part) => `${part.name}: ${Number(part.value.toPrecision(3))} of ${part.limit} ${part.unit}`);
  return { value, limit, ratio: Math.max(...parts.map((part) => part.value / part.limit)), notes };
}
