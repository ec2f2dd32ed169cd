import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../errors.ts";
import { createCodeLimits } from "./code-limits.ts";

function limitsAt() {
  let now = 0;
  const limits = createCodeLimits({ now: () => now, monotonic: () => now });
  /** How many seconds the next attempt waits, or 0 where it was counted. */
  const attempt = (account = "1:1"): number => {
    try {
      limits.begin(account);
      return 0;
    } catch (error) {
      assert.ok(error instanceof ApiError && error.code === "RATE_LIMIT_HIT");
      return Math.round(error.fields["retry-after"] as number);
    }
  };
  return { attempt, clear: limits.clear, pass: (seconds: number) => void (now += seconds * 1000) };
}

test("after five wrong codes each further one waits twice as long, up to an hour", () => {
  const { attempt, pass } = limitsAt();
  for (let n = 0; n < 5; n += 1) assert.equal(attempt(), 0);
  const waits: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const seconds = attempt();
    waits.push(seconds);
    pass(seconds);
    assert.equal(attempt(), 0);
  }
  assert.deepEqual(waits.slice(0, 4), [60, 120, 240, 480]);
  assert.ok(Math.max(...waits) === 3600 && waits.at(-1) === 3600, String(waits));
});

test("nobody tries more than forty codes a day, and other accounts wait for nobody", () => {
  const { attempt, pass } = limitsAt();
  let tried = 0;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    while (attempt() === 0) tried += 1;
    pass(60);
  }
  assert.ok(tried < 40, String(tried));
  assert.equal(attempt("1:2"), 0);
});

test("a right code forgets the wrong ones, and time forgets one an hour", () => {
  const { attempt, clear, pass } = limitsAt();
  for (let n = 0; n < 5; n += 1) attempt();
  clear("1:1");
  for (let n = 0; n < 5; n += 1) assert.equal(attempt(), 0);
  pass(5 * 3600);
  for (let n = 0; n < 5; n += 1) assert.equal(attempt(), 0);
  assert.ok(attempt() > 0);
});
