import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type BrowserSession, browserSession } from "../../../test/harness/browser.ts";
import { raw } from "../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { storageEnv, suiteOverStorages } from "../../../test/harness/storage.ts";
import { upload } from "./test-support.ts";

suiteOverStorages("files in a browser", (storage) => {
  let server: TestServer;
  let browser: BrowserSession;
  let url: string;
  before(async () => {
    server = await startTestServer({ env: await storageEnv(storage) });
    browser = await browserSession(server, server.cast.hamlet);
    url = await upload(server, server.cast.hamlet, { name: "clip.mp4", data: "0123456789", type: "video/mp4" });
  });

  test("come by the cookie or by a key in the query, to those who may have them", async () => {
    const { hamlet, othello } = server.cast;
    const seen = await browser.fetch(url);
    assert.deepEqual([seen.status, await seen.text()], [200, "0123456789"]);
    assert.equal(seen.headers.get("cross-origin-resource-policy"), "same-origin");
    const byKey = (key: string) => raw(`${server.url}${url}?api_key=${key}`);
    assert.deepEqual([(await byKey(hamlet.apiKey)).status, (await byKey(othello.apiKey)).status], [200, 403]);
    assert.equal((await byKey("x".repeat(32))).json["code"], "INVALID_API_KEY");
    const { api_key: renewed } = await othello.call("POST /users/me/api_key/regenerate");
    assert.deepEqual([(await byKey(othello.apiKey)).status, (await byKey(renewed)).status], [401, 403]);
    const other = await browserSession(server, server.cast.cordelia);
    assert.equal((await other.fetch(url)).status, 403);
    const avatar = await browser.fetch(`/avatar/${hamlet.id}`);
    assert.equal(avatar.status, 302);
  });

  test("are kept only by a browser that is to stay logged in, which asks again each time, and no dialog asks strangers for a password", async () => {
    const { headers } = await browser.fetch(url);
    assert.equal(headers.get("cache-control"), "private, no-cache, no-store", "its session ends with it");
    const lasting = await browserSession(server, server.cast.hamlet, { remember: true });
    assert.equal((await lasting.fetch(url)).headers.get("cache-control"), "private, no-cache");
    assert.match(headers.get("vary") ?? "", /Cookie/);
    const again = await browser.fetch(url, { headers: { "if-none-match": headers.get("etag") ?? "" } });
    assert.deepEqual([again.status, await again.text()], [304, ""]);
    const stranger = await raw(`${server.url}${url}`);
    assert.deepEqual([stranger.status, stranger.headers.get("www-authenticate")], [401, 'Session realm="svc"']);
    assert.equal(stranger.headers.get("cache-control"), "private, no-store");
    const wrong = await raw(`${server.url}${url}`, { as: { email: "x@example.com", apiKey: "x".repeat(32) } });
    assert.equal(wrong.headers.get("www-authenticate"), 'Basic realm="svc"');
  });

  test("come in parts, as players of videos ask for them", async () => {
    const part = (range: string, more = {}) => browser.fetch(url, { headers: { range, ...more } });
    const middle = await part("bytes=2-4");
    assert.deepEqual(
      [middle.status, middle.headers.get("content-range"), await middle.text()],
      [206, "bytes 2-4/10", "234"],
    );
    const etag = middle.headers.get("etag") ?? "";
    assert.equal((await part("bytes=2-4", { "if-range": etag })).status, 206);
    assert.equal((await part("bytes=2-4", { "if-range": '"another"' })).status, 200);
    assert.equal((await part("bytes=20-")).status, 416);
  });

  test("a session that was ended opens no file", async () => {
    const ended = await browserSession(server, server.cast.hamlet);
    assert.equal((await ended.fetch(url)).status, 200);
    await ended.fetch("/json/logout", { method: "POST" });
    const etag = (await browser.fetch(url)).headers.get("etag") ?? "";
    assert.equal((await ended.fetch(url, { headers: { "if-none-match": etag } })).status, 401, "nor shows a kept one");
  });
});
