import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parsedFile } from "../rules/parsed-file.ts";

/**
 * Which tests a change concerns: those whose imports reach it, and those beside it. Through the application as a whole
 * everything reaches everything, so imports are not followed through the files that put it together: tests that talk to a
 * server by HTTP are found by where they are. A change of such a file, or of what all tests use, concerns all tests.
 */

const SOURCES = ["src/**/*.ts", "web/**/*.{ts,tsx}", "test/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"];
export const TESTS = ["test/**/*.test.ts", "src/**/*.test.ts", "web/**/*.test.ts", "bench/**/*.test.ts"];

/** Tests that `npm run test:long` runs. */
export const LONG_TEST = /\.long\.test\.ts$/;

/** They know all domains. */
const WHOLE = /^src\/(app|server|main)\.ts$|\/manifest\.ts$|^test\/harness\/|^src\/cli\//;
const CONCERNS_ALL = /^(package(-lock)?\.json|tsconfig\.json|test\/harness\/|src\/(app|server|manifest)\.ts)/;
/** They read the source as it is. */
const ALWAYS = ["test/source/rules.test.ts"];

/** `--changed`, or `--changed=REVISION`. */
export const CHANGED = /^--changed(?:=(.+))?$/;

/** The revision whose differences are asked for by a flag; undefined if none is. */
export function changedRevision(flags: readonly string[]): string | undefined {
  const found = flags.map((flag) => CHANGED.exec(flag)).find((match) => match !== null);
  return found === undefined ? undefined : (found[1] ?? "main");
}

type Graph = ReadonlyMap<string, readonly string[]>;

export const importGraph = (): Graph =>
  new Map(
    globSync(SOURCES).map((path) => [path, parsedFile(path, readFileSync(path, "utf8")).imports.map(({ to }) => to)]),
  );

/** The files that differ from a revision, those that are not committed yet included. */
export function changedSince(revision: string): string[] {
  const git = (...args: readonly string[]): string[] => {
    const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
    return stdout.split("\n").filter((line) => line !== "");
  };
  const [base = revision] = git("merge-base", revision, "HEAD");
  return [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
}

export function testsFor(changed: readonly string[], graph: Graph, tests: readonly string[]): string[] {
  if (changed.some((path) => CONCERNS_ALL.test(path))) return [...tests];
  const reached = new Set(changed);
  const importers = importersIn(graph);
  for (const path of reached)
    if (!WHOLE.test(path)) for (const importer of importers.get(path) ?? []) reached.add(importer);
  const folders = new Set(changed.map(dirname));
  const isConcerned = (test: string) => reached.has(test) || folders.has(dirname(test)) || ALWAYS.includes(test);
  return tests.filter(isConcerned);
}

function importersIn(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [from, imports] of graph) {
    for (const to of imports) {
      const list = importers.get(to);
      if (list === undefined) importers.set(to, [from]);
      else list.push(from);
    }
  }
  return importers;
}
