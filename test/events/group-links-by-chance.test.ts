import { test } from "node:test";
import { IS_LONG, SEED } from "../harness/chance.ts";
import { liveWithLinks } from "./group-links-life.ts";

const STEPS = IS_LONG ? 2000 : 200;

test(`whatever happens to groups and channels, those are subscribed whom a simple model says, and everybody hears of it (seed ${SEED})`, () =>
  liveWithLinks(SEED, STEPS));
