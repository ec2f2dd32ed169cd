/** How well a name fits: 0 begins with it, 1 a word of it does, 2 contains it; nothing where it does not fit. */
export function fit(name: string, text: string): number | undefined {
  const [folded, wanted] = [foldName(name), foldName(text)];
  if (folded.startsWith(wanted)) return 0;
  if (folded.split(/[\s_-]+/).some((word) => word.startsWith(wanted))) return 1;
  return folded.includes(wanted) ? 2 : undefined;
}

/** So that `jose` finds José. */
export const foldName = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** The best of a list for what is typed, in the order of fit, then of the list. */
export function bestOf<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  text: string,
  most: number,
): Item[] {
  const found: { item: Item; rank: number }[] = [];
  for (const item of items) {
    const rank = fit(nameOf(item), text);
    if (rank !== undefined) found.push({ item, rank });
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item);
}
