/**
 * Texts of the client in the user's language. A text is written in English where it is shown, and that English text is
 * its key in the catalogue of another language, so that English needs no catalogue. `test/web/language.test.ts` holds
 * the catalogues complete.
 */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Catalogue = Readonly<Record<string, string | Forms>>;
type Values = Readonly<Record<string, string | number>>;

/** Languages in which the client is complete, by their own names. */
export const LANGUAGES = { en: "English" } as const;
const CATALOGUES: Readonly<Record<string, () => Promise<Catalogue>>> = {};
const KEY = "parley-language";

let catalogue: Catalogue = {};
let code = "en";
let plurals = new Intl.PluralRules("en");

/** Loads the language of the last visit, before anything is drawn. */
export async function loadLanguage(): Promise<void> {
  const wanted = localStorage.getItem(KEY) ?? "en";
  const load = CATALOGUES[wanted];
  if (load === undefined) return;
  catalogue = await load();
  code = wanted;
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  document.documentElement.dir = RIGHT_TO_LEFT.test(code) ? "rtl" : "ltr";
}

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

/** The user's language changes with a reload, so that no text is drawn in two languages. */
export function followLanguage(wanted: string): void {
  const known = wanted in LANGUAGES ? wanted : "en";
  if (known === (localStorage.getItem(KEY) ?? "en")) return;
  localStorage.setItem(KEY, known);
  if (known !== code) location.reload();
}

/** `t("Leave {channel}?", { channel: name })` */
export function t(text: string, values?: Values): string {
  const found = catalogue[text];
  return filled(typeof found === "string" ? found : text, values);
}

/** `tn(count, "{count} message", "{count} messages")`: the form for a number. */
export function tn(count: number, one: string, other: string, values?: Values): string {
  const found = catalogue[other];
  const forms = typeof found === "object" ? found : { one, other };
  return filled(forms[plurals.select(count)] ?? forms.other ?? other, { count: count.toLocaleString(code), ...values });
}

const filled = (text: string, values: Values | undefined): string =>
  values === undefined ? text : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
