import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { changedRevision, importGraph, testsFor } from "../../scripts/tests/changed.ts";

/** Two domains, the application that knows both, and tests. */
const GRAPH = new Map([
  ["src/domains/people/rename.ts", []],
  ["src/domains/people/endpoints.ts", ["src/domains/people/rename.ts"]],
  ["src/domains/people/manifest.ts", ["src/domains/people/endpoints.ts"]],
  ["src/domains/entry/join.ts", ["src/domains/people/rename.ts"]],
  ["src/app.ts", ["src/domains/people/manifest.ts"]],
  ["test/harness/server.ts", ["src/app.ts"]],
  ["src/domains/people/people.test.ts", ["test/harness/server.ts"]],
  ["src/domains/entry/join.test.ts", ["src/domains/entry/join.ts"]],
  ["src/domains/files/files.test.ts", ["test/harness/server.ts"]],
  ["test/source/rules.test.ts", []],
]);
const TESTS = [...GRAPH.keys()].filter((path) => path.endsWith(".test.ts"));
const concerned = (...changed: readonly string[]) => testsFor(changed, GRAPH, TESTS).sort();

suite("the tests that a change concerns", () => {
  test("are those beside it and those whose imports reach it, but not through the whole application", () => {
    assert.deepEqual(concerned("src/domains/people/rename.ts"), [
      "src/domains/entry/join.test.ts",
      "src/domains/people/people.test.ts",
      "test/source/rules.test.ts",
    ]);
    assert.deepEqual(concerned("src/domains/entry/join.test.ts"), [
      "src/domains/entry/join.test.ts",
      "test/source/rules.test.ts",
    ]);
  });

  test("are all of them where what all tests use has changed", () => {
    for (const path of ["package.json", "src/app.ts", "test/harness/server.ts"])
      assert.equal(concerned(path).length, TESTS.length, path);
  });

  test("follow from the imports of this repository", () => {
    const graph = importGraph();
    const all = [...graph.keys()].filter((path) => path.endsWith(".test.ts"));
    const found = testsFor(["scripts/rules/folders.ts"], graph, all);
    assert.deepEqual(found, ["test/source/rules.test.ts"]);
  });

  test("are asked for by a flag, which may name a revision", () => {
    assert.equal(changedRevision(["--changed"]), "main");
    assert.equal(changedRevision(["--allow-skips", "--changed=HEAD~3"]), "HEAD~3");
    assert.equal(changedRevision(["--allow-skips"]), undefined);
  });
});
