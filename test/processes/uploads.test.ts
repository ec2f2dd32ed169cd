import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { BEGIN, begin, END, open } from "#domains/files/test-support.ts";
import { createDatabase } from "../harness/database.ts";
import { startTestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const MIB = 1024 * 1024;

test("P1: an acknowledged upload survives kill -9 and is served by any process, and an unacknowledged one does not exist", async () => {
  const database = await createDatabase();
  const first = await startTestServer({ database, isSeparate: true });
  const { hamlet } = first.cast;
  const data = randomBytes(3 * MIB);
  const whole = begin(first, hamlet);
  whole.request.end(Buffer.concat([Buffer.from(BEGIN), data, Buffer.from(END)]));
  const { status, json } = await whole.answer;
  assert.equal(status, 200);
  const url = json["url"] as string;
  const half = begin(first, hamlet);
  await half.send(BEGIN);
  await half.send(randomBytes(2 * MIB));
  const chunks = async () => (await database.sql`select from upload_chunk`).length;
  await until(chunks, (count) => count >= 12 + 7);
  await first.stop("SIGKILL");
  await assert.rejects(half.answer);
  const second = await startTestServer({ database });
  assert.deepEqual((await open(second, second.cast.hamlet, url)).bytes, data);
  const { attachments, upload_space_used: used } = await second.cast.hamlet.call("GET /attachments");
  assert.deepEqual(
    attachments.map(({ path_id: path }) => `/user_uploads/${path}`),
    [url],
  );
  assert.equal(used, data.length);
});
