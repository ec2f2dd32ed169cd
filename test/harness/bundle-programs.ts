import { mkdtempSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, stop } from "esbuild";
import { PROGRAMS, sourceProgram } from "./programs.ts";

/** Below node_modules, because what is left out of the bundles is found from here. Always here, for the compile cache. */
const CACHE = join(import.meta.dirname, "../../node_modules/.cache");
const FOLDER = join(CACHE, "parley-programs");

/** What has native code, or starts threads from its own files. */
const LEFT_OUT = ["sharp", "esbuild", "@node-rs/*", "pino"];

/** Code finds files that belong to it (migrations, workers, the browser client) beside its source. */
const ownPlaces: Plugin = {
  name: "own places",
  setup(bundler) {
    bundler.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: "ts" };
    });
  },
};

/** Makes one file of each program, and returns their folder. */
export async function bundlePrograms(): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, "parley-programs-"));
  try {
    await build({
      entryPoints: PROGRAMS.map((name) => ({ in: sourceProgram(name), out: name })),
      outdir: made,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      target: `node${process.versions.node}`,
      // CommonJS packages call `require` for the modules of Node.
      banner: {
        js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
      },
      external: LEFT_OUT,
      plugins: [ownPlaces],
      logLevel: "warning",
    });
    replaceBy(made);
  } finally {
    await stop();
    rmSync(made, { recursive: true, force: true });
  }
  return FOLDER;
}

/** File by file, so that another run of this folder never finds half a program. */
function replaceBy(made: string): void {
  for (const name of PROGRAMS) {
    const target = join(FOLDER, `${name}.mjs`);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(made, `${name}.mjs`), target);
  }
}
