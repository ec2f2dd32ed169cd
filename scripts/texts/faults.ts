import { countedKinds, isTranslated } from "../../src/platform/catalogs/catalogs.ts";
import type { Po, PoEntry } from "../../src/platform/catalogs/po.ts";

/** What would be shown wrong: placeholders, tags and the forms of numbers that the English text has otherwise. */
export function faultsOf({ header, entries }: Po, language: string): string[] {
  const kinds = countedKinds(language);
  const forms = /nplurals\s*=\s*(\d)/.exec(header.get("Plural-Forms") ?? "")?.[1];
  return [
    ...(Number(forms) === kinds.length ? [] : [`Plural-Forms needs nplurals=${kinds.length}: ${kinds.join(", ")}`]),
    ...entries
      .filter(isTranslated)
      .flatMap((entry) => faultOf(entry, kinds).map((fault) => `“${entry.text}” ${fault}: ${entry.forms.join(" | ")}`)),
  ];
}

const tagsIn = (text: string): string[] => text.match(/<\/?[a-z]\w*[^<>]*>/gi)?.sort() ?? [];
const placeholdersIn = (text: string): string[] => text.match(/\{\w*\}/g)?.sort() ?? [];
const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");

function faultOf({ text, many, forms }: PoEntry, kinds: readonly Intl.LDMLPluralRule[]): string[] {
  const english = many ?? text;
  const placeholders = placeholdersIn(english);
  const isRight = (form: string, index: number): boolean => {
    const found = placeholdersIn(form);
    if (isSame(found, placeholders)) return true;
    // A form for a single number may say that number in words.
    const isOfOneNumber = many !== undefined && ["zero", "one", "two"].includes(kinds[index] ?? "") && kinds.length > 1;
    return isOfOneNumber && isSame([...found, "{count}"].sort(), placeholders);
  };
  const isOtherwiseSpaced = (form: string) =>
    /^\s/.test(form) !== /^\s/.test(english) || /\s$/.test(form) !== /\s$/.test(english);
  return [
    ...(forms.every(isRight) ? [] : [`has other placeholders than ${placeholders.join(" ") || "none"}`]),
    ...(forms.every((form) => isSame(tagsIn(form), tagsIn(english))) ? [] : ["has other tags"]),
    ...(forms.some(isOtherwiseSpaced) ? ["begins or ends with other spaces"] : []),
  ];
}
