import { device } from "../platform/device.ts";

/**
 * Texts of the client in the user's language. A text is written in English where it is shown, and that English text is
 * its key in the translation of another language (`locale/`), so that English needs no translation. What is not
 * translated yet is shown in English.
 */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
type Translation = Readonly<Record<string, string | Forms>>;
type Values = Readonly<Record<string, string | number>>;

const KEY = "parley-language";
/** Separates the context of a text from the text. */
const SEPARATOR = "\u0004";
const REFUSAL = `refusal${SEPARATOR}`;
/** Nothing is drawn before the texts are there. */
const MAX_MS = 4000;
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

let translation: Translation = {};
/** The language that was asked for, also while its translation is on its way. */
let wanted = "en";
let shown = "en";
let plurals = new Intl.PluralRules(shown);

/** What the page tells of a language: where its translation is; nothing of English, and of what is not translated. */
const metaOf = (code: string) => document.querySelector<HTMLMetaElement>(`meta[name="parley-language-${code}"]`);

const isKnown = (code: string): boolean => code === "en" || metaOf(code) !== null;

/** The user's language at the last visit; before the first, the one of the browser's languages that is known. */
const firstLanguage = (): string =>
  device.get(KEY) ?? navigator.languages.flatMap((tag) => [tag.toLowerCase(), tag.slice(0, 2)]).find(isKnown) ?? "en";

/** Loads the language of the last visit, before anything is drawn. Where it cannot be had, texts stay English. */
export async function loadLanguage(): Promise<void> {
  wanted = firstLanguage();
  const meta = metaOf(wanted);
  if (meta === null) return;
  try {
    translation = (await (await fetch(meta.content, { signal: AbortSignal.timeout(MAX_MS) })).json()) as Translation;
  } catch {
    return;
  }
  shown = wanted;
  plurals = new Intl.PluralRules(shown);
  // The names of an installed app.
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", meta.dataset["manifest"] ?? "");
  const { documentElement: root } = document;
  root.lang = shown;
  root.dir = RIGHT_TO_LEFT.test(shown) ? "rtl" : "ltr";
}

/** The user's language changes with a reload, so that no text is drawn in two languages. */
export function followLanguage(code: string): void {
  const known = isKnown(code) ? code : "en";
  if (known === device.get(KEY)) return;
  // What the device does not keep would lead to the same reload.
  if (device.set(KEY, known) && known !== wanted) location.reload();
}

/** The language of dates and numbers: the one of the texts, as the browser's own region writes it. */
export const locale = (): string => navigator.languages.find((tag) => tag.slice(0, 2) === shown) ?? shown;

/** A number as the language writes it. */
export const number = (value: number): string => value.toLocaleString(locale());

/** `t("Leave {channel}?", { channel: name })` */
export const t = (text: string, values?: Values): string => filled(plain(text) ?? text, values);

/** A text that has several meanings in English, with a word for the one that is meant: `tc("verb", "Star")`. */
export const tc = (context: string, text: string, values?: Values): string =>
  filled(plain(context + SEPARATOR + text) ?? text, values);

function plain(key: string): string | undefined {
  const found = translation[key];
  return typeof found === "string" ? found : undefined;
}

/** What the server says of a refusal. What is not translated, because only programs get it, stays English. */
export function fromServer(sentence: string): string {
  for (const [key, found] of Object.entries(translation)) {
    if (!key.startsWith(REFUSAL)) continue;
    const values = valuesIn(sentence, key.slice(REFUSAL.length).split(/\{(\w+)\}/));
    if (values !== undefined) return filled(found as string, values);
  }
  return sentence;
}

/** What stands for the names in a template, of which every second part is a name; undefined if the sentence is another one. */
function valuesIn(sentence: string, [first = "", ...parts]: readonly string[]): Values | undefined {
  if (!sentence.startsWith(first)) return undefined;
  let from = first.length;
  const values: Record<string, string> = {};
  for (let index = 0; index < parts.length; index += 2) {
    const [name = "", part = ""] = parts.slice(index);
    const to = index === parts.length - 2 ? sentence.length - part.length : sentence.indexOf(part, from);
    if (to < from || !sentence.startsWith(part, to)) return undefined;
    values[name] = sentence.slice(from, to);
    from = to + part.length;
  }
  return from === sentence.length ? values : undefined;
}

/** `tn(count, "{count} message", "{count} messages")`: the form for a number. */
export function tn(count: number, one: string, other: string, values?: Values): string {
  const found = translation[other];
  const forms = typeof found === "object" ? found : { one, other };
  return filled(forms[plurals.select(count)] ?? forms.other ?? other, {
    count: number(count),
    ...values,
  });
}

const filled = (text: string, values: Values | undefined): string =>
  values === undefined ? text : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
