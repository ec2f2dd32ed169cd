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

/** An ascending list with another number, which it may contain already. */
export function withNumber(list: readonly number[], number: number): readonly number[] {
  const at = list.findLastIndex((element) => element <= number);
  return list[at] === number ? list : list.toSpliced(at + 1, 0, number);
}

export const withoutNumber = (list: readonly number[], number: number): readonly number[] =>
  list.includes(number) ? list.filter((element) => element !== number) : list;

/** The numbers of two ascending lists in order. They may be long, so no list is made of them. */
export function* merged(a: Iterable<number>, b: readonly number[]): Generator<number, void, undefined> {
  let at = 0;
  for (const number of a) {
    while (at < b.length && (b[at] as number) < number) yield b[at++] as number;
    yield number;
  }
  while (at < b.length) yield b[at++] as number;
}

/** Whether two ascending lists have a number in common. */
export function shareNumber(a: readonly number[], b: readonly number[]): boolean {
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i] as number, b[j] as number];
    if (one === other) return true;
    if (one < other) i += 1;
    else j += 1;
  }
  return false;
}
