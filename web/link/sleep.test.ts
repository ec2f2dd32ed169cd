import assert from "node:assert/strict";
import { test } from "node:test";
import { watchSleep } from "./sleep.ts";

test("a gap between two looks at the clock is taken for sleep, a slow timer is not", ({ mock }) => {
  mock.timers.enable({ apis: ["setInterval"] });
  let clock = 0;
  let wakes = 0;
  const pass = (ms: number) => {
    clock += ms;
    mock.timers.tick(5000);
  };
  watchSleep(
    () => (wakes += 1),
    () => clock,
  );
  pass(5000);
  pass(60_000);
  assert.equal(wakes, 0);
  pass(8 * 3600_000);
  assert.equal(wakes, 1);
  pass(5000);
  assert.equal(wakes, 1);
});
