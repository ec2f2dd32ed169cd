/** The name that needs the fewest letters inserted, removed or replaced; undefined when all are far off. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, edits: editsBetween(wanted, name) })).sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best && best.edits <= Math.max(2, wanted.length / 3) ? best.name : undefined;
}

function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of from.split("").entries()) {
    const next = [line + 1];
    for (const [column, other] of to.split("").entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
