import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPath } from "#domains/files/name.ts";
import { DEFAULT_LIMITS, newBudget } from "../limits.ts";
import { folderOf, removeFolder, SMALL } from "../test-support.ts";
import { openStaging } from "./read-staging.ts";
import { createStaging, emojiFile, stagedUploadPath } from "./staging.ts";
import { TABLE_NAMES } from "./table-rows.ts";

test("what a reader stages is read again, row for row, in parts of a few megabytes", async () => {
  const folder = folderOf(new Map());
  const staging = await createStaging(folder, newBudget(DEFAULT_LIMITS));
  for (const row of SMALL.users) await staging.row("users", row);
  const content = "x".repeat(10_000);
  const long = Array.from({ length: 1000 }, (_, index) => ({ ...SMALL.messages[0], id: index + 1, content }));
  for (const row of long) await staging.row("messages", row as (typeof SMALL.messages)[number]);
  await staging.file("uploads/1", [Buffer.from("some "), Buffer.from("bytes")]);
  staging.leaveOut("join notices", 2);
  staging.leaveOut("join notices");
  await staging.finish();
  const archive = await openStaging(folder);
  const users: unknown[] = [];
  for await (const { row } of archive.rows("users")) users.push(row);
  assert.deepEqual(users, SMALL.users);
  const files = new Set<string>();
  for await (const { file } of archive.rows("messages")) files.add(file);
  assert.equal(files.size, 3);
  assert.deepEqual([archive.counts.messages, archive.counts.drafts], [1000, 0]);
  assert.equal((await archive.files("uploads")).get("1"), 10);
  assert.deepEqual([...staging.leftOut], [["join notices", 3]]);
  for (const name of TABLE_NAMES) readFileSync(join(folder, `tables/${name}-000001.jsonl`));
  await assert.rejects(staging.file("../x", []), /a file that no archive has/);
  removeFolder(folder);
});

test("names for files without one are of the right form, and the same each time", () => {
  assert.ok(isPath(stagedUploadPath("F123", "a b/../c.png")));
  assert.equal(stagedUploadPath("F123", "x"), stagedUploadPath("F123", "x"));
  assert.notEqual(stagedUploadPath("F123", "x"), stagedUploadPath("F124", "x"));
  assert.match(emojiFile("party", ".gif"), /^[0-9a-f]{32}\.gif$/);
});
