import { backgroundPool, bucketOf, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { FileSource } from "./read.ts";
import type { FileStorage } from "./storage.ts";

/** Where the files of an organization are read from. */
export const sourceOf = (realm: RealmRuntime): FileSource => ({ sql: readPool(realm), bucket: bucketOf(realm) });

/** Where the files of an organization are stored. */
export const storageOf = (realm: RealmRuntime): FileStorage => ({
  sql: backgroundPool(realm),
  bucket: bucketOf(realm),
});
