#!/usr/bin/env node
// Hands over to the Node that Parley brings along: the one that runs this file may be too old for TypeScript.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const main = join(here, "../src/cli/main.ts");
const brought = join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin/node");
const node = existsSync(brought) ? brought : process.execPath;
const NODE_COMPILE_CACHE = join(here, "../node_modules/.cache/parley");
const env = { ...process.env, NODE_COMPILE_CACHE };
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));

// npx stands behind a shell, which dies of a signal and tells nobody.
const shell = process.ppid;
const isOrphaned = () => process.ppid !== shell;
if (process.env.npm_lifecycle_event === "npx") setInterval(() => isOrphaned() && child.kill("SIGTERM"), 200).unref();
