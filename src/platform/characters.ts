const BAD = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The position, counted from 1, of the first control character, lone surrogate or non-character in a text. */
export function badCharacterAt(text: string): number | undefined {
  const found = BAD.exec(text);
  return found === null ? undefined : charactersIn(text.slice(0, found.index)) + 1;
}

/** How many characters a text has, without a list of them: a text may have millions. */
export function charactersIn(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (!isPair) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** The characters that a text begins with, at most so many. No more of the text is looked at. */
export const firstCharacters = (text: string, most: number): string[] =>
  Array.from(text.slice(0, 2 * most)).slice(0, most);

/** Whether a text has more characters than this. No character has more than two units of UTF-16, and none has less than one. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || charactersIn(text) > most);

/**
 * The form of a text in which two spellings that differ only by case are equal. Names, email addresses, topics and
 * search words are all folded by this function. The result is stored beside them (`name_key`, `email_key`,
 * `topic_key`), so that the database compares folded texts, whatever its own collation does.
 *
 * The folding is JavaScript's lower case, which knows no locale, with two repairs. The small sigma at the end of a word
 * becomes the ordinary small sigma. A dotted capital I becomes an i without the combining dot that JavaScript leaves.
 */
export function caseless(text: string): string {
  const small = text.toLowerCase();
  const undotted = small.includes("\u0307") ? small.replace(/i\u0307+/g, "i") : small;
  return undotted.includes("ς") ? undotted.replaceAll("ς", "σ") : undotted;
}

const LAST_WITH_CASE = 0x1ffff;
let spellings: Map<string, string[]> | undefined;

/** The other letters that fold to this one. The first call looks at all letters, which takes some 30 ms. */
export function otherSpellings(folded: string): readonly string[] {
  spellings ??= Map.groupBy(lettersWithCase(), caseless);
  return spellings.get(folded) ?? [];
}

function* lettersWithCase(): Iterable<string> {
  for (let code = 0; code <= LAST_WITH_CASE; code += 1) {
    const letter = String.fromCodePoint(code);
    if (caseless(letter) !== letter) yield letter;
  }
}

/**
 * A text in one piece. Templates and `+` make a chain of their parts (a rope), and a single rope in a response makes
 * JSON.stringify take its slow path through all of it, which takes more than twice as long.
 */
export const flat = (...parts: readonly (string | number)[]): string => parts.join("");
