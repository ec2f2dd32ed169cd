import { dateText } from "./date-words.ts";
import { isDateTerm } from "../../narrow/dates.ts";
import { namesPerson, type Term } from "../../narrow/terms.ts";
import { isAmbiguous } from "../../state/people.ts";
import { people } from "../../store.ts";
import { nameOf } from "../names.tsx";
import { wordOf } from "../titles.ts";

/** A term as a chip has it: dates are as people read them. */
export const termText = (term: Term): string =>
  isDateTerm(term)
    ? `${term.operator}: ${dateText(String(term.operand))}`
    : wordOf(term).replace(/^(-?[a-z-]+):/, "$1: ");

/** A term as it is typed to change it. People of one name have their ID. */
export function typedTerm(term: Term): string {
  const { operator, operand, negated } = term;
  const ids = typeof operand === "object" ? operand : namesPerson(operator) ? [Number(operand)] : undefined;
  const typed = ids?.map(typedName).join(",") ?? wordOf(term).replace(/^-?[a-z-]+:/, "");
  return `${negated === true ? "-" : ""}${operator}:${/\s/.test(typed) ? `"${typed}"` : typed}`;
}

function typedName(userId: number): string {
  const name = nameOf(userId);
  return isAmbiguous(people.value, name) ? `${name}|${userId}` : name;
}
