import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { INTEGRATION_PAGES, integrationPages, README, withSettings } from "../../scripts/docs.ts";
import { allSettings } from "#config/settings.ts";

test("the README names every setting as it is declared; `npm run docs` updates it", () => {
  const readme = readFileSync(README, "utf8");
  assert.equal(readme, withSettings(readme), "README.md is out of date: npm run docs");
  for (const { flag, variables, help } of allSettings) {
    for (const part of [flag, ...variables, help]) assert.ok(readme.includes(part), part);
  }
});

test("every integration has a page as it is declared; `npm run docs` updates them", () => {
  const pages = integrationPages();
  assert.deepEqual(readdirSync(INTEGRATION_PAGES).sort(), [...pages.keys()].sort());
  for (const [name, page] of pages) {
    assert.equal(readFileSync(join(INTEGRATION_PAGES, name), "utf8"), page, `${name} is out of date: npm run docs`);
  }
});
