import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

const ROOT = resolve(import.meta.dirname, "../..");
const MARK = /^\s*\/\/ forbidden: (TS\d+)$/;

/** Each line after `// forbidden: TS1234` breaks a rule of this code base, and the compiler must say so, and nothing else. */
function expectedErrors(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const code = MARK.exec(line)?.[1];
        return code === undefined ? [] : [`${file}:${index + 2} ${code}`];
      }),
  );
}

function compilerErrors(files: readonly string[]): string[] {
  mkdirSync(join(ROOT, ".tmp"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".tmp/forbidden-"));
  try {
    const project = join(folder, "tsconfig.json");
    const paths = files.map((file) => `../../${file}`);
    writeFileSync(project, JSON.stringify({ extends: "../../tsconfig.json", include: [], exclude: [], files: paths }));
    const { stdout } = spawnSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", project], { cwd: ROOT, encoding: "utf8" });
    const errors = stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (TS\d+)/gm);
    return [...errors].map(([, file, line, code]) => `${file}:${line} ${code}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("what the rules forbid does not compile, line by line, and nothing else is wrong", () => {
  const files = globSync("test/types/forbidden/*.ts", { cwd: ROOT }).sort();
  const expected = expectedErrors(files);
  assert.ok(expected.length >= files.length && files.length > 0);
  assert.deepEqual(compilerErrors(files).sort(), expected.sort());
});
