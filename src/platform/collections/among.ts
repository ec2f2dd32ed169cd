const sets = new WeakMap<readonly number[], Set<number>>();

/** Whether a list that never changes contains an ID. Long lists are asked for many IDs, so they are cached as sets. */
export function isAmong(list: readonly number[], id: number): boolean {
  if (list.length <= 8) return list.includes(id);
  let set = sets.get(list);
  if (set === undefined) sets.set(list, (set = new Set(list)));
  return set.has(id);
}
