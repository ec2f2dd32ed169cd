const sets = new WeakMap<readonly number[], Set<number>>();

/** Whether a list that never changes contains an ID. Long lists are asked for many IDs, so they are cached as sets. */
export function isAmong(list: readonly number[], id: number): boolean {
  if (list.length <= 8) return list.includes(id);
  let set = sets.get(list);
  if (set === undefined) sets.set(list, (set = new Set(list)));
  return set.has(id);
}

/**
 * The numbers in order, each once. Lists that are in order already, as most results of an index are, are not copied.
 */
export const ascending = <List extends readonly number[]>(numbers: List): List | number[] =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] as number))
    ? numbers
    : Array.from(new Float64Array(numbers).sort()).filter((number, index, sorted) => number !== sorted[index - 1]);
