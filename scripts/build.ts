import { spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { endpoints, eventRegistry } from "../src/app.ts";
import { bundle } from "../src/web/bundle.ts";
import { writePrebuilt } from "../src/web/prebuilt.ts";
import { clientTypes } from "./client-types.ts";

/**
 * Compiles src/ to dist/ for the npm package: JavaScript, because Node.js strips no types below node_modules, and
 * declarations for programs that use the client. `npm pack` runs it; a clone does not need it.
 */
const ROOT = join(import.meta.dirname, "..");
const OUTPUT = join(ROOT, "dist");

// A file that was renamed or removed must not stay in the package.
rmSync(OUTPUT, { recursive: true, force: true });
// One thread infers each type once: 4 seconds of computing time in place of 9.
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--singleThreaded"], { cwd: ROOT, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

// Imports by the aliases of package.json lead to sources, so they become relative.
for (const file of globSync("**/*.js", { cwd: OUTPUT })) {
  const toRoot = relative(dirname(file), ".") || ".";
  const text = readFileSync(join(OUTPUT, file), "utf8");
  const relativeText = text.replace(/(["'])#((?!web\/)[\w-]+\/[^"']+)\.ts\1/g, `$1${toRoot}/$2.js$1`);
  if (relativeText !== text) writeFileSync(join(OUTPUT, file), relativeText);
}

// Programs import the client alone, whose types need no others.
const CLIENT_TYPES = join(OUTPUT, "client/client.d.ts");
const types = clientTypes(readFileSync(CLIENT_TYPES, "utf8"), endpoints, [...eventRegistry.values()]);
for (const file of globSync("**/*.d.ts", { cwd: OUTPUT })) rmSync(join(OUTPUT, file));
writeFileSync(CLIENT_TYPES, types);

// Files that the server reads at run time besides code: migrations and data.
cpSync(join(ROOT, "src"), OUTPUT, { recursive: true, filter: (path) => !path.endsWith(".ts") });

// The browser client, finished: an installed package needs neither its sources nor the bundler.
writePrebuilt(await bundle(), OUTPUT);
