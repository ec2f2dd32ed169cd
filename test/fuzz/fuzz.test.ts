import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { fuzzEndpoints, newTally } from "./endpoints.ts";
import { type Side, startSides } from "./side.ts";
import { fuzzSockets } from "./sockets.ts";

/** The short version of `npm run fuzz`. */
const SEED = 17;

suite("the fast path and node:http", () => {
  let sides: [Side, Side];
  before(async () => {
    sides = await startSides();
  });

  test("answer random requests alike, as declared, and never with a 500", async () => {
    const tally = newTally();
    const found = await fuzzEndpoints(sides, SEED, (sent) => sent >= 280, tally);
    assert.deepEqual(
      found.map(({ finding, request }) => `${request.endpoint.id}: ${finding}`),
      [],
    );
    const succeeded = tally.byStatus.get(200) ?? 0;
    assert.ok(succeeded > tally.requests / 20, `${succeeded} of ${tally.requests} succeeded`);
  });

  test("answer bytes that resemble requests alike, whatever is wrong with them", async () => {
    const found = await fuzzSockets(sides, SEED, (sent) => sent >= 120, newTally());
    assert.deepEqual(
      found.map(({ finding, bytes }) => `${finding}: ${JSON.stringify(bytes.bytes.toString("latin1")).slice(0, 500)}`),
      [],
    );
  });
});
