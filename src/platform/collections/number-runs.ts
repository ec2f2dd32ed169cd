/**
 * Ascending numbers as runs: the first and the last number of each, one after another. IDs that were given out together
 * are in a row, so that many of them take few runs.
 */
export function runsOf(ascending: Iterable<number>): number[] {
  const runs: number[] = [];
  let last = Number.NaN;
  for (const number of ascending) {
    if (number === last + 1) runs[runs.length - 1] = number;
    else runs.push(number, number);
    last = number;
  }
  return runs;
}

export function numbersIn(runs: readonly number[]): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    for (let number = runs[at] as number; number <= (runs[at + 1] as number); number += 1) numbers.push(number);
  }
  return numbers;
}
