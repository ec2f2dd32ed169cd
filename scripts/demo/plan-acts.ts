import type { DemoPerson } from "./people.ts";
import type { Random } from "./random.ts";

/** Actions on a message after it was sent. */
export type Act =
  | { readonly kind: "reaction"; readonly who: string; readonly emoji: string }
  | { readonly kind: "star"; readonly who: string }
  | { readonly kind: "correction"; readonly before: string }
  | { readonly kind: "widget"; readonly who: string; readonly content: object }
  | { readonly kind: "resolve"; readonly who: string; readonly topic: string }
  | { readonly kind: "move"; readonly who: string; readonly topic?: string; readonly channel?: string };

const USUAL = ["thumbs_up", "heart", "tada", "joy", "eyes", "seedling", "100", "rocket", "ship_it"];
const MAX_REACTORS = 6;
/** From this length on a text may be starred. */
const LONG = 100;

export function actsFor(
  random: Random,
  { sender, content }: { readonly sender: string; readonly content: string },
  reactions: readonly string[],
  members: readonly DemoPerson[],
): Act[] {
  const others = random.shuffled(members.map(({ name }) => name).filter((name) => name !== sender));
  const reactors = (emoji: string, most: number): Act[] =>
    others.slice(0, random.integer(1, most)).map((who) => ({ kind: "reaction", who, emoji }));
  const acts: Act[] = reactions.flatMap((emoji) => reactors(emoji, MAX_REACTORS));
  if (reactions.length === 0 && random.isLucky(0.08)) acts.push(...reactors(random.pick(USUAL), 3));
  const [reader] = others;
  if (reader !== undefined && content.length > LONG && random.isLucky(0.12)) acts.push({ kind: "star", who: reader });
  if (content.startsWith("/poll ") || content.startsWith("/todo ")) acts.push(...widgetActs(random, content, others));
  else if (random.isLucky(0.015)) {
    const before = withTypo(content);
    if (before !== content) acts.push({ kind: "correction", before });
  }
  return acts;
}

/** Votes in a poll, or tasks that are done. */
function widgetActs(random: Random, content: string, people: readonly string[]): Act[] {
  const options = content.split("\n").length - 1;
  return people.slice(0, MAX_REACTORS).map((who) => {
    const index = random.integer(0, options - 1);
    const act = content.startsWith("/poll ")
      ? { type: "vote", key: `canned,${index}`, vote: 1 }
      : { type: "strike", key: `${index},canned` };
    return { kind: "widget", who, content: act };
  });
}

/** Two letters of a long word swapped, as hurried people write. Code is left alone. */
function withTypo(text: string): string {
  if (/[`$[<@#]/.test(text)) return text;
  return text.replace(/\b([a-z]{2})([a-z])([a-z])([a-z]{2,})\b/, "$1$3$2$4");
}
