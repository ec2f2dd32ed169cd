import assert from "node:assert/strict";
import { test } from "node:test";
import { hasTooManyContainers } from "./json-size.ts";

test("a text of too many lists and objects is told from one that is only long", () => {
  assert.equal(hasTooManyContainers("[".repeat(50_001)), true);
  assert.equal(hasTooManyContainers('{"a":'.repeat(50_001)), true);
  assert.equal(hasTooManyContainers(`[${Array(50_000).fill("[1]").join()}]`), true);
  assert.equal(hasTooManyContainers(`[${Array(49_999).fill("[1]").join()}]`), false);
  assert.equal(hasTooManyContainers(`[${Array(400_000).fill("1").join()}]`), false);
  assert.equal(hasTooManyContainers(JSON.stringify(["[".repeat(200_000)])), false, "brackets in a text are text");
  assert.equal(hasTooManyContainers(JSON.stringify([`"\\${"[".repeat(200_000)}`])), false);
});
