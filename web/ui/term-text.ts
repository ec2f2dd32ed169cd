import { dateText } from "../narrow/date-words.ts";
import { isDateTerm } from "../narrow/dates.ts";
import type { Term } from "../narrow/terms.ts";
import { wordOf } from "./titles.ts";

/** A term as a chip has it: dates are as people read them. */
export const termText = (term: Term): string =>
  isDateTerm(term)
    ? `${term.operator}: ${dateText(String(term.operand))}`
    : wordOf(term).replace(/^(-?[a-z-]+):/, "$1: ");

/** A term as it is typed to change it. */
export const typedTerm = (term: Term): string => {
  const [, operator = "", operand = ""] = /^(-?[a-z-]+:)(.*)$/s.exec(wordOf(term)) ?? [];
  return /\s/.test(operand) ? `${operator}"${operand}"` : `${operator}${operand}`;
};
