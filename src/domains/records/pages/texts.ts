import type { RequestHead } from "#http/exchange.ts";
import { GERMAN, GERMAN_REFUSALS } from "./german.ts";

/** Texts of a page in the language that its reader's browser asks for. */
export interface Texts {
  readonly language: string;
  /** A text of the page, which is written in English where it is used. `{name}` stands for a value. */
  readonly t: (text: string, values?: Readonly<Record<string, string>>) => string;
  /** A sentence of the API in the reader's language, where it is known. */
  readonly refusal: (sentence: string) => string;
}

type Translation = Readonly<Record<string, string>>;

/** By language: the texts of pages, and what the API refuses. */
export const TRANSLATIONS: Readonly<Record<string, { readonly texts: Translation; readonly refusals: Translation }>> = {
  de: { texts: GERMAN, refusals: GERMAN_REFUSALS },
};
const ENGLISH = "en";

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

function textsIn(language: string): Texts {
  const { texts = {}, refusals = {} } = TRANSLATIONS[language] ?? {};
  return {
    language,
    t: (text, values = {}) => filled(texts[text] ?? text, values),
    refusal: (sentence) => refusals[sentence] ?? sentence,
  };
}

const LANGUAGES = new Map([ENGLISH, ...Object.keys(TRANSLATIONS)].map((language) => [language, textsIn(language)]));

/** The first of the languages that a browser asks for that there is; browsers name them in the order of preference. */
export function textsFor({ headers }: Pick<RequestHead, "headers">): Texts {
  const asked = (headers["accept-language"] ?? "").split(",", 20);
  const known = asked.flatMap((range) => LANGUAGES.get(range.trim().split(/[-;]/)[0]?.toLowerCase() ?? "") ?? []);
  return known[0] ?? (LANGUAGES.get(ENGLISH) as Texts);
}
