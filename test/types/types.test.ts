import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { before, suite, test } from "node:test";
import { readmeSnippet } from "../client/readme-snippet.ts";
import { clientProgram, comparison, printedTypes } from "./client-lines.ts";

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

/**
 * What the compiler says of these files and programs. All are checked at once, by one thread, because each check of its own
 * infers the types of the whole server: 3 seconds of computing time, and twice that by several threads.
 */
function compile(files: readonly string[], programs: Readonly<Record<string, string>>): string {
  mkdirSync(join(ROOT, ".tmp"), { recursive: true });
  // Inside of the package, where `parley/client` is found by its name.
  const folder = mkdtempSync(join(ROOT, ".tmp/types-"));
  try {
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
    const paths = [...Object.keys(programs), ...files.map((file) => `../../${file}`)];
    const project = { extends: "../../tsconfig.json", include: [], exclude: [], files: paths };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    const { stdout } = spawnSync(tsc, ["-p", folder, "--singleThreaded"], { cwd: ROOT, encoding: "utf8" });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

suite("types", () => {
  const files = globSync("test/types/forbidden/*.ts", { cwd: ROOT }).sort();
  /** The messages by the file and line that each is about; a message may have several lines. */
  let errors: { file: string; place: string; text: string }[];

  before(() => {
    const output = compile(files, {
      "readme.ts": readmeSnippet(),
      "client.ts": clientProgram(),
      "printed.ts": printedTypes(),
      "comparison.ts": comparison(),
    });
    errors = output
      .split(/\n(?=\S)/)
      .filter((text) => text.trim() !== "")
      .map((text) => {
        const [, file = "", line, code] = /^(\S+?)\((\d+),\d+\): error (TS\d+)/.exec(text) ?? [];
        return { file, place: `${file}:${line} ${code}`, text };
      });
  });

  test("what the rules forbid does not compile, line by line", () => {
    const expected = expectedErrors(files);
    assert.ok(expected.length >= files.length && files.length > 0);
    // Each property of an object may be wrong for the same reason.
    const found = new Set(errors.filter(({ file }) => files.includes(file)).map(({ place }) => place));
    assert.deepEqual([...found].sort(), expected.sort());
  });

  test("the README's program compiles, the client's types are those of the server and of the package, and nothing else is wrong", () => {
    const found = errors.filter(({ file }) => !files.includes(file));
    assert.deepEqual(
      found.map(({ text }) => text),
      [],
    );
  });
});
