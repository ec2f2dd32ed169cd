import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** Beside the code, where only those write who may change the code itself. */
export const COMPILE_CACHE = join(import.meta.dirname, "../node_modules/.cache/parley");

/** Keeps compiled code for the next start, which takes half the time then. To be called before the rest is loaded. */
export function useCompileCache(): void {
  enableCompileCache(COMPILE_CACHE);
}
