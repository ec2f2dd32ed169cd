import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { before, test } from "node:test";
import { startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { storageEnv, storedPieces, suiteOverStorages } from "../../../test/harness/storage.ts";
import { until } from "../../../test/harness/until.ts";
import { BEGIN, begin, END, open } from "./test-support.ts";

const MIB = 1024 * 1024;
suiteOverStorages("uploads in progress", (storage) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ flags: ["--max-file-mib", "40"], env: await storageEnv(storage) });
  });

  const chunks = () => storedPieces(server.database);
  const noneLeft = () => until(chunks, (count) => count === 0);

  test("a user's upload is stored while it arrives, whatever its size, and is served unchanged", async () => {
    const { hamlet } = server.cast;
    const [sent, received] = [createHash("sha256"), createHash("sha256")];
    const { request: sending, answer, send } = begin(server, hamlet);
    await send(BEGIN);
    for (let at = 0; at < 30; at += 1) {
      const part = randomBytes(MIB);
      sent.update(part);
      await send(part);
      // The first chunks are stored before the rest is sent.
      if (at === 1) await until(chunks, (count) => count >= 1);
    }
    sending.end(END);
    const { status, json } = await answer;
    assert.equal(status, 200);
    received.update((await open(server, hamlet, json["url"] as string)).bytes);
    assert.equal(received.digest("hex"), sent.digest("hex"));
    const { attachments } = await hamlet.call("GET /attachments");
    await hamlet.call("DELETE /attachments/{attachment_id}", { attachment_id: attachments[0]?.id ?? 0 });
    await noneLeft();
  });

  test("a user's upload that never ends leaves nothing", async () => {
    const { request: sending, send } = begin(server, server.cast.hamlet);
    await send(BEGIN);
    await send(randomBytes(2 * MIB));
    await until(chunks, (count) => count >= 1);
    sending.destroy();
    await noneLeft();
    assert.deepEqual((await server.cast.hamlet.call("GET /attachments")).attachments, []);
  });

  test("a user's upload is refused when it becomes too large, before its end", async () => {
    const { request: sending, answer, send } = begin(server, server.cast.hamlet);
    await send(BEGIN);
    for (let at = 0; at < 41; at += 1) await send(Buffer.alloc(MIB));
    const { status, json } = await answer;
    assert.deepEqual([status, json["code"]], [400, "BAD_REQUEST"]);
    sending.destroy();
    await noneLeft();
  });

  test("a user's upload is refused for a second part, before its end", async () => {
    const { hamlet } = server.cast;
    const second = begin(server, hamlet);
    await second.send(`${BEGIN}the first\r\n${BEGIN}the second, and more`);
    assert.match(String((await second.answer).json["msg"]), /only upload one file/);
    second.request.destroy();
    const endless = begin(server, hamlet);
    await endless.send('--x\r\nContent-Disposition: form-data; name="field"\r\n\r\n');
    for (let at = 0; at < 17; at += 1) await endless.send(Buffer.alloc(MIB, "x"));
    assert.match(String((await endless.answer).json["msg"]), /Malformed/);
    endless.request.destroy();
    await noneLeft();
  });

  test("a user's upload is refused if its form is broken or the user may not upload", async () => {
    const { hamlet } = server.cast;
    const broken = begin(server, hamlet);
    broken.request.end(BEGIN + "no end");
    assert.deepEqual((await broken.answer).json["code"], "BAD_REQUEST");
    const stranger = begin(server, { ...hamlet, apiKey: "x".repeat(32) });
    await stranger.send(BEGIN);
    assert.equal((await stranger.answer).status, 401);
    stranger.request.destroy();
    await noneLeft();
  });

  test("a user's upload is refused at once if there is no space, and the connection stays usable", async () => {
    const full = await startTestServer({ flags: ["--upload-quota-mib", "0"], env: await storageEnv(storage) });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { request: sending, answer, send } = begin(full, full.cast.hamlet, agent);
    await send(BEGIN + "some of it");
    const port = sending.socket?.localPort;
    assert.equal((await answer).json["code"], "REALM_UPLOAD_QUOTA");
    for (let at = 0; at < 10; at += 1) await send(Buffer.alloc(MIB));
    sending.end(END);
    const next = begin(full, full.cast.hamlet, agent);
    next.request.end(BEGIN + END);
    assert.equal((await next.answer).json["code"], "REALM_UPLOAD_QUOTA");
    assert.equal(next.request.socket?.localPort, port);
    agent.destroy();
  });
});
