import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { COMPILED } from "../src/platform/compiled.ts";
import { describeCluster, startTestCluster } from "../test/harness/database.ts";

/** Runs every test, or those of the named files, on one PostgreSQL of its own. */
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const files = named.length > 0 ? named : allFiles();

/** Those that take long begin first, so that nobody waits for them in the end. */
function allFiles(): string[] {
  const LONG = /crash|cli|embedded|bench|events/;
  const found = globSync(["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"]).sort();
  return [...found.filter((file) => LONG.test(file)), ...found.filter((file) => !LONG.test(file))];
}

const { cluster, stop } = await startTestCluster();
const runner = spawn(
  process.execPath,
  ["--test", "--test-concurrency=3", "--test-timeout=240000", ...flags, ...files],
  {
    stdio: "inherit",
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...describeCluster(cluster) },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => runner.kill(signal));
runner.on("exit", (code, signal) => {
  void stop().then(() => process.exit(signal === null ? (code ?? 1) : 1));
});
