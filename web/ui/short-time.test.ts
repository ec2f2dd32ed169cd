import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { State } from "../state/state.ts";
import { state } from "../store.ts";
import { shortMoment, shortTime } from "./short-time.ts";

const NOW = new Date(2026, 10, 19, 16, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime() / 1000;

before(() => (state.value = { personal: { settings: {} } } as unknown as State));
after(() => (state.value = undefined));

test("times are said as shortly as today allows", () => {
  assert.equal(shortMoment(at(2026, 10, 19, 16, 14), NOW), "Today 16:14");
  assert.equal(shortMoment(at(2026, 10, 18, 9, 30), NOW), "Yesterday 09:30");
  assert.equal(shortMoment(at(2026, 10, 20, 9, 0), NOW), "Tomorrow 09:00");
  assert.equal(shortMoment(at(2026, 9, 8, 9, 0), NOW), "Oct 8, 09:00");
  assert.equal(shortMoment(at(2025, 9, 8, 9, 0), NOW), "Oct 8, 2025, 09:00");
});

test("a list says the time of today, and the day of everything else", () => {
  assert.equal(shortTime(at(2026, 10, 19, 16, 14), NOW), "16:14");
  assert.equal(shortTime(at(2026, 10, 18, 16, 14), NOW), "Nov 18");
  assert.equal(shortTime(at(2025, 10, 18, 16, 14), NOW), "Nov 18, 2025");
});
