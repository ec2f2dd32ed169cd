const BAD = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The place, from 1, of the first control character, lone surrogate or non-character in a text. */
export function badCharacterAt(text: string): number | undefined {
  if (!BAD.test(text)) return undefined;
  return Array.from(text).findIndex((character) => BAD.test(character)) + 1;
}
