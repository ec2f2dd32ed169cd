import assert from "node:assert/strict";
import { test } from "node:test";
import { type BodyAccount, COST_OF_WAITING, createBodyBudget } from "./body-budget.ts";

const PART = COST_OF_WAITING;
/** In parts of what a body costs that has nothing yet. */
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

/** By which of these have been given up. */
const shedAmong = (accounts: readonly BodyAccount[]) => accounts.map(({ isShed }) => isShed);

test("a body counts for as long as it is held, and nothing is left of it", () => {
  const { budget } = start();
  const one = budget.open({ address: "a", user: "1" });
  one.hold(5 * PART);
  assert.deepEqual([budget.bodies, budget.bytes], [1, 6 * PART]);
  one.hold(2 * PART);
  assert.equal(budget.bytes, 3 * PART);
  one.close();
  one.close();
  one.hold(PART);
  assert.deepEqual([budget.bodies, budget.bytes, budget.shed], [0, 0, 0]);
});

test("strangers have a small share, by address a smaller one, and take nothing from users", () => {
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
  const one = budget.open({ address: "a", user: undefined });
  one.hold(2 * PART);
  one.ownedBy("1");
  one.hold(8 * PART);
  assert.deepEqual([one.isShed, budget.bytes], [false, 9 * PART]);
  one.hold(20 * PART);
  assert.deepEqual([one.isShed, budget.bytes], [true, 0]);
});

test("whoever is furthest behind goes first: the stalled one, not the new one and not the fast one", () => {
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

test("a body that came whole keeps its place, and whoever finds no room is told at once", () => {
  const { budget } = start();
  const whole = budget.open({ address: "a", user: "1" });
  whole.hold(10 * PART);
  whole.finish();
  const next = budget.open({ address: "a", user: "1" });
  let told = 0;
  next.onShed(() => (told += 1));
  next.hold(5 * PART);
  assert.deepEqual([whole.isShed, next.isShed, told], [false, true, 1]);
  const late = budget.open({ address: "a", user: "1" });
  late.hold(5 * PART);
  late.onShed(() => (told += 1));
  assert.equal(told, 2);
  whole.close();
  assert.equal(budget.bytes, 0);
});
