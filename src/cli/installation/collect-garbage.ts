import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects all garbage and returns the memory to the system, which V8 would not do by itself: a server that has just
 * started kept 36 MB of what it had needed to load its code and its organizations. It takes 50 ms with a small
 * organization and blocks everything else, so it is for the time before anybody is served.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}

const SMALL_BYTES = 100e6;

/**
 * The same if there are few objects. With an organization of 100,000 users it would take 700 ms; such a heap is left to
 * V8, which collects it in steps, beside the requests.
 */
export function collectSmallHeap(): void {
  if (process.memoryUsage().heapUsed < SMALL_BYTES) collectGarbage();
}
