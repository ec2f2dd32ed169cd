/** Something that the log takes for granted. */
export function known<K, V>(map: Map<K, V>, key: K, what: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the log speaks of ${what} ${String(key)}, which the model does not know`);
  return value;
}
