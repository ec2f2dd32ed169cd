import { caseless } from "#platform/characters.ts";

/**
 * Splits text into words. Runs of letters and digits are words; scripts without spaces between words are cut into
 * single characters and pairs, so that any part of a sentence is found. Messages and queries are split alike.
 */

export interface Token {
  readonly start: number;
  readonly end: number;
  /** The word as it is compared: in lower case, without the accents of Latin letters. */
  readonly text: string;
  readonly isUnspaced: boolean;
  /** Whether the text is only the beginning of the word. */
  readonly isCut: boolean;
}

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー`;
const TOKEN = new RegExp(String.raw`([[${UNSPACED}]--\p{P}]+)|[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]+`, "gv");

/** The same for text without other letters, which takes a quarter of the time. Most text is like that. */
const ASCII = /^\p{ASCII}*$/u;
const ASCII_TOKEN = /[a-z0-9]+/g;

/** Long enough to distinguish words: of a longer one only the beginning is compared. */
const MAX_LENGTH = 50;

export function tokensOf(text: string): Token[] {
  if (ASCII.test(text)) return asciiTokens(text);
  return Array.from(text.matchAll(TOKEN), tokenOf).filter((token) => token.text !== "");
}

function asciiTokens(text: string): Token[] {
  const lower = text.toLowerCase();
  const tokens: Token[] = [];
  for (let match = ASCII_TOKEN.exec(lower); match !== null; match = ASCII_TOKEN.exec(lower)) {
    const [word] = match;
    const isCut = word.length > MAX_LENGTH;
    const [start, end] = [match.index, ASCII_TOKEN.lastIndex];
    tokens.push({ start, end, text: isCut ? word.slice(0, MAX_LENGTH) : word, isUnspaced: false, isCut });
  }
  return tokens;
}

function tokenOf(match: RegExpExecArray): Token {
  const [word, unspaced] = match;
  const text = folded(word);
  const isUnspaced = unspaced !== undefined;
  const isCut = !isUnspaced && text.length > MAX_LENGTH;
  return {
    start: match.index,
    end: match.index + word.length,
    text: isCut ? text.slice(0, MAX_LENGTH).replace(HALF_A_LETTER, "") : text,
    isUnspaced,
    isCut,
  };
}

const LATIN_WITH_MARKS = /[\u00c0-\u024f\u1e00-\u1eff]/;
const MARKS = /[\u0300-\u036f]/g;
const HALF_A_LETTER = /[\ud800-\udbff]$/;
const OTHERS = /[^\p{L}\p{N}\p{M}]/gu;

function folded(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  // Some letters decompose into others with spaces or brackets between them, which would split lexemes and have a
  // meaning in queries.
  const lower = caseless(word.normalize("NFKC")).replace(OTHERS, "");
  return LATIN_WITH_MARKS.test(lower) ? lower.normalize("NFD").replace(MARKS, "").normalize("NFC") : lower;
}

/** The parts by which text without spaces is found: pairs, or the character where it is alone. */
export function pairsOf(text: string): string[] {
  const characters = Array.from(text);
  return characters.length < 2 ? characters : characters.slice(1).map((last, index) => `${characters[index]}${last}`);
}

/** All trigrams of a word. */
export function threesOf(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")))];
}

/** Whether a word is found by its parts: numbers and machine-made words are not. */
export const hasParts = (word: string): boolean =>
  word.length > 3 && /\p{L}/u.test(word) && (word.length <= 20 || !/\d/.test(word));

/** What a text is indexed under: its words, and the characters and pairs of text without spaces. Some come twice. */
export function filedUnder(text: string): { words: readonly string[]; pairs: readonly string[] } {
  if (ASCII.test(text)) return { words: asciiWords(text), pairs: [] };
  const words: string[] = [];
  const pairs: string[] = [];
  for (const token of tokensOf(text)) {
    if (!token.isUnspaced) words.push(token.text);
    else for (const part of [...Array.from(token.text), ...pairsOf(token.text)]) pairs.push(part);
  }
  return { words, pairs };
}

function asciiWords(text: string): readonly string[] {
  const words: readonly string[] = text.toLowerCase().match(ASCII_TOKEN) ?? [];
  return words.some((word) => word.length > MAX_LENGTH) ? words.map((word) => word.slice(0, MAX_LENGTH)) : words;
}

const PIECES = /<[^>]*>|&#?\w+;|[^<&]+|[<&]/g;

/** Applies a function to the text of HTML, and to nothing inside its tags and entities. */
export const mapText = (html: string, change: (text: string) => string): string =>
  html.replace(PIECES, (piece) => (piece.startsWith("<") || piece.startsWith("&") ? piece : change(piece)));

const TAG_OR_ENTITY = /<[^>]*>|&#?\w+;|[<&]/g;

/** The text of HTML as it is searched: tags and entities separate words. */
export const searchedText = (html: string): string => html.replace(TAG_OR_ENTITY, " ");
