import { randomBytes, randomInt, randomUUID } from "node:crypto";

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A word of letters and digits that nobody can guess: 5.95 bits a character. */
export function randomWord(length: number): string {
  let word = "";
  while (word.length < length) word += LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)];
  return word;
}

/** So many random bytes, in characters that a path may hold. */
export const randomUrlWord = (bytes: number): string => randomBytes(bytes).toString("base64url");

export const randomSecret = (): string => randomBytes(32).toString("hex");

export const randomId = (): string => randomUUID();

/** In [0, 1), for what only has to be spread, such as delays. Nothing that must not be guessed. */
export const randomFraction = (): number => Math.random();
