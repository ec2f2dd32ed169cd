/** So that `jose` finds José. Most names have nothing to fold but capitals, which takes a fifth of the time. */
export const foldName = (text: string): string =>
  (/^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFD").replace(/\p{Mn}/gu, "")).toLowerCase();

/** How well something fits what is typed: the lower the better. */
const RANK = { begins: 0, wordBegins: 1, contains: 2, containsWords: 3, further: 4 } as const;
const RANKS = 5;

function rankOf(name: string, wanted: string, words: readonly string[]): number | undefined {
  if (name.startsWith(wanted)) return RANK.begins;
  const at = name.indexOf(wanted);
  if (at < 0) return words.every((word) => name.includes(word)) ? RANK.containsWords : undefined;
  for (let place = at; place >= 0; place = name.indexOf(wanted, place + 1))
    if (/[\s_-]/.test(name.charAt(place - 1))) return RANK.wordBegins;
  return RANK.contains;
}

const wordsOf = (wanted: string): readonly string[] => wanted.split(/\s+/).filter(Boolean);

/** How well a name fits; nothing where it does not. */
export function fit(name: string, text: string): number | undefined {
  const wanted = foldName(text);
  return rankOf(foldName(name), wanted, wordsOf(wanted));
}

interface Preferences<Item> {
  /** Of those that fit equally well, these come first. */
  readonly isFirst?: (item: Item) => boolean;
  readonly isLeftOut?: (item: Item) => boolean;
}

/** A list in which one looks for what is typed. */
export interface NameIndex<Item> {
  /** The best in the order of fit, then of the list. */
  best(text: string, most: number, preferences?: Preferences<Item>): readonly Item[];
}

interface Names<Item> {
  readonly nameOf: (item: Item) => string;
  /** Lines that it is also found by, after all names: by the beginnings of their words. */
  readonly furtherOf?: (item: Item) => string;
}

/**
 * There may be 100,000 people: their names are folded once, for each further letter only those are looked at that fitted
 * the letters before, and nothing is sorted.
 */
export function createNameIndex<Item>(
  items: readonly Item[],
  { nameOf, furtherOf = () => "" }: Names<Item>,
): NameIndex<Item> {
  const names = items.map((item) => foldName(nameOf(item)));
  const further = items.map((item) => ` ${foldName(furtherOf(item)).replaceAll("\n", " ")}`);
  let before: { readonly wanted: string; readonly places: Iterable<number> } = { wanted: "", places: names.keys() };
  return {
    best(text, most, { isFirst = () => true, isLeftOut = () => false } = {}) {
      const wanted = foldName(text);
      const words = wordsOf(wanted);
      const places: number[] = [];
      const found: Item[][] = Array.from({ length: 2 * RANKS }, () => []);
      for (const place of wanted.startsWith(before.wanted) ? before.places : names.keys()) {
        const item = items[place] as Item;
        const isOut = isLeftOut(item);
        const rank =
          rankOf(names[place] as string, wanted, words) ??
          (words.every((word) => further[place]?.includes(` ${word}`)) ? RANK.further : undefined);
        if (rank === undefined) continue;
        places.push(place);
        const level = found[2 * rank + (isFirst(item) ? 0 : 1)] as Item[];
        if (level.length < most && !isOut) level.push(item);
      }
      before = { wanted, places };
      return found.flat().slice(0, most);
    },
  };
}

/** The same for a list that is looked at once. */
export const bestOf = <Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  text: string,
  most: number,
): readonly Item[] => createNameIndex([...items], { nameOf }).best(text, most);
