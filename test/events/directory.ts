import { test } from "node:test";
import { parseArgs } from "node:util";
import { liveInTown } from "./directory-life.ts";

/** `npm run directory`: many random lives of an organization, seed by seed; directory-by-chance.test.ts is the short version. */
const { values } = parseArgs({
  options: { seeds: { type: "string", default: "200" }, first: { type: "string", default: "1000" } },
});
const [seeds, first] = [values.seeds, values.first].map(Number);
if (!(seeds && first)) throw new Error("--seeds and --first are numbers above 0");

for (let seed = first; seed < first + seeds; seed += 1) {
  test(`seed ${seed}: everybody's state and events are the state`, () =>
    // At once, because node:test tells what failed only after the last seed.
    liveInTown(seed).catch((error: unknown) => {
      console.error(error);
      throw error;
    }));
}
