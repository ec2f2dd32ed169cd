import type { State } from "../state/state.ts";

/**
 * The state in the parts in which it is stored. Reducers exchange what they change and leave the rest as it is, so that a
 * part has changed where it holds other values: with 100,000 people the whole is 36 MB, and a new name one part of 30 kB.
 * Invariant: `stateOf` of all parts is the state, but who types, and who was there since the first time it was stored.
 */
export interface Part {
  /** The section of the state, the field of it, and which piece of that: `people/active/17`. */
  readonly key: string;
  /** Names and values of a section, or entries of a map of it, one after the other. */
  readonly content: readonly unknown[];
}

/** The state of parts that were stored at one moment. */
export function stateOf(parts: readonly Part[]): State {
  const sections = new Map<string, Map<string, unknown>>();
  const fieldsOf = (section: string) => {
    const fields = sections.get(section) ?? new Map<string, unknown>();
    sections.set(section, fields);
    return fields;
  };
  for (const { key, content } of parts) {
    const [section = "", field] = key.split("/");
    const fields = fieldsOf(section);
    const pairs = content.flatMap((name, index) => (index % 2 === 0 ? [[name, content[index + 1]] as const] : []));
    if (field === undefined) for (const [name, value] of pairs) fields.set(name as string, value);
    else {
      const map = (fields.get(field) as Map<unknown, unknown> | undefined) ?? new Map<unknown, unknown>();
      for (const [name, value] of pairs) map.set(name, value);
      fields.set(field, map);
    }
  }
  const values = [...sections].map(
    ([section, fields]) => [section, fields.has("") ? fields.get("") : Object.fromEntries(fields)] as const,
  );
  return { ...Object.fromEntries(values), typing: new Map() } as unknown as State;
}
