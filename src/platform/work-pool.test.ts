import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../../test/harness/until.ts";
import { createWorkPool, PoolFullError } from "./work-pool.ts";

test("a pool runs a few tasks at once, queues a few in order, and refuses the rest", async () => {
  const pool = createWorkPool({ running: 2, waiting: 3 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) =>
    pool.run(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 1) throw new Error("one fails");
      return n;
    });
  const runs = Array.from({ length: 7 }, (_, n) => work(n).catch((error: Error) => error));
  assert.deepEqual(
    await Promise.all(runs.slice(5)).then((late) => late.map((outcome) => outcome instanceof PoolFullError)),
    [true, true],
  );
  assert.deepEqual([begun, pool.running, pool.waiting, pool.done], [[0, 1], 2, 3, 0]);
  for (let n = 0; n < 5; n += 1) {
    await until(
      () => ends.length,
      (count) => count > 0,
    );
    assert.ok(pool.running <= 2);
    ends.shift()?.();
  }
  const results = await Promise.all(runs.slice(0, 5));
  assert.deepEqual(
    results.map((result) => (result instanceof Error ? result.message : result)),
    [0, "one fails", 2, 3, 4],
  );
  assert.deepEqual([begun, pool.running, pool.waiting, pool.done], [[0, 1, 2, 3, 4], 0, 0, 5]);
});
