import type { Bucket } from "#outbound/bucket.ts";
import type { BackgroundPool, Database, ReadSql, ReadPool } from "#engine/db/database.ts";
import type { Replica } from "#engine/db/replica.ts";
import { readHead } from "#engine/db/head.ts";

/**
 * Opens the pools of an organization, for access functions, pages and background work. Endpoints and actions may not
 * import this file: an endpoint goes through access, and an action has the writer's connection, `Tx.sql`.
 */

declare const sealed: unique symbol;
/** The pools as an organization carries them: no query accepts this type. */
export interface SealedPools {
  readonly [sealed]: true;
}

interface HasPools {
  readonly pools: SealedPools;
}

interface Pools extends Pick<Database, "reads" | "background"> {
  readonly replica?: Replica | undefined;
  readonly bucket?: Bucket | undefined;
}

export const sealPools = ({ reads, background, replica, bucket }: Pools): SealedPools =>
  ({ reads, background, replica, bucket }) satisfies Pools as unknown as SealedPools;

const open = ({ pools }: HasPools): Pools => pools as unknown as Pools;

/**
 * The rows must be judged by a model at least as new as the snapshot that they were read from: see
 * `RealmRuntime.reached`.
 */
export const readPool = (realm: HasPools): ReadPool => open(realm).reads;

/** For writes outside the writer. */
export const backgroundPool = (realm: HasPools): BackgroundPool => open(realm).background;

/** Where files are that are not in the database; undefined if the operator has configured none. */
export const bucketOf = (realm: HasPools): Bucket | undefined => open(realm).bucket;

/**
 * Runs reads of history: by the replica, if there is one and it holds all that the primary holds now, which includes
 * whatever the caller has seen before, through any process; otherwise by the primary. The rows must be judged as those
 * of `readPool`.
 */
export async function readHistory<Result>(
  realm: HasPools & { readonly id: number },
  read: (sql: ReadSql) => Promise<Result>,
): Promise<Result> {
  const { reads, replica } = open(realm);
  if (replica === undefined) return read(reads);
  const response = await replica.tryRead(realm.id, () => readHead(reads, realm.id), read);
  return response === undefined ? read(reads) : response.result;
}
