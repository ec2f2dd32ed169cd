import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const BUNDLE = pathToFileURL(join(import.meta.dirname, "bundle.ts")).href;

/** In a process of its own: what hangs, or complains on standard error, shows there. */
const run = (code: string) =>
  spawnSync(process.execPath, ["--input-type=module", "--eval", `import { bundle } from "${BUNDLE}";\n${code}`], {
    encoding: "utf8",
    timeout: 120_000,
  });

test("bundles that are made at once are all done, and the bundler ends without a word", () => {
  const { status, stdout, stderr } = run(`
    const clients = await Promise.all([bundle(), bundle()]);
    console.log(clients.every(({ assets }) => assets.length > 10));`);
  assert.deepEqual([status, stdout, stderr], [0, "true\n", ""]);
});

test("one that is stopped does not keep another from its end", () => {
  const { status, stdout, stderr } = run(`
    const stopping = new AbortController();
    const both = Promise.allSettled([bundle(stopping.signal), bundle()]);
    setTimeout(() => stopping.abort(), 50);
    console.log((await both).map(({ status }) => status).join());`);
  assert.deepEqual([status, stdout, stderr], [0, "rejected,fulfilled\n", ""]);
});
