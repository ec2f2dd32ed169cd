import { type SnapshotHead, writeIfStaying } from "./database.ts";
import type { KeptChanges } from "./message-cache.ts";
import { prefixOf } from "./read-snapshot.ts";
import type { PartChanges } from "./snapshot-parts.ts";

/**
 * Stores what has changed of the state, and the messages with it, so that they have seen the same events. The first time
 * it takes the place of all that there was, of other builds, too. Returns whether it could, and the
 * user stays logged in.
 */
export const writeSnapshot = (
  { build, ...position }: Omit<SnapshotHead, "parts">,
  parts: PartChanges,
  narrows: KeptChanges,
): Promise<boolean> =>
  writeIfStaying(["snapshot", "narrows"], (stored) => {
    const prefix = prefixOf(build);
    if (parts.put.length === parts.keys.length)
      for (const store of ["snapshot", "narrows"] as const) stored.clear(store);
    for (const part of parts.put) stored.put("snapshot", { build, ...part }, prefix + part.key);
    for (const key of parts.drop) stored.delete("snapshot", prefix + key);
    stored.put("snapshot", { build, ...position, parts: parts.keys }, build);
    for (const narrow of narrows.put) stored.put("narrows", { ...narrow, key: prefix + narrow.key });
    for (const key of narrows.drop) stored.delete("narrows", prefix + key);
  });
