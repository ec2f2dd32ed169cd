/** A map of at most `most` entries that drops the least recently used one. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
}

export function createBoundedMap<Value>(most: number): BoundedMap<Value> {
  // A Map iterates over its keys in the order in which they were set.
  const entries = new Map<string, Value>();
  const set = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size > most) entries.delete(entries.keys().next().value as string);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}
