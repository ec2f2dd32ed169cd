import { test } from "node:test";
import { casesOf, TITLES, WHOLE } from "./cases/all-cases.ts";
import { describe, type Hold, holdsOf, MAX_HOLD_MS } from "./holds.ts";
import { startTarget } from "./target.ts";

/**
 * `npm run event-loop`: everything that can be sent, at its limit, with texts that take the longest. What holds the event
 * loop for longer than 100 ms is a finding, and what came close is printed. `TEST_ONLY` is an expression for the titles of
 * the parts or, where it matches none, for endpoints: flags do not get here. The short version is event-loop.test.ts.
 */

/** What comes so close is printed. */
const CLOSE_MS = 50;
const only = new RegExp(process.env["TEST_ONLY"] ?? "");
const chosen = TITLES.filter((title) => only.test(title));

test("nothing holds the event loop for long", async () => {
  const watched = await startTarget();
  const holds: Hold[] = [];
  const onHold = (hold: Hold) => {
    holds.push(hold);
    console.error(describe(hold));
  };
  let tried = 0;
  for (const title of chosen.length > 0 ? chosen : TITLES) {
    const cases = await casesOf(title, watched, WHOLE);
    const count = await holdsOf(
      watched.target,
      chosen.length > 0 ? cases : cases.filter(({ of }) => only.test(of)),
      CLOSE_MS,
      onHold,
    );
    console.error(`${title}: ${count} tried`);
    tried += count;
  }
  await watched.stop();
  const closest = holds.toSorted((a, b) => b.ms - a.ms)[0];
  console.error(`${tried} tried; the closest: ${closest === undefined ? "none" : describe(closest)}`);
  const findings = holds.filter(({ ms }) => ms > MAX_HOLD_MS).length;
  if (findings > 0) throw new Error(`${findings} findings`);
});
