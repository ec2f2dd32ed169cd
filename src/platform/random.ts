import { randomBytes, randomInt, randomUUID } from "node:crypto";

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A random word of letters and digits for secrets: 5.95 bits a character. */
export function randomWord(length: number): string {
  let word = "";
  while (word.length < length) word += LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)];
  return word;
}

/** Random bytes as text that is safe in the path of a URL. */
export const randomUrlWord = (bytes: number): string => randomBytes(bytes).toString("base64url");

export const randomSecret = (): string => randomBytes(32).toString("hex");

export const randomId = (): string => randomUUID();

/** A number in [0, 1) for spreading load, such as random delays. Never for secrets. */
export const randomFraction = (): number => Math.random();
