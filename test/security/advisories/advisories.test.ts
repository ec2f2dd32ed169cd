import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { advisories } from "./list.ts";
import { problemsOf, testedIds } from "./titles.ts";

const MAX_WORDS = 12;

suite("the list of advisories", () => {
  const all = testedIds();

  test("has a test for each, in whose title its ID is, or a reason why it needs none", () => {
    assert.ok(all.size > 100);
    assert.deepEqual(problemsOf(all), []);
  });

  test("notices an advisory without a test, and one whose reason is no longer true", () => {
    const tested = new Map(all);
    tested.delete("CVE-2017-0896");
    tested.set("GHSA-xw9h-9rcm-hx4m", "a.test.ts").set("CVE-1999-0001", "b.test.ts");
    const ids = problemsOf(tested).map((problem) => problem.split(":")[0]);
    assert.deepEqual(ids, ["CVE-2017-0896", "GHSA-xw9h-9rcm-hx4m", "CVE-1999-0001"]);
  });

  test("says in a short sentence what must not happen", () => {
    for (const { never } of advisories) {
      assert.match(never, /^[A-Z].+\.$/);
      assert.ok(never.split(" ").length <= MAX_WORDS, never);
    }
  });
});
