import type { State } from "../../state/state.ts";
import { parseQuery } from "./query.ts";
import type { Term } from "../../narrow/terms.ts";

/** An operator with its whole operand, words in quotation marks, a word, or the space between. */
const PIECE = /(-?[a-z-]+:(?:"[^"]*"|(?:this|last)\s+(?:week|month|year)|\S+))(?=\s)|"[^"]*"?|\S+|\s+/gi;

/** Takes the terms out of what is typed that are complete, because something follows them. */
export function takeTerms(text: string, state: State): { readonly terms: readonly Term[]; readonly rest: string } {
  const terms: Term[] = [];
  let rest = "";
  for (const [piece, complete] of text.matchAll(PIECE)) {
    const [term, ...others] = complete === undefined ? [] : parseQuery(complete, state).narrow;
    if (term === undefined || others.length > 0 || term.operator === "search") rest += piece;
    else terms.push(term);
  }
  return { terms, rest: terms.length > 0 ? rest.trimStart() : text };
}
