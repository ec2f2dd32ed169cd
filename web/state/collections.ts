/** Changes to maps and sets that leave the old ones as they are. */

export function mapBy<Key, Value>(list: readonly Value[], keyOf: (value: Value) => Key): ReadonlyMap<Key, Value> {
  return new Map(list.map((value) => [keyOf(value), value]));
}

export function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value);
}

export function without<Key, Value>(map: ReadonlyMap<Key, Value>, ...keys: readonly Key[]): ReadonlyMap<Key, Value> {
  if (!keys.some((key) => map.has(key))) return map;
  const copy = new Map(map);
  for (const key of keys) copy.delete(key);
  return copy;
}

/** The map with one value replaced, where there is one. */
export function changed<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  change: (value: Value) => Value,
): ReadonlyMap<Key, Value> {
  const value = map.get(key);
  return value === undefined ? map : withEntry(map, key, change(value));
}

/** The map with every value changed that `change` changes; the same map where it changes none. */
export function mapValues<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  change: (value: Value) => Value,
): ReadonlyMap<Key, Value> {
  let copy: Map<Key, Value> | undefined;
  for (const [key, value] of map) {
    const next = change(value);
    if (next !== value) (copy ??= new Map(map)).set(key, next);
  }
  return copy ?? map;
}

export const ascending = (ids: Iterable<number>): readonly number[] => [...new Set(ids)].sort((a, b) => a - b);

export const plus = (ids: readonly number[], more: readonly number[]): readonly number[] =>
  ascending([...ids, ...more]);

export const minus = (ids: readonly number[], fewer: readonly number[]): readonly number[] =>
  ids.filter((id) => !fewer.includes(id));
