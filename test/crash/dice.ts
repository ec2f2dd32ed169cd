/** Random values that a seed repeats. */
export interface Dice {
  /** In [0, 1). */
  roll(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(list: readonly Item[]): Item;
  /** A few different items, in no particular order. */
  some<Item>(list: readonly Item[], most: number): Item[];
  /** Separate dice for one person, so that what others do at the same time changes nothing for them. */
  apart(name: number): Dice;
}

/** Mulberry32. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1));
  const pick = <Item>(list: readonly Item[]): Item => {
    if (list.length === 0) throw new Error("there is nothing to pick from");
    return list[between(0, list.length - 1)] as Item;
  };
  return {
    roll,
    between,
    chance: (probability) => roll() < probability,
    pick,
    some: (list, most) =>
      list.length === 0 ? [] : [...new Set(Array.from({ length: between(1, most) }, () => pick(list)))],
    apart: (name) => dice(seed * 31 + name * 7919 + 1),
  };
}
