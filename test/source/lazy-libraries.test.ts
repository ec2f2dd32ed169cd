import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** What most servers do without: they are loaded with their first use, by `import()`. */
const LAZY = ["@node-saml/node-saml", "@simplewebauthn/server", "jose", "ldapts", "otpauth", "uqr"];

const SOURCES = join(import.meta.dirname, "../../src");

test("a server on which nobody has two-step login or passkeys, or logs in by a provider, directory or token, loads none of their libraries", () => {
  const files = globSync("**/*.ts", { cwd: SOURCES }).filter((file) => !/\.test\.ts$|test-support\.ts$/.test(file));
  assert.ok(files.length > 1000);
  const used = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(SOURCES, file), "utf8");
    for (const library of LAZY) {
      if (text.includes(`import("${library}")`)) used.add(library);
      const isStatic = new RegExp(`^(?:import|export) (?!type )[^;]*from "${library}"`, "m").test(text);
      assert.ok(!isStatic, `${file} loads ${library} at the start`);
    }
  }
  assert.deepEqual([...used].sort(), LAZY);
});
