import { test } from "node:test";
import { casesOf, TITLES, WHOLE } from "./cases/all-cases.ts";
import { describe, type Hold, holdsOf, MAX_HOLD_MS } from "./holds.ts";
import { startTarget } from "./target.ts";

/**
 * `npm run event-loop`: everything that can be sent, at its limit, with texts that take the longest. What holds the event
 * loop for longer than 100 ms is a finding, and what came close is printed. `TEST_ONLY` is an expression for the titles of
 * the parts or, where it matches none, for endpoints: flags do not get here. The short version is event-loop.test.ts.
 */

/** So many of each part are printed, those that came closest. */
const SHOWN = 5;
const only = new RegExp(process.env["TEST_ONLY"] ?? "");
const chosen = TITLES.filter((title) => only.test(title));

test("nothing holds the event loop for long", async () => {
  const watched = await startTarget();
  let findings = 0;
  for (const title of chosen.length > 0 ? chosen : TITLES) {
    const started = performance.now();
    let closest: Hold[] = [];
    const all = await casesOf(title, watched, WHOLE);
    const cases = chosen.length > 0 ? all : all.filter(({ of }) => only.test(of));
    const tried = await holdsOf(watched.target, cases, {
      above: () => Math.min(MAX_HOLD_MS, closest[SHOWN - 1]?.ms ?? 0),
      onHold(hold) {
        if (hold.ms > MAX_HOLD_MS) {
          findings += 1;
          console.error(`found: ${describe(hold)}`);
        }
        closest = [...closest, hold].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
      },
    });
    console.error(`${title}: ${tried} tried in ${((performance.now() - started) / 1000).toFixed(0)} s; the closest:`);
    for (const hold of closest) console.error(`  ${describe(hold)}`);
  }
  await watched.stop();
  if (findings > 0) throw new Error(`${findings} findings`);
});
