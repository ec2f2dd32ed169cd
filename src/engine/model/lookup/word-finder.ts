/**
 * Finds any of many words in a text, in one pass over the text however many there are (the Aho-Corasick automaton). A
 * word counts where it stands by itself, next to the characters that may surround it. Case must be equal.
 */
export interface WordFinder {
  /** The indices of the words that the text contains. */
  find(text: string): Set<number>;
}

const MAY_PRECEDE = new Set(codes(" \n(\".,';[*`>"));
const MAY_FOLLOW = new Set(codes(" \n)\"?:.,';]!*`"));

const ROOT = 0;
const NO_WORD = -1;
/** More than there are code units, so that a state and a code unit make one key. */
const UNITS = 65_536;

function codes(characters: string): number[] {
  return Array.from(characters, (character) => character.charCodeAt(0));
}

/** States are numbers; these lists hold the data of each. */
interface Automaton {
  readonly next: Map<number, number>;
  readonly depth: number[];
  readonly word: number[];
  /** The state of the longest suffix that also begins a word, where the search continues when nothing matches. */
  readonly fallback: number[];
  /** The next shorter state on that path that ends a word, or the root. */
  readonly shorter: number[];
}

export function createWordFinder(words: readonly string[]): WordFinder {
  const { next, depth, word, fallback, shorter } = automatonOf(words);

  const step = (from: number, unit: number): number => {
    let state = from;
    while (state !== ROOT && !next.has(state * UNITS + unit)) state = fallback[state] as number;
    return next.get(state * UNITS + unit) ?? ROOT;
  };

  return {
    find(text) {
      const found = new Set<number>();
      let state = ROOT;
      for (let end = 1; end <= text.length; end += 1) {
        state = step(state, text.charCodeAt(end - 1));
        if (end < text.length && !MAY_FOLLOW.has(text.charCodeAt(end))) continue;
        let match = word[state] === NO_WORD ? (shorter[state] as number) : state;
        for (; match !== ROOT; match = shorter[match] as number) {
          const start = end - (depth[match] as number);
          if (start === 0 || MAY_PRECEDE.has(text.charCodeAt(start - 1))) found.add(word[match] as number);
        }
      }
      return found;
    },
  };
}

function automatonOf(words: readonly string[]): Automaton {
  const automaton: Automaton = { next: new Map(), depth: [0], word: [NO_WORD], fallback: [ROOT], shorter: [ROOT] };
  const { next, depth, word, fallback, shorter } = automaton;
  const arrivals: { readonly state: number; readonly from: number; readonly unit: number }[] = [];
  for (const [index, text] of words.entries()) {
    let state = ROOT;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const known = next.get(state * UNITS + unit);
      if (known === undefined) {
        arrivals.push({ state: depth.length, from: state, unit });
        next.set(state * UNITS + unit, depth.length);
        depth.push(at + 1);
        word.push(NO_WORD);
      }
      state = known ?? depth.length - 1;
    }
    if (state !== ROOT) word[state] = index;
  }
  arrivals.sort((a, b) => (depth[a.state] as number) - (depth[b.state] as number));
  for (const { state, from, unit } of arrivals) {
    let back = fallback[from] as number;
    while (back !== ROOT && !next.has(back * UNITS + unit)) back = fallback[back] as number;
    fallback[state] = from === ROOT ? ROOT : (next.get(back * UNITS + unit) ?? ROOT);
    const ending = fallback[state];
    shorter[state] = word[ending] === NO_WORD ? (shorter[ending] as number) : ending;
  }
  return automaton;
}
