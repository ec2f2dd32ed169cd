import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { checkSource } from "./rules/check-source.ts";
import { changedRevision, changedSince } from "./tests/changed.ts";
import { checkNames } from "./rules/name-rules.ts";
import { checkWeb } from "./rules/web-rules.ts";
import { checkTexts } from "./texts/check-texts.ts";

const LINTED = /\.[jt]sx?$/;

/**
 * Format, lint, types, dead code, import rules and names: what must hold before anything lands. With `--changed` only what
 * differs from main is linted and looked at for its format, which is most of the work; what the types of a change mean for
 * other files only the whole check finds.
 */
const revision = changedRevision(process.argv.slice(2));
const paths =
  revision === undefined ? ["."] : changedSince(revision).filter((path) => LINTED.test(path) && existsSync(path));

const CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ["format", ["oxfmt", "--check", ...paths]],
  ["lint", ["oxlint", "--type-aware", "--deny-warnings", ...paths]],
  ["types", ["tsc", "-p", "tsconfig.json"]],
  ["types of the browser client", ["tsc", "-p", "web"]],
  ["dead code", ["knip"]],
];

let failed = 0;
const report = (name: string, isFine: boolean) => {
  console.log(`${isFine ? "ok    " : "FAILED"} ${name}`);
  if (!isFine) failed += 1;
};

for (const [name, [command = "", ...args]] of CHECKS) {
  if (paths.length === 0 && ["format", "lint"].includes(name)) continue;
  const { status } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  report(name, status === 0);
}

for (const [name, { files, broken }] of [
  ["source", checkSource()],
  ["names", checkNames()],
  ["browser client", checkWeb()],
  ["texts", checkTexts()],
] as const) {
  for (const sentence of broken) console.log(sentence);
  report(`${name} (${files} files)`, broken.length === 0 && files > 100);
}

process.exitCode = failed === 0 ? 0 : 1;
