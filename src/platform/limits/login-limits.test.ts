import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ApiError } from "../errors.ts";
import { createLoginLimits, type LoginOutcome } from "./login-limits.ts";

/** Limits with a clock that the test advances, and the delays that they imposed. */
function limits() {
  let now = 1000;
  const waits: number[] = [];
  const clock = { now: () => now, monotonic: () => now };
  const { begin } = createLoginLimits(clock, async (ms) => void waits.push(ms));
  /** The result of an attempt: the seconds to wait if it was refused, otherwise how long it was delayed. */
  const attempt = async (account: string, address: string, outcome: LoginOutcome) => {
    const before = waits.length;
    try {
      (await begin(account, address)).end(outcome);
      return { delay: waits[before] ?? 0 };
    } catch (error) {
      assert.ok(error instanceof ApiError && error.code === "RATE_LIMIT_HIT");
      return { retryAfter: error.fields["retry-after"] as number };
    }
  };
  return { attempt, begin, pass: (seconds: number) => (now += seconds * 1000) };
}

suite("the limits of logins", () => {
  test("one address has five wrong guesses at an account in half an hour", async () => {
    const { attempt, pass } = limits();
    for (let n = 0; n < 5; n += 1) assert.deepEqual(await attempt("hamlet", "here", "wrong"), { delay: 0 });
    assert.deepEqual(await attempt("hamlet", "here", "wrong"), { retryAfter: 1800 });
    assert.deepEqual(await attempt("othello", "here", "right"), { delay: 0 }, "others are not concerned");
    pass(1800);
    assert.deepEqual(await attempt("hamlet", "here", "right"), { delay: 0 });
  });

  test("a successful login clears the failures of its own address", async () => {
    const { attempt } = limits();
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < 4; n += 1) await attempt("hamlet", "here", "wrong");
      assert.deepEqual(await attempt("hamlet", "here", "right"), { delay: 0 });
    }
  });

  test("failures from other addresses delay a new address more and more, and never lock it out", async () => {
    const { attempt } = limits();
    const delays: unknown[] = [];
    for (let n = 0; n < 12; n += 1) delays.push((await attempt("hamlet", `net-${n}`, "wrong")).delay);
    assert.deepEqual(delays, [0, 0, 0, 0, 0, 500, 1000, 2000, 4000, 4000, 4000, 4000]);
    assert.deepEqual(await attempt("hamlet", "inn", "right"), { delay: 4000 });
    assert.deepEqual(await attempt("hamlet", "tavern", "right"), { delay: 0 }, "a login clears it");
  });

  test("the delay decays", async () => {
    const { attempt, pass } = limits();
    for (let n = 0; n < 12; n += 1) await attempt("hamlet", `net-${n}`, "wrong");
    pass(2 * 3600);
    assert.deepEqual(await attempt("hamlet", "inn", "right"), { delay: 0 });
  });

  test("an address from which the account has logged in before is not delayed", async () => {
    const { attempt } = limits();
    await attempt("hamlet", "home", "right");
    for (let n = 0; n < 12; n += 1) await attempt("hamlet", `net-${n}`, "wrong");
    for (let n = 0; n < 40; n += 1) await attempt(`name-${n}`, "home", "wrong");
    assert.deepEqual(await attempt("hamlet", "home", "right"), { delay: 0 });
    for (let n = 0; n < 5; n += 1) await attempt("hamlet", "home", "wrong");
    assert.ok((await attempt("hamlet", "home", "right")).retryAfter, "its own guesses count");
  });

  test("an address has thirty failures over all accounts, and gets one back a minute", async () => {
    const { attempt, pass } = limits();
    for (let n = 0; n < 30; n += 1) assert.deepEqual(await attempt(`name-${n}`, "there", "wrong"), { delay: 0 });
    assert.deepEqual(await attempt("name-30", "there", "wrong"), { retryAfter: 60 });
    assert.deepEqual(await attempt("name-30", "elsewhere", "wrong"), { delay: 0 });
    pass(61);
    assert.deepEqual(await attempt("name-30", "there", "wrong"), { delay: 0 });
    assert.ok((await attempt("name-31", "there", "wrong")).retryAfter);
  });

  test("an office of a hundred people behind one address logs in", async () => {
    const { attempt } = limits();
    for (let n = 0; n < 100; n += 1) assert.deepEqual(await attempt(`name-${n}`, "office", "right"), { delay: 0 });
  });

  test("concurrent attempts all count, and an attempt without a verdict does not", async () => {
    const { attempt, begin } = limits();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => begin("hamlet", "here")));
    const begun = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    assert.equal(begun.length, 5);
    for (const attempted of begun) attempted.end("undecided");
    for (let n = 0; n < 5; n += 1) assert.deepEqual(await attempt("hamlet", "here", "wrong"), { delay: 0 });
    assert.ok((await attempt("hamlet", "here", "wrong")).retryAfter);
  });

  test("one address has at most sixteen attempts under way", async () => {
    const { begin, attempt } = limits();
    const begun = await Promise.all(Array.from({ length: 16 }, (_, n) => begin(`name-${n}`, "here")));
    assert.deepEqual(await attempt("another", "here", "right"), { retryAfter: 1 });
    for (const attempted of begun) attempted.end("right");
    assert.deepEqual(await attempt("another", "here", "right"), { delay: 0 });
  });

  test("only a few attempts at one account are delayed at once, and the others are refused", async () => {
    const clock = { now: () => 0, monotonic: () => 0 };
    const { begin } = createLoginLimits(clock, () => new Promise(() => {}));
    for (let n = 0; n < 5; n += 1) (await begin("hamlet", `net-${n}`)).end("wrong");
    for (let n = 5; n < 9; n += 1) void begin("hamlet", `net-${n}`);
    await assert.rejects(begin("hamlet", "net-9"), { code: "RATE_LIMIT_HIT", fields: { "retry-after": 4 } });
    (await begin("othello", "net-9")).end("right");
  });

  test("invented names cost a bounded amount of memory: the oldest are forgotten", async () => {
    const { attempt } = limits();
    for (let n = 0; n < 5; n += 1) await attempt("hamlet", "here", "wrong");
    assert.ok((await attempt("hamlet", "here", "wrong")).retryAfter);
    for (let n = 0; n < 10_000; n += 1) await attempt(`invented-${n}`, `net-${n}`, "wrong");
    assert.deepEqual(await attempt("hamlet", "here", "wrong"), { delay: 0 });
  });
});
