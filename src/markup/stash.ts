/**
 * Finished pieces of a line, each put aside under a mark of three characters that stands in the text for it, so that
 * later rules see it as something they cannot read. The marks are halves of surrogate pairs, which no well-formed text
 * has alone: nobody can write one.
 */
export interface Stash {
  readonly pieces: string[];
}

const MARK = "\uD800";
const DIGITS = 512;
const FIRST_DIGIT = 0xd900;
const MARKS = /\uD800([\uD900-\uDAFF])([\uD900-\uDAFF])/g;

export const emptyStash = (): Stash => ({ pieces: [] });

export const holdsMark = (text: string): boolean => text.includes(MARK);

/** For where only text can be. */
export const withoutMarks = (text: string): string => text.replace(MARKS, "");

/** Puts HTML aside and returns the mark that stands for it. */
export function stash(into: Stash, html: string): string {
  const index = into.pieces.push(html) - 1;
  return MARK + digit(Math.floor(index / DIGITS)) + digit(index % DIGITS);
}

const digit = (value: number): string => String.fromCharCode(FIRST_DIGIT + value);

/** The text with every piece in its place. Each was put aside once, so the work is that of the result's length. */
export function unstash(from: Stash, text: string): string {
  if (!holdsMark(text)) return text;
  return text.replace(MARKS, (_mark, high: string, low: string) => {
    const index = (high.charCodeAt(0) - FIRST_DIGIT) * DIGITS + low.charCodeAt(0) - FIRST_DIGIT;
    return unstash(from, from.pieces[index] ?? "");
  });
}
