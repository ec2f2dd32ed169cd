import { test } from "node:test";
import { ALL, endpointCases, webhookCases } from "./cases.ts";
import { describe, type Hold, holdsOf, MAX_HOLD_MS } from "./holds.ts";
import { startTarget } from "./target.ts";

/**
 * `npm run event-loop`: every parameter of every endpoint and every text of every webhook at its limit, with texts that
 * take the longest. A request that holds the event loop for longer than 100 ms is a finding, and those that came close are
 * printed. `TEST_ONLY` is an expression for endpoints: flags do not get here. The short version is event-loop.test.ts.
 */
/** Requests that come so close are printed. */
const CLOSE_MS = 50;
const only = new RegExp(process.env["TEST_ONLY"] ?? "");

test("no request holds the event loop for long", async () => {
  const { target, goods, callerOf, stop } = await startTarget();
  const holds: Hold[] = [];
  const onHold = (hold: Hold) => {
    holds.push(hold);
    console.error(describe(hold));
  };
  const chosen = [endpointCases(goods, callerOf, ALL), webhookCases(1, 10)];
  let tried = 0;
  for (const cases of chosen)
    tried += await holdsOf(
      target,
      cases.filter(({ of }) => only.test(of)),
      CLOSE_MS,
      onHold,
    );
  await stop();
  const closest = holds.toSorted((a, b) => b.ms - a.ms)[0];
  console.error(`${tried} requests; the closest: ${closest === undefined ? "none" : describe(closest)}`);
  const findings = holds.filter(({ ms }) => ms > MAX_HOLD_MS).length;
  if (findings > 0) throw new Error(`${findings} findings`);
});
