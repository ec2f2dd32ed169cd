import { spawn } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMPILED } from "../src/platform/compiled.ts";
import { describeCluster, startTestCluster } from "../test/harness/database.ts";

/** Runs every test, or those of the named files, on one PostgreSQL of its own. */
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const files = named.length > 0 ? named : globSync(["test/**/*.test.ts", "src/**/*.test.ts", "bench/**/*.test.ts"]);

/**
 * What is about processes has one of its own, and so has a client that replaces a global of Node's. Most of these wait
 * more than they work, so they begin first.
 */
const ALONE = /^(test\/(crash|cli|processes|api\/existing-clients)|src\/db\/embedded|bench)\b/;
const alone = files.filter((file) => ALONE.test(file)).sort(crashFirst);
const others = files.filter((file) => !ALONE.test(file)).sort();

/** The rest share a few processes, because most files have less to test than it costs to load the server. */
const PROCESSES = Math.min(8, others.length);
const folder = mkdtempSync(join(tmpdir(), "parley-together-"));
const groups = Array.from({ length: PROCESSES }, (_, group) => {
  // Neighbours are dealt out, since they take about as long as each other.
  const own = others.filter((_file, index) => index % PROCESSES === group);
  return writeGroup(join(folder, `${group + 1}.mjs`), own);
});

function writeGroup(path: string, own: readonly string[]): string {
  const harness = join(import.meta.dirname, "../test/harness/together.ts");
  writeFileSync(path, `import { together } from ${JSON.stringify(harness)};\ntogether(${JSON.stringify(own)});\n`);
  return path;
}

function crashFirst(a: string, b: string): number {
  return Number(b.includes("crash")) - Number(a.includes("crash")) || a.localeCompare(b);
}

const { cluster, stop } = await startTestCluster();
const runner = spawn(
  process.execPath,
  ["--test", "--test-concurrency=3", "--test-timeout=240000", ...flags, ...alone, ...groups],
  {
    stdio: "inherit",
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...describeCluster(cluster) },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => runner.kill(signal));
runner.on("exit", (code, signal) => {
  rmSync(folder, { recursive: true, force: true });
  void stop().then(() => process.exit(signal === null ? (code ?? 1) : 1));
});
