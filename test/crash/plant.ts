import { registerHooks } from "node:module";
import { type Mutation, mutated } from "./mutation.ts";

/**
 * Changes files while they are loaded. Loaded with `--import`, before the program, whose other files are the real ones
 * at their places, so that the cache of compiled code has them.
 */
const mutations = JSON.parse(process.env["PARLEY_TEST_MUTATIONS"] ?? "[]") as (Mutation & { readonly url: string })[];
const planted = Map.groupBy(mutations, ({ url }) => url);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = planted.get(url);
    if (own === undefined) return loaded;
    return { ...loaded, source: own.reduce(mutated, Buffer.from(loaded.source as Uint8Array).toString()) };
  },
});
