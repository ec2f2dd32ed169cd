import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ApiError } from "../errors.ts";
import { createLoginLimits, type LoginOutcome } from "./login-limits.ts";

/** Limits with a clock that the test moves, and what they made attempts wait. */
function limits() {
  let now = 1000;
  const waits: number[] = [];
  const clock = { now: () => now, monotonic: () => now };
  const { begin } = createLoginLimits(clock, async (ms) => void waits.push(ms));
  /** How an attempt went: the seconds to wait if it was refused, otherwise how long it was held back. */
  const attempt = async (account: string, address: string, outcome: LoginOutcome) => {
    const before = waits.length;
    try {
      (await begin(account, address)).end(outcome);
      return { held: waits[before] ?? 0 };
    } catch (error) {
      assert.ok(error instanceof ApiError && error.code === "RATE_LIMIT_HIT");
      return { retryAfter: error.fields["retry-after"] as number };
    }
  };
  return { attempt, begin, pass: (seconds: number) => (now += seconds * 1000) };
}

suite("limits of logins", () => {
  test("one address has five wrong guesses at an account in half an hour", async () => {
    const { attempt, pass } = limits();
    for (let n = 0; n < 5; n += 1) assert.deepEqual(await attempt("hamlet", "here", "wrong"), { held: 0 });
    assert.deepEqual(await attempt("hamlet", "here", "wrong"), { retryAfter: 1800 });
    assert.deepEqual(await attempt("othello", "here", "right"), { held: 0 }, "others are not concerned");
    pass(1800);
    assert.deepEqual(await attempt("hamlet", "here", "right"), { held: 0 });
  });

  test("a login clears what its own address had failed", async () => {
    const { attempt } = limits();
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < 4; n += 1) await attempt("hamlet", "here", "wrong");
      assert.deepEqual(await attempt("hamlet", "here", "right"), { held: 0 });
    }
  });

  test("guesses of others delay a new address more and more, and shut it out never", async () => {
    const { attempt } = limits();
    const held: unknown[] = [];
    for (let n = 0; n < 12; n += 1) held.push((await attempt("hamlet", `net-${n}`, "wrong")).held);
    assert.deepEqual(held, [0, 0, 0, 0, 0, 500, 1000, 2000, 4000, 4000, 4000, 4000]);
    assert.deepEqual(await attempt("hamlet", "inn", "right"), { held: 4000 });
    assert.deepEqual(await attempt("hamlet", "tavern", "right"), { held: 0 }, "a login clears it");
  });

  test("the delay fades", async () => {
    const { attempt, pass } = limits();
    for (let n = 0; n < 12; n += 1) await attempt("hamlet", `net-${n}`, "wrong");
    pass(2 * 3600);
    assert.deepEqual(await attempt("hamlet", "inn", "right"), { held: 0 });
  });

  test("an address that an account has logged in from waits for nobody", async () => {
    const { attempt } = limits();
    await attempt("hamlet", "home", "right");
    for (let n = 0; n < 12; n += 1) await attempt("hamlet", `net-${n}`, "wrong");
    for (let n = 0; n < 40; n += 1) await attempt(`name-${n}`, "home", "wrong");
    assert.deepEqual(await attempt("hamlet", "home", "right"), { held: 0 });
    for (let n = 0; n < 5; n += 1) await attempt("hamlet", "home", "wrong");
    assert.ok((await attempt("hamlet", "home", "right")).retryAfter, "its own guesses count");
  });

  test("an address has thirty failures over all accounts, and gets one back a minute", async () => {
    const { attempt, pass } = limits();
    for (let n = 0; n < 30; n += 1) assert.deepEqual(await attempt(`name-${n}`, "there", "wrong"), { held: 0 });
    assert.deepEqual(await attempt("name-30", "there", "wrong"), { retryAfter: 60 });
    assert.deepEqual(await attempt("name-30", "elsewhere", "wrong"), { held: 0 });
    pass(61);
    assert.deepEqual(await attempt("name-30", "there", "wrong"), { held: 0 });
    assert.ok((await attempt("name-31", "there", "wrong")).retryAfter);
  });

  test("an office of a hundred people behind one address logs in", async () => {
    const { attempt } = limits();
    for (let n = 0; n < 100; n += 1) assert.deepEqual(await attempt(`name-${n}`, "office", "right"), { held: 0 });
  });

  test("attempts at once all count, and what nobody could decide does not", async () => {
    const { attempt, begin } = limits();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => begin("hamlet", "here")));
    const begun = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    assert.equal(begun.length, 5);
    for (const one of begun) one.end("undecided");
    for (let n = 0; n < 5; n += 1) assert.deepEqual(await attempt("hamlet", "here", "wrong"), { held: 0 });
    assert.ok((await attempt("hamlet", "here", "wrong")).retryAfter);
  });

  test("one address has at most sixteen attempts under way", async () => {
    const { begin, attempt } = limits();
    const begun = await Promise.all(Array.from({ length: 16 }, (_, n) => begin(`name-${n}`, "here")));
    assert.deepEqual(await attempt("another", "here", "right"), { retryAfter: 1 });
    for (const one of begun) one.end("right");
    assert.deepEqual(await attempt("another", "here", "right"), { held: 0 });
  });

  test("only a few attempts at one account are held back at once; the others are told to come back", async () => {
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
    assert.deepEqual(await attempt("hamlet", "here", "wrong"), { held: 0 });
  });
});
