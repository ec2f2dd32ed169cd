const BAD = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The place, from 1, of the first control character, lone surrogate or non-character in a text. */
export function badCharacterAt(text: string): number | undefined {
  if (!BAD.test(text)) return undefined;
  return Array.from(text).findIndex((character) => BAD.test(character)) + 1;
}

/**
 * The form of a text in which two spellings that differ only by case are equal: the one folding for names, addresses,
 * topics and words to search for. It is stored beside them (`name_key`, `email_key`, `topic_key`), so that the database
 * compares what this function has folded, whatever its own collation does.
 *
 * It is JavaScript's lower case, which knows no locale, with two repairs. The small sigma at the end of a word is the
 * letter that it is elsewhere. A dotted capital I becomes an i without the combining dot that JavaScript leaves behind.
 */
export const caseless = (text: string): string =>
  text
    .toLowerCase()
    .replace(/i\u0307+/g, "i")
    .replaceAll("ς", "σ");

const LAST_WITH_CASE = 0x1ffff;
let spellings: Map<string, string[]> | undefined;

/** The letters that fold to this one, without itself. All are looked at once, in some 30 ms, when first asked for. */
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
