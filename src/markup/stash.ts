/**
 * Finished pieces of a line. Each is stashed under a mark of three characters that stands for it in the text, so that
 * later rules do not touch it. The marks are lone surrogates, which no well-formed text contains, so a user cannot
 * write one.
 */
export interface Stash {
  readonly pieces: string[];
}

const MARK = "\uD800";
const DIGITS = 512;
const LENGTH = 3;
const FIRST_DIGIT = 0xd900;
const MARKS = /\uD800([\uD900-\uDAFF])([\uD900-\uDAFF])/g;

export const emptyStash = (): Stash => ({ pieces: [] });

/** Whether a part of a text contains a mark, or a part of one. */
export const holdsMark = (text: string): boolean => !text.isWellFormed();

/** For places where only text may be. */
export const withoutMarks = (text: string): string => text.replace(MARKS, "");

/** Stashes HTML and returns the mark that stands for it. */
export function stash(into: Stash, html: string): string {
  const index = into.pieces.push(html) - 1;
  return MARK + digit(Math.floor(index / DIGITS)) + digit(index % DIGITS);
}

const digitAt = (text: string, index: number): number => text.charCodeAt(index) - FIRST_DIGIT;
const isDigit = (value: number): boolean => value >= 0 && value < DIGITS;

const digit = (value: number): string => String.fromCharCode(FIRST_DIGIT + value);

/** The text with every piece in its place. Each was stashed once, so the work is linear in the length of the result. */
export function unstash(from: Stash, text: string): string {
  let [result, done] = ["", 0];
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    const [high, low] = [digitAt(text, at + 1), digitAt(text, at + 2)];
    // The same unit begins characters such as those of Linear B, which stay as they are.
    if (!isDigit(high) || !isDigit(low)) continue;
    result += text.slice(done, at) + unstash(from, from.pieces[high * DIGITS + low] ?? "");
    done = at + LENGTH;
  }
  return result + text.slice(done);
}
