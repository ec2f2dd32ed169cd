import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { COMPILE_CACHE } from "#cli/installation/fast-loading.ts";
import { bundlePrograms } from "../test/harness/bundle-programs.ts";
import { describeCluster, startTestCluster } from "../test/harness/database.ts";
import { neverEmitted } from "../test/harness/emitted.ts";
import { ALLOW_SKIPS } from "../test/harness/needs/needs.ts";
import { needsOfFiles } from "../test/harness/needs/of-files.ts";
import { provideOrExit } from "../test/harness/needs/provide.ts";
import { readSkipped, reportSkipped } from "../test/harness/needs/skipped.ts";
import { describePrograms } from "../test/harness/programs.ts";
import { neverRefused } from "../test/harness/refused.ts";
import { describeSeen } from "../test/harness/seen.ts";
import { CHANGED, changedRevision, changedSince, importGraph, LONG_TEST, TESTS, testsFor } from "./tests/changed.ts";

/**
 * Runs every test, or those of the named files, on one PostgreSQL of its own; with `--changed` those that what differs from
 * main concerns, or from another revision (`--changed=HEAD~3`); with `--long` those that take too long for each time. A test that cannot run here fails the run, except with
 * `--allow-skips`, which lists it at the end. Other flags are those of `node --test`.
 */
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const allFlags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const isLong = allFlags.includes("--long");
const flags = allFlags.filter((flag) => !["--allow-skips", "--long"].includes(flag) && !CHANGED.test(flag));
if (allFlags.includes("--allow-skips")) process.env[ALLOW_SKIPS] = "1";
const maySkip = process.env[ALLOW_SKIPS] !== undefined;
const revision = changedRevision(allFlags);
const isAll = named.length === 0 && revision === undefined && !isLong;
const quick = globSync(TESTS).filter((file) => !LONG_TEST.test(file));
const files = wantedFiles();
if (revision !== undefined)
  console.log(`${files.length} files of tests are concerned by what differs from ${revision}`);

function wantedFiles(): readonly string[] {
  if (named.length > 0) return named;
  if (isLong) return globSync(TESTS).filter((file) => LONG_TEST.test(file));
  return revision === undefined ? quick : testsFor(changedSince(revision), importGraph(), quick);
}

const needs = needsOfFiles(files);
const missingNeeds = await provideOrExit([...needs.keys()]);

/** The longest files get a process each, and so does a client that replaces a global of Node's. */
const ALONE = [
  "test/crash/crash",
  "test/cli/start",
  "test/package/package",
  "bench/bench",
  "test/api/existing-clients",
];
/** The others share processes, because loading the server takes longer than most files: how many share how many. */
const KINDS = {
  scenarios: { of: /^test\/web\/browser\/scenarios\b/, processes: 1 },
  /** Those that wait for a browser share one, and one bundle of the client. */
  browser: { of: /^test\/web\/browser\b/, processes: 2 },
  /** Those that wait for other processes, more than they work. */
  waiting: { of: /^(test\/(crash|cli|load|package|processes)|src\/engine\/db\/embedded)\b/, processes: 4 },
  others: { of: /^/, processes: 8 },
};
type Kind = keyof typeof KINDS;

const alone = ALONE.map((name) => `${name}.test.ts`).filter((file) => files.includes(file));
const rest = files.filter((file) => !alone.includes(file)).sort();
const kindOf = (file: string) => (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].of.test(file));
const others = rest.filter((file) => kindOf(file) === "others");

/** Neighbouring files take about the same time, so they are dealt out over the processes. */
function groupsOf(kind: Kind): string[][] {
  const list = rest.filter((file) => kindOf(file) === kind);
  const count = Math.min(KINDS[kind].processes, list.length);
  return Array.from({ length: count }, (_, group) => list.filter((_file, index) => index % count === group));
}

const HARNESS = join(import.meta.dirname, "../test/harness/together.ts");
const ENDS = join(import.meta.dirname, "../test/harness/ends.ts");
const BROWSER_HARNESS = join(import.meta.dirname, "../test/web/browser/shared-browser.ts");
const UNTRACKED = pathToFileURL(join(import.meta.dirname, "../test/harness/untracked.ts")).href;
const folder = mkdtempSync(join(tmpdir(), "parley-tests-"));
const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(file)).href);
const togetherText = (group: readonly string[], flags: readonly string[] = []) =>
  `import { together } from ${urlOf(HARNESS)};\ntogether(${JSON.stringify(group)}, ${JSON.stringify(flags)});`;
/** Loaded outside of any suite, it closes the browser after the last file. */
const withBrowser = (text: string) => `import ${urlOf(BROWSER_HARNESS)};\n${text}`;
/** Every test of HTTP must also pass without the fast path: all of them with `--long`, and some each time. */
const OF_HTTP = /^test\/api\b|\/sessions\.test\.ts$/;
const SOME_OF_HTTP = /^test\/api\/(requests|errors|pipelining)\.test\.ts$/;
const withoutFastPath = isLong
  ? quick.filter((file) => OF_HTTP.test(file) && kindOf(file) === "others")
  : others.filter((file) => SOME_OF_HTTP.test(file));
const waiting = [
  ...alone.map((file) => `import ${urlOf(ENDS)};\nimport ${urlOf(file)};`),
  ...groupsOf("waiting").map((group) => togetherText(group)),
];
const working = [
  ...[...groupsOf("scenarios"), ...groupsOf("browser")].map((group) => withBrowser(togetherText(group))),
  ...groupsOf("others").map((group) => togetherText(group)),
  ...(withoutFastPath.length > 0 ? [togetherText(withoutFastPath, ["--http", "node"])] : []),
];
const entries = alternating(waiting, working).map((text, index) => {
  // Node runs the files in the order of their names.
  const path = join(folder, `${String(index).padStart(3, "0")}.mjs`);
  writeFileSync(path, text);
  return path;
});

/** Alternates the two lists, so that there is work to do while some files wait. */
function alternating(these: readonly string[], those: readonly string[]): string[] {
  const turns = Array.from({ length: Math.max(these.length, those.length) }, (_, turn) => [these[turn], those[turn]]);
  return turns.flat().filter((file) => file !== undefined);
}

// Node writes its cache of compiled code when a process ends. On a new machine every process that starts before the
// first one has ended would compile all files.
const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
if (!existsSync(COMPILE_CACHE))
  spawnSync(process.execPath, ["--input-type=module", "--eval", `await import(${urlOf("src/server.ts")})`], { env });

const skippedFile = join(folder, "skipped.txt");
const programs = await bundlePrograms();
const { cluster, stop } = await startTestCluster();
const runner = spawn(
  process.execPath,
  [
    ...["--import", UNTRACKED, "--test", "--test-concurrency=5", "--test-timeout=600000"],
    ...reportSkipped(skippedFile),
    ...flags,
    ...entries,
  ],
  {
    stdio: "inherit",
    env: { ...env, ...describeCluster(cluster), ...describeSeen(folder), ...describePrograms(programs) },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => runner.kill(signal));
runner.on("exit", (code, signal) => {
  const skipped = readSkipped(skippedFile, maySkip, missingNeeds);
  // What was left out might have caused what was never seen.
  const isWhole = isAll && flags.length === 0 && skipped.sentences.length === 0;
  const unseen = isWhole ? neverSeen() : [];
  rmSync(folder, { recursive: true, force: true });
  for (const sentence of [...unseen, ...skipped.sentences]) console.error(sentence);
  const isFine = signal === null && unseen.length === 0 && skipped.isFine;
  void stop().then(() => process.exit(isFine ? (code ?? 1) : 1));
});

/** What endpoints declare, and no test of the whole run has caused. */
function neverSeen(): string[] {
  return [
    ...neverEmitted(folder).map((event) => `declared in \`emits\`, but no test has seen it: ${event}`),
    ...neverRefused(folder).map((refusal) => `declared in \`errors\`, but no test has got it: ${refusal}`),
  ];
}
