/** The numbers in order, each once. Those that come so already, as most do that an index was read for, are not copied. */
export const ascending = <List extends readonly number[]>(numbers: List): List | number[] =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] as number))
    ? numbers
    : Array.from(new Float64Array(numbers).sort()).filter((number, index, sorted) => number !== sorted[index - 1]);
