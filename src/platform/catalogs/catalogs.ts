import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { textKey, parsePo, type Po, type PoEntry } from "./po.ts";

/** The catalogs of the languages, in the sources and in an installed package. */
export const CATALOGS = join(import.meta.dirname, "../../../locale");

/** A translation; of a text with a number, one for every kind of number in the language. */
export type Translated = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

export interface TextsOfLanguage {
  /** By the English text, of a text with a number the form for many; after its context, where it has one. */
  readonly texts: ReadonlyMap<string, Translated>;
  /** How many of hundred texts are translated. */
  readonly percent: number;
}

/** The context of sentences with which the API refuses something. */
export const REFUSAL = "refusal";

const EXTENSION = ".po";

/** The languages that there is a catalog of, besides English: `de`, `pt-br`. */
export const catalogLanguages = (): readonly string[] =>
  readdirSync(CATALOGS)
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => name.slice(0, -EXTENSION.length).replaceAll("_", "-").toLowerCase())
    .toSorted();

/** What is translated of the texts that one part of Parley shows: the server (`src/`) or the client (`web/`). */
export function textsOfLanguage(language: string, part: "src/" | "web/"): TextsOfLanguage {
  const { entries } = readCatalog(language);
  const translated = entries.filter(isTranslated);
  const shown = translated.filter(
    ({ context, places }) => context === REFUSAL || places.some((place) => place.startsWith(part)),
  );
  return {
    texts: new Map(
      shown.map((entry) => [textKey(entry.context, entry.many ?? entry.text), translatedForms(language, entry)]),
    ),
    percent: Math.floor((translated.length / Math.max(entries.length, 1)) * 100),
  };
}

function readCatalog(language: string): Po {
  const names = readdirSync(CATALOGS).filter((name) => name.endsWith(EXTENSION));
  const found = names.find((name) => name.toLowerCase() === `${language.replaceAll("-", "_")}${EXTENSION}`);
  if (found === undefined) throw new Error(`There is no catalog of the language ${language}.`);
  return parsePo(readFileSync(join(CATALOGS, found), "utf8"));
}

export const isTranslated = ({ forms, isFuzzy }: PoEntry): boolean =>
  !isFuzzy && forms.length > 0 && forms.every((form) => form !== "");

const ORDER: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];
/** Above, some languages have a form of millions, which catalogs leave out. */
const MAX_COUNTED = 999;

/** The kinds of whole numbers that a language tells apart (by CLDR), in the order of the forms in a catalog. */
export function countedKinds(language: string): readonly Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language);
  const kinds = new Set(Array.from({ length: MAX_COUNTED + 1 }, (_, count) => rules.select(count)));
  return ORDER.filter((kind) => kinds.has(kind));
}

function translatedForms(language: string, { many, forms }: PoEntry): Translated {
  if (many === undefined) return forms[0] ?? "";
  const kinds = countedKinds(language);
  // Fractions and millions have the last form, as in the catalog's own rule.
  return { other: forms.at(-1) ?? "", ...Object.fromEntries(kinds.map((kind, index) => [kind, forms[index] ?? ""])) };
}
