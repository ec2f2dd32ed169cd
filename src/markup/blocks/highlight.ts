import { createRequire } from "node:module";
import type { HLJSApi, LanguageFn } from "highlight.js";
import { escapeText } from "../escape.ts";

/**
 * Grammars try an expression at every character of a run, or at every word of a line, and so take quadratic time for
 * such text. Code that people read contains none.
 */
const MONOTONOUS = /[\w$-]{150}|\s{80}|([^\w\s])\1{80}|.{1500}/;

/** Grammars whose expressions span lines, and so take quadratic time for a text of plain words or numbers. */
const COSTLY: ReadonlySet<string> = new Set(["csharp", "ini"]);
const MAX_COSTLY_LENGTH = 2000;

/** The short class names that clients style, by the highlighter's scopes. */
const CLASSES: Readonly<Record<string, string>> = {
  addition: "gi",
  attr: "na",
  attribute: "na",
  built_in: "nb",
  bullet: "k",
  char: "se",
  class: "nc",
  code: "s",
  comment: "c",
  deletion: "gd",
  doctag: "sd",
  emphasis: "ge",
  formula: "s",
  function: "nf",
  keyword: "k",
  link: "s",
  literal: "kc",
  meta: "cp",
  name: "nt",
  number: "m",
  operator: "o",
  params: "n",
  property: "na",
  punctuation: "p",
  quote: "c",
  regexp: "sr",
  section: "gh",
  "selector-attr": "na",
  "selector-class": "nc",
  "selector-id": "nn",
  "selector-pseudo": "nd",
  "selector-tag": "nt",
  string: "s",
  strong: "gs",
  subst: "si",
  symbol: "ss",
  tag: "nt",
  "template-tag": "cp",
  "template-variable": "nv",
  title: "nf",
  "title class_": "nc",
  "title function_": "nf",
  type: "kt",
  variable: "nv",
  "variable constant_": "no",
  "variable language_": "bp",
};

const load = createRequire(import.meta.url);

/** The highlighter is loaded with the first code, and a grammar with the first in it; all of them together would take 0.4 s. */
export function highlighted(code: string, grammar: string): string {
  if (MONOTONOUS.test(code) || (COSTLY.has(grammar) && code.length > MAX_COSTLY_LENGTH)) return escapeText(code);
  try {
    const highlighter = load("highlight.js/lib/core") as HLJSApi;
    if (highlighter.getLanguage(grammar) === undefined) {
      highlighter.registerLanguage(grammar, load(`highlight.js/lib/languages/${grammar}`) as LanguageFn);
    }
    return withShortNames(highlighter.highlight(code, { language: grammar, ignoreIllegals: true }).value);
  } catch {
    return escapeText(code);
  }
}

/** The highlighter also escapes quotes, which clients expect unescaped. */
const withShortNames = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replace(/<span class="(?:hljs-)?([^"]*)">/g, (_tag, scope: string) => `<span class="${shortName(scope)}">`);

const shortName = (scope: string): string => CLASSES[scope] ?? CLASSES[scope.split(" ", 1)[0] ?? ""] ?? "n";
