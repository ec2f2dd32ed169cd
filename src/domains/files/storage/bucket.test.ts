import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, suite, test } from "node:test";
import { startBucket, type TestBucket } from "../../../../test/harness/bucket.ts";
import { metricsOf } from "../../../../test/harness/metrics.ts";
import { openTestRealm } from "../../../../test/harness/realm.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { inSnapshot } from "#engine/db/database.ts";
import { removeUnusedFiles } from "../cleanup.ts";
import { open, send, upload } from "../test-support.ts";
import { READS_ALL_FILES } from "./objects.ts";
import { sourceOf } from "./of-realm.ts";
import { wholeFile } from "./read.ts";

suite("files in a bucket", () => {
  let bucket: TestBucket;
  let server: TestServer;
  before(async () => {
    bucket = await startBucket();
    server = await startTestServer({ env: bucket.env });
  });

  const removeNewest = async () => {
    const { attachments } = await server.cast.hamlet.call("GET /attachments");
    await server.cast.hamlet.call("DELETE /attachments/{attachment_id}", { attachment_id: attachments[0]?.id ?? 0 });
  };
  /** The hourly cleanup, two days later. */
  const cleanUp = async () => {
    const { database } = server;
    await database.sql`update bucket_file set begun_at = begun_at - interval '2 days'`;
    const { realm, db } = await openTestRealm(database, bucket.env);
    await removeUnusedFiles(realm);
    await db.close();
  };

  test("a user whose bucket does not respond is told to come back, and loses nothing", async () => {
    const { hamlet } = server.cast;
    const data = randomBytes(1_500_000);
    const url = await upload(server, hamlet, { data });
    const removed = await upload(server, hamlet, { data: "to be removed" });
    await bucket.stop();
    const refused = await send(server, hamlet, { name: "x", data: "x" });
    assert.deepEqual(
      [refused.status, refused.json["code"], refused.headers.get("retry-after")],
      [503, "SERVICE_UNAVAILABLE", "5"],
    );
    const unread = await open(server, hamlet, url);
    assert.deepEqual([unread.status, unread.headers.get("retry-after")], [503, "5"]);
    await removeNewest();
    assert.equal((await open(server, hamlet, removed)).status, 404);
    assert.equal((await hamlet.call("GET /attachments")).attachments.length, 1);
    assert.match(await metricsOf(server.url), /parley_bucket_seconds_count\{operation="put",outcome="failure"\} 1/);
    assert.match(server.output(), /the bucket of files failed/);
    await bucket.start();
    assert.deepEqual((await open(server, hamlet, url)).bytes, data);
    assert.equal((await bucket.keys()).length, 3);
    await cleanUp();
    assert.equal((await bucket.keys()).length, 2);
    assert.equal((await server.database.sql`select from bucket_file`).length, 1);
    await removeNewest();
    assert.deepEqual(await bucket.keys(), []);
  });

  test("a file that is removed while a snapshot is read stays readable there, and goes with the next cleanup", async () => {
    const { hamlet } = server.cast;
    const url = await upload(server, hamlet, { data: "still in the snapshot" });
    const [, , , , file = ""] = url.split("/");
    const { realm, db } = await openTestRealm(server.database, bucket.env);
    await inSnapshot(server.database.address, READS_ALL_FILES, async (sql) => {
      await sql`select from upload`;
      await removeNewest();
      await cleanUp();
      const read = await wholeFile({ ...sourceOf(realm), sql }, realm.id, { file, size: 21 });
      assert.equal(read.toString(), "still in the snapshot");
    });
    await db.close();
    await cleanUp();
    assert.deepEqual(await bucket.keys(), []);
  });

  test("a server without the bucket says so, and one that has lost an object has no such file", async () => {
    const { hamlet } = server.cast;
    const url = await upload(server, hamlet);
    const without = await startTestServer({ database: server.database });
    assert.equal((await open(without, without.cast.hamlet, url)).status, 503);
    await server.database.sql`update upload_file set bucket_key = '1/lost'`;
    assert.equal((await open(server, hamlet, url)).status, 404);
    await removeNewest();
  });
});
