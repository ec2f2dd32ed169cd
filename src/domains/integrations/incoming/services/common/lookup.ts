/**
 * What a table has for a text of strangers. Every object inherits `constructor`, `toString` and others, so a table that
 * is an object would find these, too.
 */
export function lookupIn<Value>(table: Readonly<Record<string, Value>>): (text: string) => Value | undefined {
  const values = new Map(Object.entries(table));
  return (text) => values.get(text);
}
