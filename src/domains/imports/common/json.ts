/** Values of JSON of which nothing is known. What is missing or of another type is empty. */
export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** Only own keys: every object inherits others. */
export const valueAt = (object: Json, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);

/** JSON can write halves of characters and NUL, which cannot be stored. */
export const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value.toWellFormed().replaceAll("\0", "")
    : typeof value === "number"
      ? String(value)
      : "";

export const textAt = (object: Json, key: string): string => textOf(valueAt(object, key));
export const objectAt = (object: Json, key: string): Json => objectOf(valueAt(object, key));
export const isTrueAt = (object: Json, key: string): boolean => valueAt(object, key) === true;

export function numberAt(object: Json, key: string): number | undefined {
  const value = valueAt(object, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export const listAt = (object: Json, key: string): readonly unknown[] => listOf(valueAt(object, key));
export const objectsAt = (object: Json, key: string): readonly Json[] => listAt(object, key).map(objectOf);
export const textsAt = (object: Json, key: string): readonly string[] =>
  listAt(object, key)
    .map(textOf)
    .filter((text) => text !== "");
