/**
 * The driver, patched while it is loaded: see patches.ts. A patch that does not match the source any more stops the
 * start.
 */
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type postgres from "postgres";
import { patched } from "./patch.ts";
import { PATCHES } from "./patches.ts";

const ALL = Object.values(PATCHES).flat();

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = /\/node_modules\/postgres\/src\/([a-z]+\.js)$/.exec(url)?.[1];
    const patches = ALL.filter((patch) => patch.file === file);
    if (patches.length === 0) return loaded;
    const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: patches.reduce(patched, text) };
  },
});

// Without waiting, so that this module can be required: an import would choose the same file.
const source = createRequire(import.meta.url)(fileURLToPath(import.meta.resolve("postgres"))) as {
  readonly default: typeof postgres;
};
export const driver = source.default;
hooks.deregister();
