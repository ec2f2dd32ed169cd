import { spawnSync } from "node:child_process";
import { checkSource } from "./rules/check-source.ts";
import { checkNames } from "./name-rules.ts";
import { checkWeb } from "./web-rules.ts";

/** Format, lint, types, dead code, import rules and names: what must hold before anything lands. */
const CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ["format", ["oxfmt", "--check", "."]],
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
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
  const { status } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  report(name, status === 0);
}

for (const [name, { files, broken }] of [
  ["source", checkSource()],
  ["names", checkNames()],
  ["browser client", checkWeb()],
] as const) {
  for (const sentence of broken) console.log(sentence);
  report(`${name} (${files} files)`, broken.length === 0 && files > 100);
}

process.exitCode = failed === 0 ? 0 : 1;
