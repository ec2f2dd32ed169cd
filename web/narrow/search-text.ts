import { isAmbiguous, personOf } from "../state/people.ts";
import type { State } from "../state/state.ts";
import { type Narrow, operatorOf, type Operator, type Term } from "./terms.ts";

/** The narrow of a search as one types it: `channel:general from:"Ana Ribeiro" -is:unread release notes`. */
export function parseSearch(text: string, state: State): Narrow | undefined {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const [, minus = "", word = "", quoted, plain = "", loose = ""] of text.matchAll(TOKEN)) {
    const operator = word === "" ? undefined : operatorOf(word);
    if (operator === undefined) {
      words.push(loose === "" ? `${minus}${word}:${quoted ?? plain}` : loose);
      continue;
    }
    const operand = operandOf(operator, quoted ?? plain, state);
    if (operand === undefined) return undefined;
    terms.push({ operator, operand, ...(minus === "-" && { negated: true }) });
  }
  if (words.length > 0) terms.push({ operator: "search", operand: words.join(" ") });
  return terms.length === 0 ? undefined : terms;
}

const TOKEN = /(-?)([a-z-]+):(?:"([^"]*)"?|(\S*))|("[^"]*"?|\S+)/g;

function operandOf(operator: Operator, text: string, state: State): Term["operand"] | undefined {
  if (text === "" && operator !== "topic") return undefined;
  const name = text.toLowerCase();
  switch (operator) {
    case "channel":
      return [...state.channels.known.values()].find((channel) => channel.name.toLowerCase() === name)?.stream_id;
    case "sender":
      return name === "me" ? state.ownId : personCalled(name, state);
    case "dm":
    case "dm-including": {
      const ids = text.split(",").map((one) => personCalled(one.trim().toLowerCase(), state));
      return ids.some((id) => id === undefined) ? undefined : (ids as number[]);
    }
    case "near":
    case "with":
    case "id":
      return /^\d+$/.test(text) ? Number(text) : undefined;
    default:
      return text;
  }
}

function personCalled(name: string, { people }: State): number | undefined {
  const byId = /^(.*)\|(\d+)$/.exec(name);
  if (byId !== null) {
    const person = personOf(people, Number(byId[2]));
    return person?.full_name.toLowerCase() === byId[1] ? person?.user_id : undefined;
  }
  const all = [...people.active.values(), ...people.former.values()];
  const exact = all.find(
    (person) => person.full_name.toLowerCase() === name || person.delivery_email?.toLowerCase() === name,
  );
  // Which of two people of one name is meant, only the ID tells.
  if (exact?.full_name.toLowerCase() === name && isAmbiguous(people, exact.full_name)) return undefined;
  return (exact ?? all.find((person) => person.full_name.toLowerCase().startsWith(name)))?.user_id;
}
