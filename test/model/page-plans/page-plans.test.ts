import { test } from "node:test";
import fc from "fast-check";
import { SEED, tries } from "../../harness/chance.ts";
import { Comparison } from "./compare.ts";
import { operation, question } from "./operations.ts";
import { World } from "./world.ts";

/** What is done and asked between two stretches without messages. */
const OPERATIONS = 60;
const QUESTIONS = 30;

/** Shorter than what is read next to an anchor for a short page, and longer. */
const STRETCHES = [0, 3000, 30_000, 40_000];

test("every plan that is possible for a page finds what a plain scan finds", async () => {
  const world = await World.open();
  const comparison = new Comparison(world);
  const { numRuns: rounds } = tries(5);
  for (let round = 0; round < rounds; round += 1) {
    const stretch = STRETCHES[round % STRETCHES.length] as number;
    if (stretch > 0) await world.skip(stretch);
    const seed = SEED + round;
    for (const done of fc.sample(operation, { seed, numRuns: OPERATIONS })) await world.step(done);
    await comparison.begin(`TEST_SEED=${SEED}, round ${round}`);
    for (const asked of fc.sample(question, { seed, numRuns: QUESTIONS })) await comparison.check(asked);
  }
  world.checkOutcomes();
  comparison.checkCounts();
});
