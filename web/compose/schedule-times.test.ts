import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { fieldValue } from "../actions/times.ts";
import { scheduleTimes } from "./schedule-times.ts";

suite("times to send at", () => {
  const namesAt = (...at: [number, number, number, number]) =>
    scheduleTimes(new Date(...at)).map(({ day, time }) => `${day} ${time.getHours()}`);

  test("are at least an hour away", () => {
    assert.deepEqual(namesAt(2026, 10, 17, 8), ["Today 13", "Today 16", "Tomorrow 9", "Monday 9"]);
    assert.deepEqual(namesAt(2026, 10, 17, 15), ["Today 16", "Tomorrow 9", "Monday 9"]);
    assert.deepEqual(namesAt(2026, 10, 17, 18), ["Tomorrow 9", "Monday 9"]);
  });

  test("name next Monday on a Monday, and on a Sunday not twice", () => {
    const [monday] = scheduleTimes(new Date(2026, 10, 16, 20)).slice(-1);
    assert.deepEqual([monday?.day, monday?.time.getDate()], ["Monday", 23]);
    assert.deepEqual(namesAt(2026, 10, 22, 20), ["Tomorrow 9"]);
  });

  test("are written as fields for dates want them", () => {
    assert.equal(fieldValue(new Date(2026, 0, 5, 9, 3)), "2026-01-05T09:03");
  });
});
