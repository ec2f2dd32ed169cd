import { join } from "node:path";
import { programWith } from "./mutation.ts";
import { BLOWS } from "./nemesis.ts";
import { PLANTED_BUGS, type PlantedBug } from "./planted-bugs.ts";
import { type RoundResult, runRound } from "./round.ts";
import type { Template } from "./template.ts";

/** A run ends when the bug is caught: only one that is not caught takes this long, in seconds. */
const MAX_HUNT_ROUNDS = 90;

/** Runs the program with a planted bug. The bug is caught if the result has violations. */
export function hunt(
  bug: PlantedBug,
  template: Template,
  { seed, logs, seconds = MAX_HUNT_ROUNDS }: { seed: number; logs: string; seconds?: number },
): Promise<RoundResult> {
  const { mutations, servers, blow, leavesToTime = true } = bug;
  return runRound(
    {
      seed,
      seconds,
      servers,
      blows: { [blow]: BLOWS[blow] },
      inOrder: true,
      program: programWith(mutations),
      leavesToTime,
      operationsFile: join(logs, `${bug.name}.jsonl`),
    },
    template,
  );
}

/** Runs every planted bug, or the named ones, one after another. Returns the names of those that were not caught. */
export async function prove(
  template: Template,
  seed: number,
  logs: string,
  names: readonly string[] = [],
): Promise<string[]> {
  const free: string[] = [];
  const bugs = PLANTED_BUGS.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const bug of bugs) {
    const started = performance.now();
    const { violations, generations } = await hunt(bug, template, { seed, logs });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (violations.length === 0) free.push(bug.name);
    const verdict = violations.length > 0 ? "caught" : "NOT CAUGHT";
    console.log(
      `${verdict} ${bug.name} (${bug.wrong}) after ${generations} generations, ${seconds} s: ${violations[0] ?? ""}`,
    );
  }
  console.log(`${bugs.length - free.length} of ${bugs.length} planted bugs were caught`);
  return free;
}
