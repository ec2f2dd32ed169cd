/**
 * The numbers in order, each once. Lists that are in order already, as most results of an index are, are not copied.
 */
export const ascending = <List extends readonly number[]>(numbers: List): List | number[] =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] as number))
    ? numbers
    : Array.from(new Float64Array(numbers).sort()).filter((number, index, sorted) => number !== sorted[index - 1]);
