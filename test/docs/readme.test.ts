import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  commonSettings,
  CONFIGURATION,
  configurationPage,
  INTEGRATION_PAGES,
  integrationPages,
  README,
  withSettings,
} from "../../scripts/docs.ts";
import { allSettings, settingGroups } from "#config/settings.ts";

test("docs/configuration.md names every setting as it is declared; `npm run docs` updates it", () => {
  const page = readFileSync(CONFIGURATION, "utf8");
  assert.equal(page, configurationPage(), "docs/configuration.md is out of date: npm run docs");
  for (const { flag, variables, help } of allSettings) {
    for (const part of [flag, ...variables, help]) assert.ok(page.includes(part), part);
  }
  const grouped = settingGroups.flatMap(({ settings }) => settings);
  assert.deepEqual(grouped.map(({ flag }) => flag).sort(), allSettings.map(({ flag }) => flag).sort());
});

test("the README names the ten settings that most operators change, and says where all are", () => {
  const readme = readFileSync(README, "utf8");
  assert.equal(readme, withSettings(readme), "README.md is out of date: npm run docs");
  assert.equal(commonSettings.length, 10);
  for (const { flag, variables, help } of commonSettings) {
    for (const part of [flag, ...variables, help]) assert.ok(readme.includes(part), part);
  }
  assert.ok(readme.includes("(docs/configuration.md)"));
});

test("every integration has a page as it is declared; `npm run docs` updates them", () => {
  const pages = integrationPages();
  assert.deepEqual(readdirSync(INTEGRATION_PAGES).sort(), [...pages.keys()].sort());
  for (const [name, page] of pages) {
    assert.equal(readFileSync(join(INTEGRATION_PAGES, name), "utf8"), page, `${name} is out of date: npm run docs`);
  }
});
