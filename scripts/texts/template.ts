import { textKey, type PoEntry } from "../../src/platform/catalogs/po.ts";
import { refusals } from "./refusals.ts";
import { clientSources } from "./sources.ts";
import { serverUses, type TextUse, usesIn } from "./uses.ts";

export interface Template {
  readonly entries: readonly PoEntry[];
  readonly faults: readonly string[];
}

/** All texts of Parley, sorted, each once, without translations. */
export function template(): Template {
  const parts = [usesIn(clientSources()), serverUses(), refusals()];
  const { entries, faults } = merged(parts.flatMap(({ uses }) => uses));
  return { entries, faults: [...parts.flatMap(({ faults }) => faults), ...faults] };
}

export function merged(uses: readonly TextUse[]): Template {
  const byKey = new Map<string, TextUse[]>();
  for (const use of uses) {
    const key = textKey(use.context, use.text);
    byKey.set(key, [...(byKey.get(key) ?? []), use]);
  }
  const groups = [...byKey].toSorted(([a], [b]) => compareTexts(a, b)).map(([, group]) => group);
  return {
    entries: groups.map(entryOf),
    faults: groups
      .filter((group) => new Set(group.map(({ many }) => many)).size > 1)
      .map((group) => `“${group[0]?.text}” is used with a number and without, or with two forms for many`),
  };
}

/** By the text, and those with a context after the one without. */
function compareTexts(a: string, b: string): number {
  const [first, second] = [a, b].map((key) => key.split("\u0004").toReversed()) as [string[], string[]];
  return compare(first[0] ?? "", second[0] ?? "") || compare(first[1] ?? "", second[1] ?? "");
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function entryOf(group: readonly TextUse[]): PoEntry {
  const [{ context, text, many }] = group as readonly [TextUse];
  const places = [...new Set(group.map(({ place }) => place))].sort();
  return { context, text, many, forms: many === undefined ? [""] : ["", ""], places, notes: [], isFuzzy: false };
}
