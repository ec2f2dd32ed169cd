import type { Option } from "../../fields/field.ts";

/** Types of profile fields whose values are not short texts. */
export const TYPES = { longText: 2, options: 3, date: 4, link: 5, people: 6 } as const;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The options of a field in the organization's order. */
export function optionsIn(fieldData: string): readonly Option<string>[] {
  const data = (parsed(fieldData) ?? {}) as Readonly<Record<string, { readonly text: string; readonly order: string }>>;
  return Object.entries(data)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([value, { text }]) => ({ value, label: text }));
}

/** The people whom a value names. */
export function idsIn(value: string): number[] {
  const ids = parsed(value);
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === "number") : [];
}
