import { parseArgs } from "node:util";
import { growthOf } from "./flat.ts";
import type { Outcome } from "./outcome.ts";
import { createCrowd, type Crowd } from "./people/crowd.ts";
import { describe, type Reading, readFor } from "./people/readings.ts";
import { closeWhenInterrupted, openStage, type Stage } from "./people/stage.ts";
import { climb, isContent } from "./ramp.ts";
import { LIMITS, type Sample, takeSample } from "./soak-samples.ts";

/**
 * `npm run soak`: an hour of simulated people, 70 % of what is held, in which nothing may grow (`soak-samples.ts` says
 * what, and by how much at most). `--minutes` for another time, `--people` if it is known how many are held. Exits with 1
 * if something grew, was lost or was repeated.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    /** How many are held; without it, that is measured first. */
    people: { type: "string" },
    users: { type: "string", default: "8000" },
    step: { type: "string", default: "1000" },
  },
});

const PERIOD_MS = 20_000;
const HELD_SHARE = 0.7;
const SECONDS = Number(values.minutes) * 60;
/** So many in an hour, fewer in less; two in each quarter at least. */
const SAMPLES = Math.max(8, Math.min(60, Math.floor(SECONDS / 10)));
const STEP_SECONDS = 15;

const progress = (sentence: string) => console.log(sentence);

async function peopleHeld(stage: Stage, crowd: Crowd): Promise<number> {
  if (values.people !== undefined) return Number(values.people);
  const step = Number(values.step);
  const options = { from: step, step, seconds: STEP_SECONDS, periodMs: PERIOD_MS, progress };
  const held = await climb(stage, crowd, options);
  if (held === undefined) throw new Error(`not even ${step} people were held`);
  return held.people;
}

async function soak(stage: Stage): Promise<Outcome> {
  await stage.start();
  const crowd = createCrowd(stage, { periodMs: PERIOD_MS, ports: () => stage.servers.map(({ port }) => port) });
  try {
    const people = Math.round(HELD_SHARE * (await peopleHeld(stage, crowd)));
    await crowd.resize(people);
    // PostgreSQL does not know how many rows a copied database has.
    await stage.world.sql`analyze`;
    const samples: Sample[] = [];
    const readings: Reading[] = [];
    while (samples.length < SAMPLES) {
      const reading = await readFor(SECONDS / SAMPLES, stage, crowd);
      readings.push(reading);
      samples.push(await takeSample(stage));
      progress(`${samples.length} of ${SAMPLES}: ${describe(reading)}`);
    }
    const findings = await crowd.settle();
    const names = Object.keys(LIMITS) as (keyof Sample)[];
    const growths = names.map((name) =>
      growthOf(
        LIMITS[name],
        samples.map((sample) => sample[name]),
      ),
    );
    findings.push(...growths.filter(({ isFlat }) => !isFlat).map(({ sentence }) => `not flat: ${sentence}`));
    const slow = readings.filter((reading) => !isContent(reading)).length;
    return {
      figures: [
        `soak of ${values.minutes} minutes: ${describe(readings.at(-1) as Reading)}`,
        `p99 was too long in ${slow} of ${readings.length} samples`,
        ...growths.map(({ sentence }) => sentence),
      ],
      findings,
    };
  } finally {
    crowd.close();
    await stage.close();
  }
}

closeWhenInterrupted();
const stage = await openStage({ users: Number(values.users), progress });
const { figures, findings } = await soak(stage);
for (const sentence of findings) console.log(`FINDING: ${sentence}`);
for (const sentence of figures) console.log(sentence);
process.exit(findings.length === 0 ? 0 : 1);
