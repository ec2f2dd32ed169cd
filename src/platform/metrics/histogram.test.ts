import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Histogram, Registry } from "prom-client";
import { createHistogram } from "./histogram.ts";
import { createRegistry } from "./registry.ts";

const BUCKETS = [0.1, 1, 10];
const about = { name: "seconds", help: "Time of calls.", buckets: BUCKETS };

suite("a histogram", () => {
  test("shows what one of prom-client shows", async () => {
    const [own, original] = [createRegistry(), new Registry()];
    const labelNames = ["operation", "outcome"] as const;
    const histogram = createHistogram(own, { ...about, labelNames });
    const other = new Histogram({ ...about, labelNames, registers: [original] });
    const calls = [
      [0.05, "get", "success"],
      [0.1, "get", "success"],
      [0.5, "get", 'fail"ure\\\n'],
      [1, "put", "success"],
      [10.5, "get", "success"],
    ] as const;
    for (const [value, operation, outcome] of calls) {
      histogram.observe(value, operation, outcome);
      other.observe({ operation, outcome }, value);
    }
    assert.equal(await own.text(), await original.metrics());
  });

  test("without labels is there before its first value", async () => {
    const [own, original] = [createRegistry(), new Registry()];
    const histogram = createHistogram(own, about);
    const other = new Histogram({ ...about, registers: [original] });
    assert.equal(await own.text(), await original.metrics());
    histogram.observe(0.5);
    other.observe(0.5);
    assert.equal(await own.text(), await original.metrics());
  });
});
