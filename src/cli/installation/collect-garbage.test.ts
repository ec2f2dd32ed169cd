import assert from "node:assert/strict";
import { test } from "node:test";
import { collectGarbage } from "./collect-garbage.ts";

test("collecting garbage returns the memory of what is no longer needed to the system", () => {
  let needed = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
  const before = process.memoryUsage();
  assert.equal(needed.length, 1_000_000);
  needed = [];
  collectGarbage();
  const after = process.memoryUsage();
  for (const figure of ["heapUsed", "heapTotal"] as const) assert.ok(after[figure] < before[figure] - 20_000_000);
});
