import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { executablePath } from "../test/web/browser/chromium.ts";

const RUN = join(import.meta.dirname, "run.ts");
const run = (...args: string[]) => promisify(execFile)(process.execPath, [RUN, ...args], { timeout: 200_000 });

test("the benchmarks print nothing but their figures as JSON", async () => {
  const names = ["send", "fetch", "permission", ...(executablePath === undefined ? [] : ["web-switch"])];
  const { stdout } = await run("--smoke", "--json", "--only", names.join());
  const figures = JSON.parse(stdout) as Record<string, unknown>[];
  assert.deepEqual(
    figures.map(({ name }) => name),
    names,
  );
  for (const figure of figures) {
    assert.deepEqual(Object.keys(figure), ["name", "value", "unit", "limit", "ratio"]);
    for (const key of ["value", "limit", "ratio"])
      assert.ok(Number(figure[key]) > 0, `${key} is ${String(figure[key])}`);
  }
});

test("the runner refuses a benchmark that does not exist by name", async () => {
  await assert.rejects(run("--only", "sent"), { code: 2, stderr: /There is no benchmark sent/ });
});
