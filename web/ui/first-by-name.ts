import { locale } from "../language/text.ts";

/**
 * The first of a list by name. There may be 100,000 people, and they are not sorted: only what may be among the first is
 * kept, and sorted whenever there is twice as much of it.
 */
export function firstByName<Item>(items: Iterable<Item>, nameOf: (item: Item) => string, count: number): Item[] {
  const { compare } = collator();
  const kept: { readonly item: Item; readonly name: string }[] = [];
  let last: string | undefined;
  const cut = () => {
    kept.sort((a, b) => compare(a.name, b.name));
    kept.length = Math.min(kept.length, count);
    last = kept.length === count ? kept.at(-1)?.name : undefined;
  };
  for (const item of items) {
    const name = nameOf(item);
    if (last !== undefined && compare(name, last) >= 0) continue;
    kept.push({ item, name });
    if (kept.length >= 2 * count) cut();
  }
  cut();
  return kept.map(({ item }) => item);
}

/** The same of a list that stays, which remembers how it begins. */
export function createNameOrder<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): (count: number) => readonly Item[] {
  let first: readonly Item[] = [];
  return (count) => {
    // With some more than was asked for, since people come and go.
    if (first.length < Math.min(count, items.length)) first = firstByName(items, nameOf, 2 * count);
    return first;
  };
}

let known: { readonly of: string; readonly collator: Intl.Collator } | undefined;

function collator(): Intl.Collator {
  if (known?.of !== locale()) known = { of: locale(), collator: new Intl.Collator(locale()) };
  return known.collator;
}
