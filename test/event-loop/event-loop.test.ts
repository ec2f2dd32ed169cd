import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { endpointCases, type HeavyCase, webhookCases } from "./cases.ts";
import { describe, type Hold, holdsOf, MAX_HOLD_MS } from "./holds.ts";
import { startTarget, type WatchedServer } from "./target.ts";

/** The short version of `npm run event-loop`, which tries every shape of text. */
const SHARE = { short: 1, long: 6 };
/** One text in so many. A multiple would try the same field of all fixtures. */
const DISTANCE = 11;

suite("the event loop", () => {
  let watched: WatchedServer;
  before(async () => {
    watched = await startTarget();
  });
  after(() => watched.stop());

  const findings = async (cases: Iterable<HeavyCase>) => {
    const found: Hold[] = [];
    const tried = await holdsOf(watched.target, cases, MAX_HOLD_MS, (hold) => {
      if (hold.ms > MAX_HOLD_MS) found.push(hold);
    });
    return { tried, found: found.map(describe) };
  };

  test("is not held by any parameter of any endpoint at its limit", async () => {
    const { goods, callerOf } = watched;
    const { tried, found } = await findings(endpointCases(goods, callerOf, SHARE));
    assert.deepEqual(found, []);
    assert.ok(tried > 1000, `${tried} requests`);
  });

  test("is not held by any text of any service's event", async () => {
    const { tried, found } = await findings(webhookCases(DISTANCE, 1));
    assert.deepEqual(found, []);
    assert.ok(tried > 80, `${tried} requests`);
  });
});
