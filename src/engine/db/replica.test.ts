import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { ReadPool } from "./database.ts";
import { createReplica } from "./replica.ts";

test("a replica that does not answer is given up after a second, and then left alone for a while", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let begun = 0;
  const begin = () => {
    begun += 1;
    return new Promise(() => {});
  };
  const replica = createReplica({ begin } as unknown as ReadPool);
  const read = () =>
    replica.tryRead(
      1,
      () => Promise.resolve(1),
      () => Promise.resolve("rows"),
    );
  const reading = read();
  // The primary's head is read first.
  await setImmediate();
  t.mock.timers.tick(1000);
  assert.equal(await reading, undefined);
  assert.equal(await read(), undefined);
  assert.equal(begun, 1);
  assert.deepEqual(replica.counts, { used: 0, behind: 0, ahead: 0, failed: 1 });
});
