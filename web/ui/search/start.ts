import { conditionsOf, type Narrow } from "../../narrow/terms.ts";
import type { SwitcherStart } from "../switcher.ts";

/** A search as it is changed: its words as text, the rest as chips. */
export function startOf(narrow: Narrow): SwitcherStart {
  const all = conditionsOf(narrow);
  const isWords = ({ operator, negated }: Narrow[number]) => operator === "search" && negated !== true;
  return {
    terms: all.filter((term) => !isWords(term)),
    text: all
      .filter(isWords)
      .map(({ operand }) => String(operand))
      .join(" "),
  };
}
