import { t } from "../../language/text.ts";
import { isAmbiguous, personOf } from "../../state/people.ts";
import type { State } from "../../state/state.ts";
import { dateOperand } from "./date-words.ts";
import { type Narrow, operatorOf, type Operator, type Term } from "../../narrow/terms.ts";

/** What somebody typed into a search. */
export interface Query {
  readonly narrow: Narrow;
  /** What cannot be searched for, in words. */
  readonly problems: readonly string[];
}

/** `channel:general from:"Ana Ribeiro" -is:unread after:last week release notes`. */
export function parseQuery(text: string, state: State): Query {
  const [terms, words, problems]: [Term[], string[], string[]] = [[], [], []];
  for (const [, minus = "", word = "", quoted, plain = "", loose = ""] of joinedDates(text).matchAll(TOKEN)) {
    const operator = word === "" ? undefined : operatorFor(word);
    if (operator === undefined) {
      words.push(loose === "" ? `${minus}${word}:${quoted ?? plain}` : loose);
      continue;
    }
    const typed = quoted ?? plain;
    const operand = operandOf(operator, typed, state);
    const problem = operand === undefined ? problemOf(operator, word, typed, state) : undefined;
    if (problem !== undefined) problems.push(problem);
    else if (minus === "-" && DATES.has(operator))
      problems.push(t("A date cannot be excluded: use before: or after:."));
    else if (operand !== undefined) terms.push({ operator, operand, ...(minus === "-" && { negated: true }) });
  }
  if (words.length > 0) terms.push({ operator: "search", operand: words.join(" ") });
  return { narrow: terms, problems };
}

const TOKEN = /(-?)([a-z-]+):(?:"([^"]*)"?|(\S*))|("[^"]*"?|\S+)/g;
const DATES: ReadonlySet<Operator> = new Set(["before", "after", "on"]);
/** In a search `in:` is a channel. */
const operatorFor = (word: string): Operator | undefined => (word === "in" ? "channel" : operatorOf(word));

/** A date may be two words. */
const joinedDates = (text: string): string =>
  text.replaceAll(/\b(before|after|on):(this|last)\s+(week|month|year)\b/gi, "$1:$2-$3");

/** What `is:`, `has:` and `channels:` can be followed by. */
export const IS = ["unread", "starred", "mentioned", "alerted", "dm", "followed", "resolved", "muted"] as const;
export const HAS = ["link", "image", "attachment", "reaction"] as const;
export const CHANNELS = ["public", "archived"] as const;
const isOneOf = (words: readonly string[], word: string): boolean => words.includes(word);

function operandOf(operator: Operator, text: string, state: State): Term["operand"] | undefined {
  if (text === "" && operator !== "topic") return undefined;
  const name = text.toLowerCase();
  switch (operator) {
    case "channel":
      return [...state.channels.known.values()].find((channel) => channel.name.toLowerCase() === name)?.stream_id;
    case "sender":
    case "mentions":
      return name === "me" ? state.ownId : personCalled(name, state);
    case "dm":
    case "dm-including": {
      const ids = text.split(",").map((name) => personCalled(name.trim().toLowerCase(), state));
      return ids.some((id) => id === undefined) ? undefined : (ids as number[]);
    }
    case "near":
    case "with":
    case "id":
      return /^\d+$/.test(text) ? Number(text) : undefined;
    case "before":
    case "after":
    case "on":
      return dateOperand(text);
    case "is":
      return isOneOf(IS, name) ? name : undefined;
    case "channels":
      return isOneOf(CHANNELS, name) ? name : undefined;
    case "has":
      return [name, name.replace(/s$/, "")].find((word) => isOneOf(HAS, word));
    default:
      return text;
  }
}

/** Why an operand means nothing; nothing is wrong while it is not typed yet. */
function problemOf(operator: Operator, word: string, text: string, { people }: State): string | undefined {
  if (text === "") return undefined;
  switch (operator) {
    case "channel":
      return t("There is no channel “{channel}”.", { channel: text });
    case "sender":
    case "mentions":
    case "dm":
    case "dm-including":
      return isAmbiguous(people, text)
        ? t("Several people are called “{person}”: choose one from the list.", { person: text })
        : t("There is no one called “{person}”.", { person: text });
    case "before":
    case "after":
    case "on":
      return t("“{text}” is not a date. Examples: yesterday, last week, 2026-11-18.", { text });
    default:
      return t("“{text}” cannot follow {operator}:.", { text, operator: word });
  }
}

function personCalled(name: string, { people }: State): number | undefined {
  const byId = /^(.*)\|(\d+)$/.exec(name);
  if (byId !== null) {
    const person = personOf(people, Number(byId[2]));
    return person?.full_name.toLowerCase() === byId[1] ? person?.user_id : undefined;
  }
  let begun: number | undefined;
  for (const list of [people.active, people.former])
    for (const { user_id: id, full_name, delivery_email: email } of list.values()) {
      const known = full_name.toLowerCase();
      // Which of two people of one name is meant, only the ID tells.
      if (known === name) return isAmbiguous(people, name) ? undefined : id;
      if (email?.toLowerCase() === name) return id;
      if (known.startsWith(name)) begun ??= id;
    }
  return begun;
}
