import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, Progress } from "./outcome.ts";
import { createCrowd, type Crowd } from "./people/crowd.ts";
import { describe, type Reading, readFor } from "./people/readings.ts";
import type { Stage } from "./people/stage.ts";

/** The p99 from send to receive that people are still content with. */
const CONTENT_MS = 250;
const CALM_MS = 2000;
/** Of the people held: the load at which the server must be well again after an overload. */
const RECOVERED_SHARE = 0.7;
const MAX_RECOVERY_MS = 60_000;

export interface RampOptions {
  readonly from: number;
  readonly step: number;
  readonly seconds: number;
  /** The mean milliseconds between two actions of a person. */
  readonly periodMs: number;
  /** After people have come or left, and before anything is measured. */
  readonly calmMs?: number;
  readonly progress: Progress;
}

/** Without any delivery, the server is stuck. */
export const isContent = ({ p99, deliveriesPerSecond }: Reading): boolean =>
  deliveriesPerSecond > 0 && p99 <= CONTENT_MS;

/** The largest crowd whose p99 stays good; a step counts as too much when it is so twice in a row. */
export async function climb(stage: Stage, crowd: Crowd, options: RampOptions): Promise<Reading | undefined> {
  const { from, step, seconds, calmMs = CALM_MS, progress } = options;
  let held: Reading | undefined;
  for (let count = from; count <= stage.users; count += step) {
    await crowd.resize(count);
    await sleep(calmMs);
    let reading = await readFor(seconds, stage, crowd);
    progress(describe(reading));
    if (!isContent(reading)) {
      reading = await readFor(seconds, stage, crowd);
      progress(`again, ${describe(reading)}`);
    }
    if (!isContent(reading)) break;
    held = reading;
  }
  return held;
}

/** Raises the number of people until p99 is too long, then doubles what was held, and lets the load fall again. */
export async function runRamp(stage: Stage, options: RampOptions): Promise<Outcome> {
  const { seconds, periodMs, progress } = options;
  await stage.start();
  const crowd = createCrowd(stage, { periodMs, ports: () => stage.servers.map(({ port }) => port) });
  try {
    const held = await climb({ ...stage, users: stage.users / 2 }, crowd, options);
    if (held === undefined) return { figures: [], findings: [`not even ${options.from} people were held`] };
    const overload = await overloaded(stage, crowd, held.people, options);
    const { people: most } = overload.reading;
    await crowd.resize(Math.ceil(RECOVERED_SHARE * held.people));
    const recovery = await recovered(stage, crowd, seconds);
    progress(`recovered: ${describe(recovery.reading)}`);
    const findings = await crowd.settle();
    if (!isContent(recovery.reading)) findings.push("the server did not recover from an overload");
    return {
      figures: [
        `held${held.people + options.step > stage.users / 2 ? " (more were not tried)" : ""}: ${describe(held)}`,
        `${overload.name}: ${describe(overload.reading)}; the slowest answer after ${overload.slowest.toFixed(0)} ms, ` +
          `${overload.abandoned} requests given up of ${most} people`,
        `recovered ${(recovery.ms / 1000).toFixed(1)} s after the load fell: ${describe(recovery.reading)}`,
      ],
      findings,
    };
  } finally {
    crowd.close();
    for (const server of [...stage.servers]) await stage.stop(server);
  }
}

async function overloaded(stage: Stage, crowd: Crowd, held: number, { seconds, progress }: RampOptions) {
  const people = Math.min(2 * held, mostPeople());
  const name = people === 2 * held ? "twice as many" : "as many as a process has descriptors for";
  await crowd.resize(people);
  await sleep(CALM_MS);
  crowd.tally.slowest = 0;
  const { abandoned } = crowd.tally;
  const reading = await readFor(seconds, stage, crowd);
  progress(`${name}: ${describe(reading)}`);
  const { slowest } = crowd.tally;
  return { name, reading, slowest, abandoned: crowd.tally.abandoned - abandoned };
}

/** All people are in this process. Each has at most two connections, and few have both at once. */
function mostPeople(): number {
  const { userLimits } = process.report.getReport() as { userLimits: { open_files: { soft: number | "unlimited" } } };
  const { soft } = userLimits.open_files;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Math.floor(soft / 2);
}

async function recovered(stage: Stage, crowd: Crowd, seconds: number): Promise<{ reading: Reading; ms: number }> {
  const started = performance.now();
  for (;;) {
    const ms = performance.now() - started;
    const reading = await readFor(seconds / 2, stage, crowd);
    if (isContent(reading) || ms > MAX_RECOVERY_MS) return { reading, ms };
  }
}
