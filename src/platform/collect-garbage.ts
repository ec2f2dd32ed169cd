import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** With more objects than this, collecting takes longer than the start of a small server. */
const MOST_BYTES = 100e6;

/**
 * Collects all garbage and returns the memory to the system, which V8 would not do by itself: a server that has just
 * started kept 36 MB of what it had needed to load its code and its organizations. It takes 50 ms with a small
 * organization and blocks everything else, so it is for the time before anybody is served. With 100,000 users it would
 * take 700 ms. There V8 collects in steps, beside the requests.
 */
export function collectGarbage(): void {
  if (process.memoryUsage().heapUsed > MOST_BYTES) return;
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
