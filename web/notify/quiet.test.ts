import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isQuietAt, type Quiet } from "./quiet.ts";

suite("quiet times of a device", () => {
  const at = (time: string) => new Date(`2026-11-19T${time}:00`);
  const quietAmong = (rules: Quiet, times: readonly string[]) => times.filter((time) => isQuietAt(rules, at(time)));
  const TIMES = ["00:00", "06:59", "07:00", "12:00", "21:59", "22:00", "23:30"];

  test("are the hours of the night that were chosen, also over midnight, and no others", () => {
    assert.deepEqual(quietAmong({ hours: { from: "22:00", to: "07:00" } }, TIMES), [
      "00:00",
      "06:59",
      "22:00",
      "23:30",
    ]);
    assert.deepEqual(quietAmong({ hours: { from: "07:00", to: "22:00" } }, TIMES), ["07:00", "12:00", "21:59"]);
    assert.deepEqual(quietAmong({ hours: { from: "07:00", to: "07:00" } }, TIMES), []);
  });

  test("end with the pause that somebody made", () => {
    assert.deepEqual(quietAmong({ until: at("12:00").getTime() }, TIMES), ["00:00", "06:59", "07:00"]);
    assert.deepEqual(quietAmong({}, TIMES), []);
  });
});
