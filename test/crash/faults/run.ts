import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ALLOW_SKIPS } from "../../harness/needs/needs.ts";
import { provideOrExit } from "../../harness/needs/provide.ts";
import { type RoundResult, runRound } from "../round.ts";
import { makeTemplate } from "../template.ts";
import { allFaults, type Fault } from "./faults.ts";

/** `npm run faults`: each fault again and again under load, for `--seconds`; exits with 1 on any finding. */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0) || !Number.isSafeInteger(seed)) throw new Error("--seed and --seconds are numbers");

await provideOrExit(["nats-server", "root"]);

// What was started is ended when the process exits, whatever the reason.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

const logs = mkdtempSync(join(tmpdir(), "parley-faults-log-"));
const template = await makeTemplate();
const rows: (readonly string[])[] = [["Fault", "Times", "Calls", "Unknown", "Refused", "Events", "Findings"]];
let isGood = true;

async function perform(fault: Fault): Promise<RoundResult> {
  const { name, program, servers, strike, dataDir } = fault;
  const operationsFile = join(logs, `${name.replaceAll(/\W+/g, "-")}.jsonl`);
  const plan = { seed, seconds, servers, program, dataDir, blows: { [name]: strike }, inOrder: true };
  try {
    return await runRound({ ...plan, leavesToTime: true, operationsFile }, template);
  } finally {
    await fault.dispose?.();
  }
}

for (const prepare of allFaults(template.cast.everybody)) {
  const fault = await prepare();
  if (typeof fault === "string") {
    console.log(`NOT RUN: ${fault}`);
    isGood &&= process.env[ALLOW_SKIPS] !== undefined;
    continue;
  }
  console.log(`${fault.name} …`);
  const { violations, blows, operations, unknown, refused, events } = await perform(fault);
  for (const violation of violations) console.log(`${fault.name}: ${violation}`);
  isGood &&= violations.length === 0;
  const figures = [blows.length, operations, unknown, refused, events, violations.length];
  rows.push([fault.name, ...figures.map(String)]);
}
template.dispose();
const widths = rows[0]?.map((_head, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
for (const row of rows)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
if (isGood) rmSync(logs, { recursive: true, force: true });
else console.log(`every call and its outcome is in ${logs}`);
process.exit(isGood ? 0 : 1);
