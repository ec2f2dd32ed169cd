import { join } from "node:path";
import { PLANTED_BUGS, type PlantedBug } from "./planted-bugs.ts";
import { type RoundResult, runRound } from "./round.ts";
import type { Template } from "./template.ts";

/** It ends when the bug is caught: only one that got away takes this long, in seconds. */
const LONGEST_HUNT = 90;

/** Lets a planted bug loose. It is caught when the result has violations. */
export function hunt(bug: PlantedBug, template: Template, seed: number, logs: string): Promise<RoundResult> {
  const { failpoints, servers, blow } = bug;
  return runRound(
    {
      seed,
      seconds: LONGEST_HUNT,
      servers,
      blows: [blow],
      inOrder: true,
      failpoints,
      operationsFile: join(logs, `${bug.name}.jsonl`),
    },
    template,
  );
}

/** The same with no bug, to show that the checks do not cry wolf: late refusals undo what the action did. */
export const HARMLESS: PlantedBug = {
  name: "refuse-late",
  wrong: "nothing",
  failpoints: ["refuse-late"],
  servers: 1,
  blow: "cut of the readers' connections",
};

/** Lets every planted bug loose, one after another. Returns the names of those that got away. */
export async function prove(template: Template, seed: number, logs: string): Promise<string[]> {
  const free: string[] = [];
  for (const bug of PLANTED_BUGS) {
    const started = performance.now();
    const { violations, generations } = await hunt(bug, template, seed, logs);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (violations.length === 0) free.push(bug.name);
    const verdict = violations.length > 0 ? "caught" : "NOT CAUGHT";
    console.log(
      `${verdict} ${bug.name} (${bug.wrong}) after ${generations} generations, ${seconds} s: ${violations[0] ?? ""}`,
    );
  }
  return free;
}
