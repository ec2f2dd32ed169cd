import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { deleteUselessChunks } from "./queries.ts";

/** Some 25 MB: removing gigabytes in one statement would take longer than one may. */
const BATCH = 100;

/** Removes the bytes of exports that nobody can download any more. Outside of the writer, which must not wait for it. */
export async function removeUselessChunks(realm: RealmRuntime): Promise<void> {
  while ((await deleteUselessChunks(backgroundPool(realm), realm.id, BATCH)) === BATCH);
}
