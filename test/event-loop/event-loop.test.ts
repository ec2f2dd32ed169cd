import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { casesOf, SHORT, SHORT_TITLES } from "./cases/all-cases.ts";
import { describe, type Hold, holdsOf, MAX_HOLD_MS } from "./holds.ts";
import { startTarget, type WatchedServer } from "./target.ts";

/** What is tried at least, in the order of the parts. */
const LEAST = [1000, 80, 100, 300, 100, 100, 15, 80];

/** The short version of `npm run event-loop`, which tries every shape of text. */
suite("the event loop is not held by", () => {
  let watched: WatchedServer;
  before(async () => {
    watched = await startTarget();
  });
  after(() => watched.stop());

  for (const [at, title] of SHORT_TITLES.entries()) {
    test(title, async () => {
      const cases = await casesOf(title, watched, SHORT);
      const found: Hold[] = [];
      const tried = await holdsOf(watched.target, cases, {
        above: () => MAX_HOLD_MS,
        onHold: (hold) => found.push(hold),
      });
      assert.deepEqual(found.map(describe), []);
      assert.ok(tried > (LEAST[at] ?? 0), `${tried} requests`);
    });
  }
});
