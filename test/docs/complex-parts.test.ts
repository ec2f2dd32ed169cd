import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { linksOf, ROOT } from "./markdown.ts";

const PAGE = join(ROOT, "docs/decisions/0014-complex-parts.md");

interface Part {
  readonly what: string;
  readonly paths: readonly string[];
}

/** The rows of the page's tables; paths are in their second column. */
function listedParts(): Part[] {
  const rows = readFileSync(PAGE, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (-+|What) /.test(line));
  return rows.map((row) => {
    const [, what = "", where = ""] = row.split("|");
    return {
      what: what.trim(),
      paths: [...where.matchAll(/`([^`]+)`/g)].flatMap(([, path = ""]) => withoutBraces(path)),
    };
  });
}

/** `a/{b,c}.ts` is `a/b.ts` and `a/c.ts`, as a shell reads it. */
function withoutBraces(path: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (choices === undefined) return [path];
  return choices.split(",").flatMap((choice) => withoutBraces(`${before}${choice}${after}`));
}

test("every path in the list of complex parts exists, below src/ or at the root", () => {
  const parts = listedParts();
  assert.ok(parts.length > 30, `only ${parts.length} parts were found`);
  for (const { what, paths } of parts) {
    assert.ok(paths.length > 0, `${what} has no path`);
    for (const path of paths) {
      const found = [join(ROOT, "src", path), join(ROOT, path)].find((file) => existsSync(file));
      assert.ok(found !== undefined, `${what}: there is no ${path}`);
      assert.equal(statSync(found).isDirectory(), path.endsWith("/"), `${what}: ${path}; only folders end with /`);
    }
  }
});

test("the list of complex parts is linked from where newcomers read", () => {
  for (const name of ["README.md", "CONTRIBUTING.md", "docs/architecture.md"]) {
    const files = linksOf(join(ROOT, name)).map(({ file }) => file);
    assert.ok(files.includes(PAGE), name);
  }
});
