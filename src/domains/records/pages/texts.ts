import type { RequestHead } from "#http/exchange.ts";
import { GERMAN_MAILS } from "./german-mails.ts";
import { GERMAN, GERMAN_REFUSALS } from "./german.ts";

/** Texts of a page or a mail in the language of its reader. */
export interface Texts {
  readonly language: string;
  /** A text, which is written in English where it is used. `{name}` stands for a value. */
  readonly t: (text: string, values?: Readonly<Record<string, string>>) => string;
  /** A sentence of the API in the reader's language, where it is known. */
  readonly refusal: (sentence: string) => string;
}

type Translation = Readonly<Record<string, string>>;

/** By language: the texts of pages and mails, and what the API refuses. */
export const TRANSLATIONS: Readonly<Record<string, { readonly texts: Translation; readonly refusals: Translation }>> = {
  de: { texts: { ...GERMAN, ...GERMAN_MAILS }, refusals: GERMAN_REFUSALS },
};
const ENGLISH = "en";

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

function makeTexts(language: string): Texts {
  const { texts = {}, refusals = {} } = TRANSLATIONS[language] ?? {};
  return {
    language,
    t: (text, values = {}) => filled(texts[text] ?? text, values),
    refusal: (sentence) => refusals[sentence] ?? sentence,
  };
}

const LANGUAGES = new Map([ENGLISH, ...Object.keys(TRANSLATIONS)].map((language) => [language, makeTexts(language)]));

const known = (tag: string): Texts | undefined => LANGUAGES.get(tag.trim().split(/[-;]/)[0]?.toLowerCase() ?? "");

/** The texts in a language such as `de` or `de-AT`, or in English where there are none. */
export const textsIn = (language: string): Texts => known(language) ?? (LANGUAGES.get(ENGLISH) as Texts);

/** The first of the languages that a browser asks for that there is; browsers name them in the order of preference. */
export function textsFor({ headers }: Pick<RequestHead, "headers">): Texts {
  const asked = (headers["accept-language"] ?? "").split(",", 20);
  return asked.flatMap((range) => known(range) ?? [])[0] ?? textsIn(ENGLISH);
}
