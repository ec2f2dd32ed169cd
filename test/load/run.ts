import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startNats } from "../harness/nats-server.ts";
import { runHerd } from "./herd.ts";
import type { Outcome } from "./outcome.ts";
import { closeWhenInterrupted, openStage, type Stage } from "./people/stage.ts";
import { runRamp } from "./ramp.ts";
import { runRolling } from "./rolling.ts";
import { runSeveral } from "./several.ts";

/**
 * `npm run load`: half-sent bodies, simulated people until p99 from send to receive passes 250 ms and then twice as many,
 * a herd of parked clients that loses its server, and a rolling restart of two processes. With `--processes`: the same
 * people on 1, 2 and 4 processes instead, by NATS with `--nats`. Exits with 1 if anything was lost, repeated, or answered as it must not be.
 */
const { values } = parseArgs({
  options: {
    /** One of the parts: bodies, people, herd, rolling. */
    only: { type: "string" },
    processes: { type: "boolean", default: false },
    /** With `--processes`: notices go by a NATS server, which is started for it. */
    nats: { type: "boolean", default: false },
    /** The most users, twice as many as the steps may reach. */
    users: { type: "string", default: "16000" },
    from: { type: "string", default: "1000" },
    step: { type: "string", default: "1000" },
    seconds: { type: "string", default: "15" },
    /** For the rolling restart and for several processes. */
    people: { type: "string", default: "2000" },
    herd: { type: "string", default: "5000" },
    connections: { type: "string", default: "10000" },
  },
});

/** The mean milliseconds between two actions of a person. */
const PERIOD_MS = 20_000;
const seconds = Number(values.seconds);
const people = Number(values.people);
const progress = (sentence: string) => console.log(sentence);
const ordinary = { seconds, periodMs: PERIOD_MS, progress };

const PARTS: Readonly<Record<string, { readonly users: number; run(stage: Stage): Promise<Outcome> }>> = {
  people: {
    users: Number(values.users),
    run: (stage) => runRamp(stage, { ...ordinary, from: Number(values.from), step: Number(values.step) }),
  },
  herd: { users: Number(values.herd), run: (stage) => runHerd(stage, Number(values.herd)) },
  rolling: { users: people, run: (stage) => runRolling(stage, { ...ordinary, people }) },
  processes: { users: people, run: (stage) => runProcesses(stage) },
};

async function runProcesses(stage: Stage): Promise<Outcome> {
  const nats = values.nats ? await startNats() : undefined;
  // An interrupted run leaves none behind either.
  process.once("exit", () => void nats?.kill());
  try {
    return await runSeveral(stage, { ...ordinary, people, natsUrl: nats?.url });
  } finally {
    await nats?.kill();
  }
}

/** Its servers run in processes that belong to the test runner. */
function runBodies(): Outcome {
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "bodies.ts"), "--connections", values.connections],
    { stdio: "inherit" },
  );
  return {
    figures: [],
    findings: status === 0 ? [] : ["half-sent bodies took too much memory, or kept others waiting"],
  };
}

async function runPart(name: string): Promise<Outcome> {
  const part = PARTS[name];
  if (part === undefined) return runBodies();
  const stage = await openStage({ users: part.users, progress });
  try {
    return await part.run(stage);
  } catch (error) {
    return { figures: [], findings: [`${name} failed: ${(error as Error).stack}`] };
  } finally {
    await stage.close();
  }
}

const ALL = ["bodies", "people", "herd", "rolling"];
const wanted = values.processes ? ["processes"] : values.only === undefined ? ALL : values.only.split(",");
const unknown = wanted.filter((name) => !ALL.includes(name) && name !== "processes");
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join()}; the parts are ${ALL.join(", ")}.`);
  process.exit(2);
}
closeWhenInterrupted();
const outcomes: Outcome[] = [];
for (const name of wanted) outcomes.push(await runPart(name));
const findings = outcomes.flatMap((outcome) => outcome.findings);
for (const sentence of findings) console.log(`FINDING: ${sentence}`);
for (const sentence of outcomes.flatMap(({ figures }) => figures)) console.log(sentence);
console.log(findings.length === 0 ? "nothing was lost or repeated" : `${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);
