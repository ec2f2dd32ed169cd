import assert from "node:assert/strict";
import { test } from "node:test";
import { createKeys } from "#platform/keys.ts";
import type { User } from "#engine/model/records.ts";
import type { Upload } from "./queries.ts";
import { checkedPass, temporaryPath } from "./serving/temporary.ts";

test("a client without credentials opens a temporary URL for a minute, in its own organization", () => {
  const keys = createKeys("a secret of this test");
  const path = temporaryPath(keys, 1, { id: 7 } as User, { path: "1/ab/word/a b.txt" } as Upload, 1000);
  const token = path.split("/")[3] ?? "";
  const name = "a b.txt";
  assert.deepEqual(checkedPass(keys, 1, token, name, 1060), { userId: 7, path: "1/ab/word/a b.txt", until: 1060 });
  assert.throws(() => checkedPass(keys, 1, token, name, 1061), { code: "BAD_REQUEST" });
  assert.throws(() => checkedPass(keys, 2, token, name, 1000), { code: "BAD_REQUEST" });
  assert.throws(() => checkedPass(createKeys("another secret"), 1, token, name, 1000), { code: "BAD_REQUEST" });
  for (const other of ["", "b.txt", "a b.txt/", "x/a b.txt"])
    assert.throws(() => checkedPass(keys, 1, token, other, 1000), { code: "BAD_REQUEST" });
});
