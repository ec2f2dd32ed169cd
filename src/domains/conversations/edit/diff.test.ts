import assert from "node:assert/strict";
import { test } from "node:test";
import { diffBudget, highlightedDiff } from "./diff.ts";

/** As many pieces as are compared at all. */
const text = (turn: number) => Array.from({ length: 499 }, (_, at) => (at === turn ? "other" : "same")).join(" ");
const marks = (html: string) => html.split("highlight_text").length - 1;

test("the differences of a long history share a budget, and later ones show the whole text as changed", () => {
  const budget = diffBudget();
  const counts = Array.from({ length: 10 }, (_, turn) => marks(highlightedDiff(text(turn), text(turn + 1), budget)));
  assert.ok(
    counts.slice(0, 2).every((count) => count < 10),
    String(counts),
  );
  assert.ok(
    counts.slice(2).every((count) => count > 1000),
    String(counts),
  );
});
