import { randomUUID } from "node:crypto";
import type { Config } from "#config/config.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { configuredBucket } from "#outbound/configured-bucket.ts";
import { examined, type Finding, ok, wrongFinding } from "./finding.ts";

/** Whether uploaded files are where the database says, and whether the bucket can be used. */
export async function examineFiles(config: Config, sql: ReadSql): Promise<readonly Finding[]> {
  const findings = [await inDatabase(sql)];
  const [row] = await sql<{ count: number }[]>`select count(*) from upload_file where bucket_key is not null`;
  const count = row?.count ?? 0;
  const bucket = configuredBucket(config);
  if (bucket !== undefined) {
    try {
      const useBucket = async () => [await usable(bucket), await inBucket(bucket, sql, count)];
      const found = await examined(useBucket, (reason) => `The bucket cannot be used: ${reason} Look at --files-url.`);
      return [...findings, ...found];
    } finally {
      await bucket.close();
    }
  }
  if (count === 0) return findings;
  return [...findings, wrongFinding(`${count} files are in a bucket that is not configured: set --files-url.`)];
}

async function inDatabase(sql: ReadSql): Promise<Finding> {
  const [row] = await sql<{ count: number; mib: number; lost: number }[]>`
    select count(*), coalesce(sum(size), 0)::float8 / 1048576 as mib,
           count(*) filter (where size > 0 and not exists (
             select from upload_chunk c where c.realm_id = u.realm_id and c.file = u.file and c.number = 0)) as lost
    from upload u join upload_file f using (realm_id, file) where f.bucket_key is null`;
  const { count, mib, lost } = row ?? { count: 0, mib: 0, lost: 0 };
  if (lost > 0)
    return wrongFinding(`The content of ${lost} of ${count} files is missing: restore a backup that has it.`);
  return ok(`Files are in the database: ${count}, with ${mib.toFixed(1)} MiB.`);
}

/** Does everything that the server does there, with an object of its own. */
async function usable(bucket: Bucket): Promise<Finding> {
  const key = `doctor/${randomUUID()}`;
  const bytes = Buffer.from("parley doctor");
  await bucket.put(key, bytes);
  const read = await bucket.get(key, 0, bytes.length);
  const listed = await bucket.list(key);
  await bucket.remove(key);
  if (read?.equals(bytes) !== true || listed[0] !== key)
    return wrongFinding("The bucket does not return what is stored there.");
  return ok("The bucket stores, returns, lists and removes objects.");
}

const NEWEST = 20;

async function inBucket(bucket: Bucket, sql: ReadSql, count: number): Promise<Finding> {
  const rows = await sql<{ bucketKey: string }[]>`
    select f.bucket_key from upload u join upload_file f using (realm_id, file)
    where f.bucket_key is not null and u.size > 0 order by u.created_at desc limit ${NEWEST}`;
  const found = await Promise.all(rows.map(({ bucketKey }) => bucket.has(`${bucketKey}/0`)));
  const lost = found.filter((isThere) => !isThere).length;
  if (lost > 0) {
    return wrongFinding(
      `Of the ${rows.length} newest files in the bucket ${lost} are missing: look whether it is the right one.`,
    );
  }
  return ok(`Files in the bucket: ${count}; the newest are there.`);
}
