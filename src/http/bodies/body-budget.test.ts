import assert from "node:assert/strict";
import { test } from "node:test";
import { type BodyAccount, COST_OF_WAITING, createBodyBudget } from "./body-budget.ts";

const PART = COST_OF_WAITING;
/** Limits in multiples of what an empty body costs. */
const LIMITS = {
  all: 40 * PART,
  address: 30 * PART,
  user: 12 * PART,
  strangers: 8 * PART,
  strangersAtAddress: 4 * PART,
};

function start() {
  let now = 0;
  const clock = { now: () => now, monotonic: () => now };
  const budget = createBodyBudget(clock, LIMITS);
  return { budget, pass: (ms: number) => (now += ms) };
}

/** Which of these bodies have been shed. */
const shedAmong = (accounts: readonly BodyAccount[]) => accounts.map(({ isShed }) => isShed);

test("a body counts for as long as memory is held for it, and not afterwards", () => {
  const { budget } = start();
  const body = budget.open({ address: "a", user: "1" });
  body.hold(5 * PART);
  assert.deepEqual([budget.bodies, budget.bytes], [1, 6 * PART]);
  body.hold(2 * PART);
  assert.equal(budget.bytes, 3 * PART);
  body.close();
  body.close();
  body.hold(PART);
  assert.deepEqual([budget.bodies, budget.bytes, budget.shed], [0, 0, 0]);
});

test("strangers have a small share, one address a smaller one, and they take nothing from users", () => {
  const { budget } = start();
  const user = budget.open({ address: "a", user: "1" });
  user.hold(5 * PART);
  const here = Array.from({ length: 5 }, () => budget.open({ address: "a", user: undefined }));
  assert.deepEqual(shedAmong(here), [true, true, false, false, false]);
  const elsewhere = Array.from({ length: 20 }, (_, n) => budget.open({ address: `b${n}`, user: undefined }));
  assert.ok([...here, ...elsewhere].filter(({ isShed }) => !isShed).length <= 8);
  assert.equal(elsewhere.at(-1)?.isShed, false);
  assert.equal(user.isShed, false);
});

test("a stranger who turns out to be a user is counted as one", () => {
  const { budget } = start();
  const body = budget.open({ address: "a", user: undefined });
  body.hold(2 * PART);
  body.ownedBy("1");
  body.hold(8 * PART);
  assert.deepEqual([body.isShed, budget.bytes], [false, 9 * PART]);
  body.hold(20 * PART);
  assert.deepEqual([body.isShed, budget.bytes], [true, 0]);
});

test("the slowest sender is shed first: the stalled one, not the new one and not the fast one", () => {
  const { budget, pass } = start();
  const open = () => budget.open({ address: "a", user: "1" });
  const [stalled, fast, dripping] = [open(), open(), open()];
  stalled.arrived(10_000_000);
  stalled.hold(2 * PART);
  for (let second = 0; second < 10; second += 1) {
    pass(1000);
    fast.arrived(100_000);
    dripping.arrived(1);
  }
  fast.hold(3 * PART);
  const recent = open();
  recent.hold(4 * PART);
  assert.deepEqual(shedAmong([stalled, fast, dripping, recent]), [true, false, true, false]);
  assert.equal(budget.shed, 2);
});

test("a body that arrived completely is never shed, and a body that finds no room is shed at once", () => {
  const { budget } = start();
  const whole = budget.open({ address: "a", user: "1" });
  whole.hold(10 * PART);
  whole.finish();
  const next = budget.open({ address: "a", user: "1" });
  let calls = 0;
  next.onShed(() => (calls += 1));
  next.hold(5 * PART);
  assert.deepEqual([whole.isShed, next.isShed, calls], [false, true, 1]);
  const late = budget.open({ address: "a", user: "1" });
  late.hold(5 * PART);
  late.onShed(() => (calls += 1));
  assert.equal(calls, 2);
  whole.close();
  assert.equal(budget.bytes, 0);
});
