import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { INDEX, withDecisions } from "../../scripts/docs.ts";
import { anchorsOf, linksOf, pagesIn, proseOf, ROOT } from "./markdown.ts";

const AT_ROOT = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "bench/README.md"];
const pages = [...AT_ROOT.map((name) => join(ROOT, name)), ...pagesIn("docs")];

test("every link of a page to another file or heading leads somewhere", () => {
  const links = pages.flatMap((page) => linksOf(page).map((link) => ({ ...link, page })));
  assert.ok(links.length > 150, `only ${links.length} links were found`);
  for (const { page, target, file, anchor } of links) {
    const what = `${relative(ROOT, page)} links to ${target}`;
    assert.ok(existsSync(file), what);
    if (anchor !== undefined && file.endsWith(".md")) assert.ok(anchorsOf(file).includes(anchor), what);
  }
});

test("each name that a link goes by is defined in its page, and each definition is used", () => {
  for (const page of pages) {
    const text = proseOf(page);
    const used = new Set([...text.matchAll(/\]\[([^\]]+)\]/g)].map(([, name]) => name));
    const defined = new Set([...text.matchAll(/^\[([^\]]+)\]: \S+$/gm)].map(([, name]) => name));
    assert.deepEqual([...used.symmetricDifference(defined)], [], relative(ROOT, page));
  }
});

test("every command of npm that a page names is one", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  const named = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/npm run ([a-z][\w-]*)/g)].map(([, script = ""]) => ({ page, script })),
  );
  assert.ok(named.length > 50, `only ${named.length} commands were found`);
  for (const { page, script } of named) assert.ok(script in scripts, `${relative(ROOT, page)}: npm run ${script}`);
});

test("docs/README.md lists every page of docs/; those of integrations are in an index of their own", () => {
  const indexes = [INDEX, join(ROOT, "docs/integrations/README.md")];
  const listed = new Set(indexes.flatMap(linksOf).map(({ file }) => file));
  const missing = pagesIn("docs").filter((page) => page !== INDEX && !listed.has(page));
  assert.deepEqual(
    missing.map((page) => relative(ROOT, page)),
    [],
  );
});

test("docs/README.md names each decision by the title of its page; `npm run docs` updates it", () => {
  const index = readFileSync(INDEX, "utf8");
  assert.equal(index, withDecisions(index), "docs/README.md is out of date: npm run docs");
});
