/** The bits that one pass sorts by. Few columns have larger values, and then a second pass sorts by the others. */
const BITS = 18;
const MASK = 2 ** BITS - 1;

/**
 * Rows in the ascending order of their values in a column; rows with equal values stay in the order in which they were.
 * It counts how often each part of a value occurs, which takes a tenth of the time of comparing millions of values.
 */
export function sortedBy(rows: Uint32Array, column: Uint32Array): Uint32Array {
  const low = placed(rows, valuesOf(rows, column), 0);
  return column.some((value) => value >>> BITS > 0) ? placed(low, valuesOf(low, column), BITS) : low;
}

/** The values of a column in the order of some rows. */
function valuesOf(rows: Uint32Array, column: Uint32Array): Uint32Array {
  const values = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) values[at] = column[rows[at] as number] as number;
  return values;
}

/** Functions in these loops would take several times as long as all the rest. */
function placed(rows: Uint32Array, values: Uint32Array, shift: number): Uint32Array {
  const places = new Uint32Array(MASK + 2);
  for (let at = 0; at < rows.length; at += 1) {
    const next = (((values[at] as number) >>> shift) & MASK) + 1;
    places[next] = (places[next] as number) + 1;
  }
  for (let value = 1; value <= MASK; value += 1) {
    places[value] = (places[value] as number) + (places[value - 1] as number);
  }
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const bits = ((values[at] as number) >>> shift) & MASK;
    const place = places[bits] as number;
    sorted[place] = rows[at] as number;
    places[bits] = place + 1;
  }
  return sorted;
}

/** The numbers of all rows, as they are before anything is sorted. */
export function rowNumbers(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
