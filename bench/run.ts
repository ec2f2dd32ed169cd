import { parseArgs } from "node:util";
import { benchmarks } from "./benchmarks.ts";
import type { Benchmark } from "./harness/benchmark.ts";
import { stopAll } from "./harness/processes.ts";
import { FULL, SMOKE } from "./harness/scale.ts";
import { openSession } from "./harness/session.ts";
import { asJson, describe, isMet, type Result } from "./report.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    smoke: { type: "boolean", default: false },
    profile: { type: "string" },
  },
});

const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

function chosen(): readonly Benchmark[] {
  if (options.only === undefined) return benchmarks;
  return options.only.split(",").flatMap((name) => {
    // `web` means all that begin with it.
    const known = benchmarks.filter((benchmark) => benchmark.name === name || benchmark.name.startsWith(`${name}-`));
    const exact = known.filter((benchmark) => benchmark.name === name);
    if (known.length > 0) return exact.length > 0 ? exact : known;
    say(`There is no benchmark ${name}: there are ${benchmarks.map((benchmark) => benchmark.name).join(", ")}.`);
    return process.exit(2);
  });
}

const wanted = chosen();
const session = openSession({ scale: options.smoke ? SMOKE : FULL, progress: say, profiles: options.profile });
const end = async () => {
  await stopAll();
  await session.close();
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end().then(() => process.exit(1)));

const results: Result[] = [];
const failed: string[] = [];
try {
  for (const benchmark of wanted) {
    const started = performance.now();
    try {
      const result = { benchmark, figure: await session.run(benchmark) };
      results.push(result);
      if (options.json) say(describe(result));
      else process.stdout.write(`${describe(result)}\n`);
    } catch (error) {
      // The others are worth having all the same.
      failed.push(benchmark.name);
      say(`${benchmark.name} FAILED: ${String(error)}`);
    }
    say(`  (${benchmark.name} took ${((performance.now() - started) / 1000).toFixed(1)} s)`);
  }
} finally {
  await end();
}
if (options.json) process.stdout.write(`${asJson(results)}\n`);
// With --json the reader judges the ratios; a failure then means that some are missing.
process.exitCode = failed.length === 0 && (options.json || options.smoke || results.every(isMet)) ? 0 : 1;
