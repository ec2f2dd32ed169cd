/**
 * The driver, patched while it is loaded: see patches.ts. A patch that does not match the source any more stops the
 * start.
 */
import { registerHooks } from "node:module";
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

export const driver: typeof postgres = (await import("postgres")).default;
hooks.deregister();
