#!/usr/bin/env node
// Starts Parley in the Node.js version that it needs, which the npm package "node" brings along. The Node.js that runs
// this file may be older, so this file uses nothing newer than Node.js 18.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// A clone runs its sources. A package has them compiled, because Node.js strips no types below node_modules.
const source = join(root, "src/cli/main.ts");
const main = existsSync(source) ? source : join(root, "dist/cli/main.js");
const compileCache = join(root, "node_modules/.cache/parley");

const majorOf = (version) => Number.parseInt(version, 10);
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const needed = majorOf(dependencies.node);

/** Absent where the install script of the package "node" did not run, for example with --ignore-scripts. */
function bundledNode() {
  try {
    const folder = dirname(nodeModule.createRequire(import.meta.url).resolve("node/package.json"));
    const program = join(folder, "bin/node");
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

const bundled = bundledNode();
const isBundledRunning = bundled !== undefined && realpathSync(bundled) === realpathSync(process.execPath);

if (isBundledRunning || (bundled === undefined && majorOf(process.versions.node) >= needed)) {
  stopWithNpx(() => process.kill(process.pid, "SIGTERM"));
  nodeModule.enableCompileCache(compileCache);
  await import(pathToFileURL(main).href);
} else if (bundled !== undefined) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
  stopWithNpx(() => child.kill("SIGTERM"));
} else {
  process.stderr.write(
    `Parley needs Node.js ${needed}, and this is Node.js ${process.versions.node}. The npm package "node" brings the right one ` +
      `when its install script runs: allow that with "npm install-scripts approve node" and "npm rebuild node".\n`,
  );
  process.exitCode = 1;
}

/** A signal ends the shell that npx runs this in, and the shell passes nothing on: notice that the parent is gone. */
function stopWithNpx(stop) {
  if (process.env.npm_lifecycle_event !== "npx") return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && stop(), 200).unref();
}
