import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, suite, test } from "node:test";
import { unpacked } from "#domains/exports/test-support.ts";
import { open, upload } from "#domains/files/test-support.ts";
import { type FileMove, moveFiles } from "#domains/files/storage/move.ts";
import { readBytes } from "#domains/files/storage/read.ts";
import { readConfig } from "#config/config.ts";
import { configuredBucket } from "#outbound/configured-bucket.ts";
import { startBucket, type TestBucket } from "../harness/bucket.ts";
import { REALM_ID } from "../harness/cast.ts";
import { createDatabase } from "../harness/database.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { onDatabase, scratchFolder } from "./backup-support.ts";

const SIZES = [0, 5, 700_000, 2_500_000];

suite("parley move-files", () => {
  const scratch = scratchFolder();
  let bucket: TestBucket;
  let server: TestServer;
  const files = new Map<string, Buffer>();
  before(async () => {
    bucket = await startBucket();
    server = await startTestServer({ env: { ...bucket.env, PARLEY_NEW_FILES: "database" } });
    for (const size of SIZES) {
      const data = randomBytes(size);
      files.set(await upload(server, server.cast.hamlet, { name: `${size}.bin`, data }), data);
    }
  });

  const run = (words: readonly string[], env: Record<string, string> = {}, url = server.database.url) =>
    onDatabase(url, words, { ...bucket.env, ...env });
  const moveTo = (place: "bucket" | "database") => run(["move-files", "--new-files", place]);
  const chunks = async () => (await server.database.sql`select from upload_chunk`).length;
  const serves = async (server: TestServer) => {
    for (const [url, data] of files) assert.deepEqual((await open(server, server.cast.hamlet, url)).bytes, data);
  };
  const withBucket = async (work: (move: FileMove) => Promise<void>) => {
    const opened = configuredBucket(readConfig([], bucket.env));
    assert.ok(opened);
    try {
      await work({ sql: server.database.sql, bucket: opened, to: "bucket", onProgress() {} });
    } finally {
      await opened.close();
    }
  };

  test("an operator moves all files to the bucket and back while the server runs, and each is served unchanged", async () => {
    const there = await moveTo("bucket");
    assert.deepEqual([there.code, there.output], [0, "Moved 4 files with 3.1 MiB to the bucket.\n"]);
    assert.deepEqual([await chunks(), (await bucket.keys()).length], [0, 5]);
    await serves(server);
    assert.match((await moveTo("bucket")).output, /^Moved 0 files/);
    const back = await moveTo("database");
    assert.deepEqual([back.code, back.output], [0, "Moved 4 files with 3.1 MiB to the database.\n"]);
    assert.deepEqual(await bucket.keys(), []);
    await serves(server);
  });

  test("a reader of a file that is moved meanwhile gets all of it", async () => {
    const [[url, data] = ["", Buffer.alloc(0)]] = [...files].slice(-1);
    const [, , , , file = ""] = url.split("/");
    await withBucket(async (move) => {
      for (const to of ["bucket", "database"] as const) {
        const bytes = readBytes(move, REALM_ID, file, 0, data.length);
        const parts = [(await bytes.next()).value as Buffer];
        await moveFiles({ ...move, to });
        for await (const part of bytes) parts.push(part);
        assert.deepEqual(Buffer.concat(parts), data, to);
      }
    });
  });

  test("a move that is interrupted goes on from there, and a copy that differs leaves the file where it is", async () => {
    await withBucket(async (move) => {
      let puts = 0;
      const failing: FileMove["bucket"] = {
        ...move.bucket,
        put: (key, bytes) =>
          (puts += 1) > 2 ? Promise.reject(new Error("the power is gone")) : move.bucket.put(key, bytes),
      };
      await assert.rejects(moveFiles({ ...move, bucket: failing }), /the power is gone/);
      await serves(server);
      const wrong: FileMove["bucket"] = {
        ...move.bucket,
        get: async (key, start, end) => (await move.bucket.get(key, start, end))?.map((byte) => byte ^ 1) as Buffer,
      };
      await assert.rejects(moveFiles({ ...move, bucket: wrong }), /differs: it stays where it was/);
      await serves(server);
      await moveFiles(move);
      await serves(server);
      assert.equal(await chunks(), 0);
    });
  });

  test("a file whose content is missing is named, and the others are moved", async () => {
    const { sql } = server.database;
    const url = await upload(server, server.cast.hamlet, { name: "lost" });
    const [, , , , file = ""] = url.split("/");
    await sql`delete from upload_chunk where file = ${file}`;
    const { code, output } = await moveTo("bucket");
    assert.deepEqual(
      [code, output],
      [0, `The content of file ${file} is missing, and was not moved.\nMoved 0 files with 0.0 MiB to the bucket.\n`],
    );
    await sql`delete from upload where file = ${file}`;
  });

  test("a backup has the files of the bucket, and is restored into either; the first bucket keeps its own", async () => {
    const before = (await bucket.keys()).sort();
    const made = await run(["backup", scratch("files")]);
    assert.equal(made.code, 0, made.output);
    const [plain, other] = [await createDatabase("empty"), await createDatabase("empty")];
    for (const [target, env] of [
      [plain, { PARLEY_NEW_FILES: "database" }],
      [other, {}],
    ] as const) {
      const restored = await run(["restore", scratch("files")], env, target.url);
      assert.equal(restored.code, 0, restored.output);
      const settings = target === plain ? {} : { env: bucket.env };
      const second = await startTestServer({ database: { ...server.database, url: target.url }, ...settings });
      await serves(second);
      await second.stop();
    }
    const after = await bucket.keys();
    assert.equal(after.length, before.length + 5);
    assert.ok(before.every((key) => after.includes(key)));
    await serves(server);
  });

  test("an export has the files of the bucket", async () => {
    const made = await run(["export", scratch("archive")]);
    assert.equal(made.code, 0, made.output);
    const archive = unpacked(readFileSync(scratch("archive")));
    const contents = [...archive.files].filter(([name]) => name.startsWith("uploads/")).map(([, data]) => data);
    for (const data of files.values())
      assert.ok(
        contents.some((content) => content.equals(data)),
        `${data.length}`,
      );
  });

  test("an operator reads from the doctor whether the bucket can be used", async () => {
    const good = await run(["doctor"]);
    assert.match(good.output, /^ok +The bucket stores, returns, lists and removes objects\.$/m);
    assert.match(good.output, /^ok +Files in the bucket: 4; the newest are there\.$/m);
    const wrongKey = await run(["doctor"], { PARLEY_FILES_SECRET_KEY: "hunter22" });
    assert.match(
      wrongKey.output,
      /^wrong +The bucket cannot be used: .*SignatureDoesNotMatch.* Look at --files-url\.$/m,
    );
    assert.doesNotMatch(wrongKey.output, /hunter22/);
    const none = await onDatabase(server.database.url, ["doctor"]);
    assert.match(none.output, /^wrong +4 files are in a bucket that is not configured: set --files-url\.$/m);
    const unset = await onDatabase(server.database.url, ["move-files"]);
    assert.deepEqual(
      [unset.code, unset.output],
      [1, "There is no bucket to move files to or from: set --files-url.\n"],
    );
    const keyless = await run(["doctor"], { PARLEY_FILES_URL: "s3://127.0.0.1/parley", PARLEY_FILES_SECRET_KEY: "" });
    assert.match(keyless.output, /PARLEY_FILES_SECRET_KEY is empty/);
  });
});
