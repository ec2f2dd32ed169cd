import assert from "node:assert/strict";
import { test } from "node:test";
import { createContention } from "./contention.ts";

test("groups are decided under the lock from a conflict until other processes have not written for some groups", () => {
  const contention = createContention();
  contention.noteGroup(false);
  assert.equal(contention.isLikely, false, "another process that writes now and then is no conflict");
  contention.noteConflict();
  for (let group = 0; group < 7; group += 1) contention.noteGroup(true);
  assert.equal(contention.isLikely, true);
  contention.noteGroup(false);
  for (let group = 0; group < 7; group += 1) contention.noteGroup(true);
  assert.equal(contention.isLikely, true, "a write of another process begins the count again");
  contention.noteGroup(true);
  assert.equal(contention.isLikely, false);
});
