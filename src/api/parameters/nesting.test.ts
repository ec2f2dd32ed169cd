import assert from "node:assert/strict";
import { test } from "node:test";
import { nestsTooDeep } from "./nesting.ts";

test("a long text that nests without an end is told from one that is only long", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  assert.equal(nestsTooDeep(nested(100_000)), true);
  assert.equal(nestsTooDeep('{"a":'.repeat(100_000)), true);
  assert.equal(nestsTooDeep(nested(40_000)), false, "a short one is parsed");
  assert.equal(nestsTooDeep(`[${Array(60_000).fill("[1]").join()}]`), false);
  assert.equal(nestsTooDeep(JSON.stringify(["[".repeat(200_000)])), false, "brackets in a text nest nothing");
  assert.equal(nestsTooDeep(JSON.stringify([`"\\${"[".repeat(200_000)}`])), false);
});
