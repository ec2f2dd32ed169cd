import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { COMPILE_CACHE } from "../src/compile-cache.ts";
import { bundlePrograms } from "../test/harness/bundle-programs.ts";
import { describeCluster, startTestCluster } from "../test/harness/database.ts";
import { neverEmitted } from "../test/harness/emitted.ts";
import { describePrograms } from "../test/harness/programs.ts";
import { neverRefused } from "../test/harness/refused.ts";
import { describeSeen } from "../test/harness/seen.ts";

/** Runs every test, or those of the named files, on one PostgreSQL of its own. */
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const files =
  named.length > 0
    ? named
    : globSync(["test/**/*.test.ts", "src/**/*.test.ts", "web/**/*.test.ts", "bench/**/*.test.ts"]);

/** Tests of processes get their own process, and so does a client that replaces a global of Node's. */
const ALONE =
  /^(test\/(crash|cli|load|package|processes|web\/browser\/scenarios|api\/existing-clients)|src\/engine\/db\/embedded|bench)\b/;
/** Those that wait for a browser share one, and one bundle of the client. */
const BROWSER = /^test\/web\/browser\b/;
/** Files that wait more than they work start first, so that the run does not wait for them in the end. */
const SLOW = [
  "test/crash/crash.test.ts",
  "test/web/browser/scenarios.test.ts",
  "test/cli/start.test.ts",
  "test/processes/paused.test.ts",
  "test/package/package.test.ts",
  "test/cli/stop.test.ts",
  "src/engine/db/embedded/embedded.test.ts",
];
/** The rest share this many processes, because loading the server takes longer than most files. */
const PROCESSES = 8;
const BROWSER_PROCESSES = 2;

const alone = files.filter((file) => ALONE.test(file)).sort(slowFirst);
const inBrowser = files.filter((file) => !ALONE.test(file) && BROWSER.test(file)).sort();
const others = files.filter((file) => !ALONE.test(file) && !BROWSER.test(file)).sort();

/** Neighbouring files take about the same time, so they are dealt out over the processes. */
const dealt = (list: readonly string[], count: number): string[][] =>
  Array.from({ length: Math.min(count, list.length) }, (_, group) =>
    list.filter((_file, index) => index % count === group),
  );

function slowFirst(a: string, b: string): number {
  const rank = (file: string) => (SLOW.includes(file) ? SLOW.indexOf(file) : SLOW.length);
  return rank(a) - rank(b) || a.localeCompare(b);
}

const HARNESS = join(import.meta.dirname, "../test/harness/together.ts");
const BROWSER_HARNESS = join(import.meta.dirname, "../test/web/browser/shared-browser.ts");
const UNTRACKED = pathToFileURL(join(import.meta.dirname, "../test/harness/untracked.ts")).href;
const folder = mkdtempSync(join(tmpdir(), "parley-tests-"));
const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(file)).href);
const separate = alone.map((file) => `import ${urlOf(file)};`);
const togetherText = (group: readonly string[], flags: readonly string[] = []) =>
  `import { together } from ${urlOf(HARNESS)};\ntogether(${JSON.stringify(group)}, ${JSON.stringify(flags)});`;
/** Loaded outside of any suite, it closes the browser after the last file. */
const withBrowser = (text: string) => `import ${urlOf(BROWSER_HARNESS)};\n${text}`;
/** Every test of HTTP must also pass without the fast path. */
const withoutFastPath = others.filter((file) => /^test\/api\b|\/sessions\.test\.ts$/.test(file));
const shared = [
  ...dealt(inBrowser, BROWSER_PROCESSES).map((group) => withBrowser(togetherText(group))),
  ...dealt(others, PROCESSES).map((group) => togetherText(group)),
  ...(withoutFastPath.length > 0 ? [togetherText(withoutFastPath, ["--http", "node"])] : []),
];
const entries = [...separate.slice(0, 1), ...alternating(separate.slice(1), shared)].map((text, index) => {
  // Node runs the files in the order of their names.
  const path = join(folder, `${String(index).padStart(3, "0")}.mjs`);
  writeFileSync(path, text);
  return path;
});

/** Alternates the two lists, so that there is work to do while some files wait. */
function alternating(these: readonly string[], those: readonly string[]): string[] {
  const turns = Array.from({ length: Math.max(these.length, those.length) }, (_, turn) => [these[turn], those[turn]]);
  return turns.flat().filter((one) => one !== undefined);
}

// Node writes its cache of compiled code when a process ends. On a new machine every process that starts before the
// first one has ended would compile all files.
const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
if (!existsSync(COMPILE_CACHE))
  spawnSync(process.execPath, ["--input-type=module", "--eval", `await import(${urlOf("src/server.ts")})`], { env });

const [{ cluster, stop }, programs] = await Promise.all([startTestCluster(), bundlePrograms()]);
const runner = spawn(
  process.execPath,
  ["--import", UNTRACKED, "--test", "--test-concurrency=4", "--test-timeout=600000", ...flags, ...entries],
  {
    stdio: "inherit",
    env: { ...env, ...describeCluster(cluster), ...describeSeen(folder), ...describePrograms(programs) },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => runner.kill(signal));
runner.on("exit", (code, signal) => {
  const missing = named.length === 0 && flags.length === 0 ? neverSeen() : [];
  rmSync(folder, { recursive: true, force: true });
  for (const one of missing) console.error(one);
  void stop().then(() => process.exit(signal === null && missing.length === 0 ? (code ?? 1) : 1));
});

/** What endpoints declare, and no test of the whole run has caused. */
function neverSeen(): string[] {
  return [
    ...neverEmitted(folder).map((one) => `declared in \`emits\`, but no test has seen it: ${one}`),
    ...neverRefused(folder).map((one) => `declared in \`errors\`, but no test has got it: ${one}`),
  ];
}
