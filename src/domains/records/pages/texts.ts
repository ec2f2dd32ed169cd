import type { RequestHead } from "#http/exchange.ts";
import { catalogLanguages, REFUSAL, textsOfLanguage, type Translated } from "#platform/catalogs/catalogs.ts";
import { textKey } from "#platform/catalogs/po.ts";

type Values = Readonly<Record<string, string>>;

/** Texts of a page or a mail in the language of its reader. */
export interface Texts {
  readonly language: string;
  /** A text, which is written in English where it is used. `{name}` stands for a value. */
  readonly t: (text: string, values?: Values) => string;
  /** The form for a number, as in `tn(2, "{count} topic", "{count} topics")`. */
  readonly tn: (count: number, single: string, many: string, values?: Values) => string;
  /** A sentence of the API in the reader's language, where it is known. */
  readonly refusal: (sentence: string) => string;
}

const ENGLISH = "en";

const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

function makeTexts(language: string): Texts {
  const translations: ReadonlyMap<string, Translated> =
    language === ENGLISH ? new Map() : textsOfLanguage(language, "src/").texts;
  const plurals = new Intl.PluralRules(language);
  const plain = (key: string, otherwise: string): string => {
    const found = translations.get(key);
    return typeof found === "string" ? found : otherwise;
  };
  return {
    language,
    t: (text, values = {}) => filled(plain(text, text), values),
    tn: (count, single, many, values) => {
      const found = translations.get(many);
      const forms: Exclude<Translated, string> = typeof found === "object" ? found : { one: single, other: many };
      const text = forms[plurals.select(count)] ?? forms.other ?? many;
      return filled(text, { count: count.toLocaleString(language), ...values });
    },
    refusal: (sentence) => plain(textKey(REFUSAL, sentence), sentence),
  };
}

const KNOWN = new Set([ENGLISH, ...catalogLanguages()]);
/** A catalog is read when somebody needs it for the first time. */
const read = new Map<string, Texts>();

function known(tag: string): Texts | undefined {
  const [whole = ""] = tag.trim().toLowerCase().split(";");
  const language = [whole, whole.split("-")[0] ?? ""].find((code) => KNOWN.has(code));
  if (language === undefined) return undefined;
  const texts = read.get(language) ?? makeTexts(language);
  read.set(language, texts);
  return texts;
}

/** The texts in a language such as `de` or `de-AT`, or in English where there are none. */
export const textsIn = (language: string): Texts => known(language) ?? (known(ENGLISH) as Texts);

/** The first of the languages that a browser asks for that there is; browsers name them in the order of preference. */
export function textsFor({ headers }: Pick<RequestHead, "headers">): Texts {
  const asked = (headers["accept-language"] ?? "").split(",", 20);
  for (const range of asked) {
    const texts = known(range);
    if (texts !== undefined) return texts;
  }
  return textsIn(ENGLISH);
}
