import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { README, withSettings } from "../../scripts/docs.ts";
import { allSettings } from "../../src/config/settings.ts";

test("the README names every setting as it is declared; `npm run docs` updates it", () => {
  const readme = readFileSync(README, "utf8");
  assert.equal(readme, withSettings(readme), "README.md is out of date: npm run docs");
  for (const { flag, variables, help } of allSettings) {
    for (const part of [flag, ...variables, help]) assert.ok(readme.includes(part), part);
  }
});
