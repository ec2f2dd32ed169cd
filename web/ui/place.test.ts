import assert from "node:assert/strict";
import { test } from "node:test";
import { placed } from "./place.ts";

test("a menu begins where lines begin, unless there is room on the other side only", () => {
  const screen = { width: 1000, height: 800 };
  const menu = { width: 200, height: 300 };
  const leftOf = (x: number, isFromRight: boolean) => placed(menu, { x, y: 100 }, screen, isFromRight).left;
  assert.deepEqual([leftOf(500, false), leftOf(950, false), leftOf(50, false)], [500, 750, 50]);
  assert.deepEqual([leftOf(500, true), leftOf(950, true), leftOf(50, true)], [300, 750, 50]);
});
