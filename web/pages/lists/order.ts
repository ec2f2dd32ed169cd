/** The list with one item at another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const place = Math.max(0, Math.min(to, list.length - 1));
  const item = list[from];
  if (item === undefined || place === from) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, place), item, ...rest.slice(place)];
}
