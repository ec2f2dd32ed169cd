import { firstName } from "./people.ts";
import type { Random } from "./random.ts";
import type { Letter } from "./threads.ts";
import { WORDS } from "./words.ts";

/** The words chosen in a thread, so that a grower stays the same grower. */
export interface Memory {
  readonly words: Map<string, string>;
  /** Full names of the people by letter. */
  readonly cast: Readonly<Record<Letter, string>>;
}

/** A thread may name several of these. */
const FRESH = new Set(["task", "ticket", "place"]);
/** The innermost braces that hold a slot: `{grower}`, `{n1:3-40}`, `{pick:yes|no}`, `{a}` for a mention, `{A}` for a name. */
const SLOT = /\{([a-zA-Z]\w*)(?::([^{}\n]*))?\}/g;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Fills all slots of a text, as a person would write it at that moment. */
export function compose(random: Random, template: string, memory: Memory, at: number): string {
  const remembered = (key: string, make: () => string): string => {
    const known = memory.words.get(key);
    if (known !== undefined) return known;
    const made = make();
    memory.words.set(key, made);
    return made;
  };
  const fill = (whole: string, name: string, detail: string | undefined): string => {
    if (name === "pick" && detail !== undefined) return random.pick(detail.split("|"));
    if (name === "now") return iso(at);
    if (name === "soon") return remembered(name, () => iso(nextRoundHour(random, at)));
    if (FRESH.has(name)) return random.pick(WORDS[name] ?? []);
    if (/^n\d*$/.test(name) && detail !== undefined) {
      const [least = 0, most = 0] = detail.split("-").map(Number);
      const number = () => String(random.integer(least, most));
      return name === "n" ? number() : remembered(name, number);
    }
    if (/^[a-d]$/.test(name)) return `@**${memory.cast[name as Letter]}**`;
    if (/^[A-D]$/.test(name)) return firstName(memory.cast[name.toLowerCase() as Letter]);
    const key = name.toLowerCase();
    const words = WORDS[key];
    if (words === undefined) return whole;
    const word = remembered(key, () => random.pick(words));
    return name === key ? word : capitalized(word);
  };
  let text = template;
  for (let before = ""; before !== text;) [before, text] = [text, text.replaceAll(SLOT, fill)];
  return capitalized(text);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const iso = (at: number): string => new Date(at).toISOString().replace(/:\d\d\.\d+Z$/, ":00Z");

/** Some days later, at an hour when people meet. */
function nextRoundHour(random: Random, at: number): number {
  const midnight = Math.floor(at / DAY_MS) * DAY_MS;
  return midnight + random.integer(1, 6) * DAY_MS + random.integer(8, 15) * HOUR_MS;
}
