import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { endpoints } from "../../src/app.ts";

const TEXT = readFileSync(join(import.meta.dirname, "../../docs/web.md"), "utf8");

/** The operations that the tables name; "`GET`, `POST /drafts`" are two. */
function namedOperations(): Set<string> {
  const named = new Set<string>();
  for (const [, cell = ""] of TEXT.matchAll(/^\| (`[^|]*`) +\|/gm)) {
    let methods: string[] = [];
    for (const [, method = "", path] of cell.matchAll(/`([A-Z]+)(?: (\/[^`]*))?`/g)) {
      methods.push(method);
      if (path === undefined) continue;
      for (const method of methods) named.add(`${method} ${path}`);
      methods = [];
    }
  }
  return named;
}

test("docs/web.md says of every operation where people find it in the client", () => {
  const declared = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual([...declared.symmetricDifference(namedOperations())].sort(), []);
});
