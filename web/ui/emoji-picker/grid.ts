/**
 * Moves in sections of rows, all of which are `columns` wide but the last of each section. Positions count through all
 * sections; keys that move nothing return the same position.
 */
export function moveIn(
  lengths: readonly number[],
  columns: number,
  at: number,
  key: string,
  isRightToLeft = false,
): number {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total === 0) return -1;
  const clamp = (position: number) => Math.max(0, Math.min(position, total - 1));
  const onward = isRightToLeft ? -1 : 1;
  switch (key) {
    case "ArrowRight":
      return clamp(at + onward);
    case "ArrowLeft":
      return clamp(at - onward);
    case "ArrowDown":
    case "ArrowUp": {
      const rows = rowsOf(lengths, columns);
      const row = rows.findIndex(({ from, length }) => at >= from && at < from + length);
      const target = rows[row + (key === "ArrowDown" ? 1 : -1)];
      if (target === undefined) return at;
      return target.from + Math.min(at - (rows[row]?.from ?? 0), target.length - 1);
    }
    default:
      return at;
  }
}

function rowsOf(lengths: readonly number[], columns: number): { from: number; length: number }[] {
  const rows: { from: number; length: number }[] = [];
  let from = 0;
  for (const length of lengths) {
    for (let offset = 0; offset < length; offset += columns) {
      rows.push({ from: from + offset, length: Math.min(columns, length - offset) });
    }
    from += length;
  }
  return rows;
}
