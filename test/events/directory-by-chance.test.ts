import { test } from "node:test";
import { IS_LONG, SEED } from "../harness/chance.ts";
import { liveInTown } from "./directory-life.ts";

/** `npm run directory` tries many more. */
const rounds = IS_LONG ? 40 : 4;

for (let round = 0; round < rounds; round += 1) {
  const seed = SEED + round;
  test(`whatever people do to each other, their groups and channels, everybody's state and events are the state (seed ${seed})`, () =>
    liveInTown(seed));
}
