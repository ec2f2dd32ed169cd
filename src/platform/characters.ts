const BAD = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The place, from 1, of the first control character, lone surrogate or non-character in a text. */
export function badCharacterAt(text: string): number | undefined {
  if (!BAD.test(text)) return undefined;
  return Array.from(text).findIndex((character) => BAD.test(character)) + 1;
}

/**
 * A text without its case, as `lower` of the database sees it, letter by letter. JavaScript looks at whole words: it ends
 * them with another small sigma, and it makes two letters of a dotted capital I.
 */
export const caseless = (text: string): string => text.replaceAll("Σ", "σ").replaceAll("İ", "i").toLowerCase();
