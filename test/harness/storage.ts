import { suite } from "node:test";
import { startBucket, type TestBucket } from "./bucket.ts";
import { stopWithServers } from "./server.ts";
import type { TestDatabase } from "./database.ts";

/** Where uploaded files may be: what is tested about them holds for both. */
export const STORAGES = ["database", "bucket"] as const;
export type StorageName = (typeof STORAGES)[number];

let bucket: Promise<TestBucket> | undefined;

/** The bucket of all servers of this process. */
export function sharedBucket(): Promise<TestBucket> {
  if (bucket === undefined) {
    bucket = startBucket();
    // It is stopped after the file, and the next file needs another.
    stopWithServers(async () => void (bucket = undefined));
  }
  return bucket;
}

/** The settings of a server with its files in one of them. */
export const storageEnv = async (storage: StorageName): Promise<Readonly<Record<string, string>>> =>
  storage === "bucket" ? (await sharedBucket()).env : {};

/** How many rows or objects have bytes of the files of a database, wherever they are. */
export async function storedPieces({ sql }: Pick<TestDatabase, "sql">): Promise<number> {
  const chunks = await sql`select from upload_chunk`;
  const rows = await sql<{ bucketKey: string }[]>`select bucket_key from bucket_file`;
  const keys = rows.length === 0 ? [] : await (await sharedBucket()).keys();
  return chunks.length + keys.filter((key) => rows.some(({ bucketKey }) => key.startsWith(`${bucketKey}/`))).length;
}

/** A suite for each storage. */
export function suiteOverStorages(title: string, define: (storage: StorageName) => void): void {
  for (const storage of STORAGES) suite(`${title}, in the ${storage}`, () => define(storage));
}
