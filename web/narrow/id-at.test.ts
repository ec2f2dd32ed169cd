import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { idAt } from "./id-at.ts";

test("the ID at a time is between the messages before it and those after it", async () => {
  const gaps = fc.array(fc.record({ id: fc.integer({ min: 1, max: 1e6 }), time: fc.nat(1000) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(gaps, fc.nat(45_000), async (steps, seconds) => {
      let [id, timestamp, count] = [0, 0, 0];
      const all = steps.map((step) => ({ id: (id += step.id), timestamp: (timestamp += step.time) }));
      const found = await idAt(seconds, id, (from) => {
        count += 1;
        return Promise.resolve(all.find((message) => message.id >= from));
      });
      for (const message of all) assert.equal(message.id >= found, message.timestamp >= seconds);
      assert.ok(count <= 32);
    }),
  );
});
