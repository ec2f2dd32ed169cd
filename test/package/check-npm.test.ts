import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "./install.ts";

const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
const numbersOf = (text: string): number[] => (/\d+(\.\d+)*/.exec(text)?.[0] ?? "").split(".").map(Number);

const prepare = (userAgent: string) =>
  spawnSync(process.execPath, ["scripts/check-npm.js"], {
    cwd: ROOT,
    env: { npm_config_user_agent: userAgent },
    encoding: "utf8",
  });

test("npm ci in a clone fails where npm's Node.js is too old for parts that npm then leaves out, and says so", () => {
  const { scripts } = read("package.json") as { scripts: Record<string, string> };
  assert.equal(scripts["prepare"], "node scripts/check-npm.js");
  for (const old of ["18.20.4", "20.18.3"]) {
    const { status, stderr } = prepare(`npm/9.2.0 node/v${old} linux x64 workspaces/false`);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^npm runs on Node.js ${old} here.*20\\.19 or later.*\n$`));
  }
  for (const recent of ["npm/9.2.0 node/v20.19.2 linux x64", "npm/11.1.0 node/v26.10.0 linux x64", ""])
    assert.deepEqual([prepare(recent).status, prepare(recent).stderr], [0, ""]);
});

test("no part that is made for some machine needs a newer Node.js than the one that npm must run on", () => {
  const { engines } = read("package.json") as { engines: { node: string } };
  const { packages } = read("package-lock.json") as {
    packages: Record<string, { optional?: true; os?: readonly string[]; engines?: { node?: string } }>;
  };
  const [major = 0, minor = 0] = numbersOf(engines.node);
  const parts = Object.entries(packages).filter(([, { optional, os }]) => optional === true && os !== undefined);
  assert.ok(parts.length > 20);
  const tooNew = parts.filter(([, { engines: needed }]) => {
    const [first = 0, second = 0] = numbersOf(needed?.node ?? "0");
    return first > major || (first === major && second > minor);
  });
  assert.deepEqual(tooNew, []);
});
