import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrationNames } from "#engine/db/migrate.ts";
import { programWith } from "../crash/mutation.ts";
import { stopOwnCluster } from "../harness/database.ts";
import { checkOut, previousRelease, schemaAt } from "./previous.ts";
import { runUpgrade } from "./upgrade.ts";

/**
 * `npm run upgrade`: replaces the servers of the previous release by those of this tree under load, one after another.
 * Exits with 1 if a request failed while both served, or if anything was lost or repeated.
 */
const { values } = parseArgs({
  options: {
    /** A commit or tag; by default the newest release, or the newest commit with an older schema. */
    from: { type: "string" },
    seconds: { type: "string", default: "5" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
  },
});
const [seed, seconds] = [Number(values.seed), Number(values.seconds)];
if (!Number.isSafeInteger(seed) || !(seconds > 0)) throw new Error("--seed and --seconds are numbers");

// The servers are ended when the process exits, whatever the reason; the database has to be asked.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void stopOwnCluster().finally(() => process.exit(1)));

const from = values.from ?? previousRelease();
const older = checkOut(from);
const logs = mkdtempSync(join(tmpdir(), "parley-upgrade-log-"));
console.log(`seed ${seed}; every call and its outcome is in ${logs}, which stays when something is wrong`);
const { findings, operations, events, startMs } = await runUpgrade({
  older: older.program,
  newer: programWith([]),
  seed,
  seconds,
  operationsFile: join(logs, "upgrade.jsonl"),
  progress: (sentence) => console.log(sentence),
});
older.dispose();
if (findings.length === 0) rmSync(logs, { recursive: true, force: true });
for (const finding of findings) console.log(`FINDING: ${finding}`);
console.log(
  `from ${from} (schema ${schemaAt(from)}) to this tree (schema ${migrationNames().length}): ${operations} writes, ` +
    `${events} events received; the newer version listened after ${(startMs / 1000).toFixed(1)} s`,
);
console.log(findings.length === 0 ? "nothing failed, was lost or repeated" : `${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);
