import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { programWith } from "./mutation.ts";
import { BLOWS } from "./nemesis.ts";
import { FOLLOW_AT_ONCE } from "./planted-bugs.ts";
import { prove } from "./prove.ts";
import { runRound } from "./round.ts";
import { summary } from "./summary.ts";
import { makeTemplate, type Template } from "./template.ts";

/**
 * `npm run crash`: faults for as long as asked or, with `--prove`, every planted bug, or those that `--bug` names, each
 * of which must be caught.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    prove: { type: "boolean", default: false },
    bug: { type: "string", multiple: true, default: [] },
  },
});
const seed = Number(values.seed);
const seconds = Number(values.seconds);
if (!Number.isSafeInteger(seed) || !(seconds > 0)) throw new Error("--seed and --seconds are numbers");

/** Each round begins with an empty organization, so that checking stays quick however long the run is. */
const MAX_ROUND_SECONDS = 60;

// What was started is ended when the process exits, whatever the reason.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

async function fight(template: Template, logs: string): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  for (let round = 0; performance.now() < deadline; round += 1) {
    const result = await runRound(
      {
        seed: seed + round,
        seconds: Math.min(MAX_ROUND_SECONDS, (deadline - performance.now()) / 1000),
        // One server allows stricter checks, two allow more faults.
        servers: 1 + ((seed + round) % 2),
        blows: BLOWS,
        inOrder: false,
        // Half of the rounds with one server, and half of those with two.
        program: programWith((seed + round) % 4 < 2 ? [] : [FOLLOW_AT_ONCE]),
        leavesToTime: true,
        operationsFile: join(logs, `round-${round}.jsonl`),
      },
      template,
    );
    console.log(summary(seed + round, result));
    if (result.violations.length > 0) return false;
  }
  return true;
}

const logs = mkdtempSync(join(tmpdir(), "parley-crash-log-"));
console.log(`seed ${seed}; every call and its outcome is in ${logs}, which stays when something is wrong`);
const template = await makeTemplate();
const isGood = values.prove
  ? (await prove(template, seed, logs, values.bug)).length === 0
  : await fight(template, logs);
template.dispose();
if (isGood) rmSync(logs, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);
