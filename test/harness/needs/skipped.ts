import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { type NeedName, remedy } from "./needs.ts";

/** The tests of a run that were left out: they make it fail, except where it may leave out what cannot run. */
export interface Skipped {
  readonly isFine: boolean;
  /** Every one with its reason, and what would have let it run. */
  readonly sentences: readonly string[];
}

const REPORTER = pathToFileURL(join(import.meta.dirname, "skipped-reporter.ts")).href;

/** What makes the test runner write a file with the tests that it leaves out, and the others to the terminal. */
export const reportSkipped = (file: string): string[] => [
  ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
  ...[`--test-reporter=${REPORTER}`, `--test-reporter-destination=${file}`],
];

export function readSkipped(file: string, maySkip: boolean, missing: readonly NeedName[]): Skipped {
  const skipped = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  if (skipped.length === 0) return { isFine: true, sentences: [] };
  const sentences = [
    `\nLeft out${maySkip ? "" : ", which fails the run (--allow-skips allows it)"}:`,
    ...skipped.map((line) => `  ${line}`),
    ...(missing.length > 0 ? [`To run them, ${remedy(missing)}.`] : []),
  ];
  return { isFine: maySkip, sentences };
}
