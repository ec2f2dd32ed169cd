import { loadFaster } from "./installation/fast-loading.ts";
import { explain } from "./explain.ts";

loadFaster();

/** Each part is loaded when it is needed, because loading all of them takes most of the time of a short command. */
async function main([name = "help", ...argv]: readonly string[]): Promise<void> {
  const isStart = name === "start" && !argv.some((word) => ["--help", "-h"].includes(word));
  if (isStart) return (await import("./start.ts")).start(argv);
  return (await import("./run-command.ts")).runCommand(name, argv);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
