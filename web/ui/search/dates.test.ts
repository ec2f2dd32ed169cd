import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { dateOperand, dateText } from "./date-words.ts";
import { boundsOf, isWithin } from "../../narrow/dates.ts";
import type { Term } from "../../narrow/terms.ts";

/** A Thursday. */
const NOW = new Date(2026, 10, 19, 15, 30);
const at = (year: number, month: number, day: number, hour = 0) =>
  new Date(year, month - 1, day, hour).getTime() / 1000;

suite("dates of a search", () => {
  test("are days, spans of days, and words for them", () => {
    const operands: Readonly<Record<string, string>> = {
      today: "2026-11-19",
      Yesterday: "2026-11-18",
      "this week": "2026-11-16..2026-11-22",
      "last week": "2026-11-09..2026-11-15",
      "last-week": "2026-11-09..2026-11-15",
      "last month": "2026-10-01..2026-10-31",
      "last year": "2025-01-01..2025-12-31",
      // The last one that is over, and not today.
      thursday: "2026-11-12",
      wednesday: "2026-11-18",
      friday: "2026-11-13",
      "2026-2": "2026-02-01..2026-02-28",
      "2025": "2025-01-01..2025-12-31",
      "2026-03-29": "2026-03-29",
      "2026-03-29..2026-04-02": "2026-03-29..2026-04-02",
    };
    for (const [text, operand] of Object.entries(operands)) assert.equal(dateOperand(text, NOW), operand, text);
  });

  test("are none where no calendar has them", () => {
    for (const text of ["", "soon", "2026-13", "2026-02-30", "2026-04-02..2026-03-29", "11/18", "2026-01-00"])
      assert.equal(dateOperand(text, NOW), undefined, text);
  });

  test("bound a narrow by whole days, before and after them without them", () => {
    const term = (operator: Term["operator"], operand: string): Term => ({ operator, operand });
    const is = (terms: readonly Term[], seconds: number) => isWithin(boundsOf(terms), seconds);
    const week = "2026-11-09..2026-11-15";
    assert.deepEqual(
      [at(2026, 11, 8, 23), at(2026, 11, 9), at(2026, 11, 15, 23), at(2026, 11, 16)].map((time) =>
        [is([term("before", week)], time), is([term("on", week)], time), is([term("after", week)], time)].join(),
      ),
      ["true,false,false", "false,true,false", "false,true,false", "false,false,true"],
    );
    assert.equal(is([term("after", "2026-11-01"), term("before", "2026-11-03")], at(2026, 11, 2, 12)), true);
    assert.equal(is([term("after", "2026-11-01"), term("before", "2026-11-03")], at(2026, 11, 3)), false);
    assert.equal(is([term("on", "never")], at(2026, 11, 2)), false);
    assert.equal(is([], at(1999, 1, 1)), true);
  });

  test("are written as people read them", () => {
    assert.equal(dateText("2026-11-18"), "Nov 18, 2026");
    assert.match(dateText("2026-11-09..2026-11-15"), /^Nov 9\s–\s15, 2026$/u);
  });
});
