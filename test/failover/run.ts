import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { provideOrExit } from "../harness/needs/provide.ts";
import { CLUSTER_NEEDS } from "./cluster.ts";
import { runFailovers } from "./failovers.ts";
import { figures } from "./figures.ts";

/**
 * `npm run failover`: two servers on a PostgreSQL with standbys lose their primary by kill -9, again and again, under
 * load; with `--fault freeze` it stops responding instead, and goes on when there is another one. Exits with 1 if an
 * acknowledged write or an event was lost or repeated, or if writes came back too late.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    /** What happens to the primary: kill, or freeze. */
    fault: { type: "string", default: "kill" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
  },
});
const seed = Number(values.seed);
const kills = Number(values.kills);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(kills) || kills < 1)
  throw new Error("--seed and --kills are whole numbers");

const { fault } = values;
if (fault !== "kill" && fault !== "freeze") throw new Error("--fault is kill or freeze");

await provideOrExit(CLUSTER_NEEDS);

// What was started is ended when the process exits, whatever the reason.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

const logs = mkdtempSync(join(tmpdir(), "parley-failover-log-"));
console.log(`seed ${seed}; every call and its outcome is in ${logs}, which stays when something is wrong`);
const result = await runFailovers({
  kills,
  fault,
  seed,
  operationsFile: join(logs, "failovers.jsonl"),
  progress: (sentence) => console.log(sentence),
});
if (result.findings.length === 0) rmSync(logs, { recursive: true, force: true });
for (const finding of result.findings) console.log(`FINDING: ${finding}`);
console.log(figures(result));
process.exit(result.findings.length === 0 ? 0 : 1);
