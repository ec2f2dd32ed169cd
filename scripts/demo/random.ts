/** Random values that are the same for the same seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  integer(least: number, most: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** A shuffled copy of the list. */
  shuffled<Value>(values: readonly Value[]): Value[];
  isLucky(probability: number): boolean;
  /** One of the values, with a probability proportional to its weight. */
  weighted<Value>(values: readonly Value[], weightOf: (value: Value) => number): Value;
}

/** The generator "mulberry32": short, and good enough for texts and times. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <Value>(values: readonly Value[]): Value => {
    if (values.length === 0) throw new Error("there is nothing to choose from");
    return values[integer(0, values.length - 1)] as Value;
  };
  return {
    next,
    integer,
    pick,
    shuffled(values) {
      const rest = [...values];
      for (let last = rest.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [rest[last], rest[other]] = [rest[other] as (typeof rest)[number], rest[last] as (typeof rest)[number]];
      }
      return rest;
    },
    isLucky: (probability) => next() < probability,
    weighted(values, weightOf) {
      let left = next() * values.reduce((sum, value) => sum + weightOf(value), 0);
      return values.find((value) => (left -= weightOf(value)) < 0) ?? pick(values);
    },
  };
}
