import assert from "node:assert/strict";
import { request } from "node:http";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { pathNames } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { basic, raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("what comes over the wire", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("CVE-2024-52805: an endless body is refused at the limit, whatever length it declares", async () => {
    const { hamlet } = server.cast;
    const CHUNK = Buffer.alloc(1024 * 1024, "x");
    const MAX_CHUNKS = 200;
    for (const type of ["x/y", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html"]) {
      const { status, sent } = await new Promise<{ status: number; sent: number }>((resolve, reject) => {
        let sent = 0;
        let isAnswered = false;
        const headers = { authorization: basic(hamlet.email, hamlet.apiKey), "content-type": type };
        const call = request(`${server.url}/api/v1/messages`, { method: "POST", headers }, (response) => {
          isAnswered = true;
          response.resume();
          resolve({ status: response.statusCode ?? 0, sent });
          call.destroy();
        });
        // A client that goes on sending after the response is cut off.
        call.on("error", (error) => (isAnswered ? undefined : reject(error)));
        const flood = () => {
          while (!isAnswered && sent < MAX_CHUNKS) {
            sent += 1;
            if (!call.write(CHUNK)) return;
          }
        };
        call.on("drain", flood);
        flood();
      });
      assert.equal(status, 413, type);
      assert.ok(sent < MAX_CHUNKS / 2, `${type}: ${sent} MiB were taken`);
    }
    await hamlet.call("GET /users/me");
  });

  test("CVE-2024-22091: a path has a limited length", async () => {
    const { hamlet } = server.cast;
    for (const path of [`/users/${"9".repeat(9000)}`, `/users/${"a".repeat(9000)}@elsinore.example`]) {
      assert.equal((await raw(`${server.url}/api/v1${path}`, { as: hamlet })).status, 414);
    }
  });

  test("CVE-2020-12759: nothing that a client sends comes back as a page", async () => {
    // A separate server, because some of the calls lock out the caller or everybody. They come last.
    const { url, cast } = await startTestServer();
    const { desdemona } = cast;
    const EVIL = `"><script>alert(1)</script>`;
    let asked = 0;
    const shutsOut = ({ path }: { path: string }) => /deactivate$|regenerate$|^\/users\/me$/.test(path);
    const inOrder = endpoints.toSorted((a, b) => Number(shutsOut(a)) - Number(shutsOut(b)));
    for (const { method, path, params } of inOrder) {
      const inPath = pathNames(path);
      const fields = new URLSearchParams(
        Object.keys(params)
          .filter((name) => !inPath.includes(name) && name !== "dont_block")
          .map((name) => [name, EVIL]),
      );
      const target = inPath.reduce((text, name) => text.replace(`{${name}}`, encodeURIComponent(EVIL)), path);
      const isGet = method === "GET";
      const { headers } = await raw(`${url}/api/v1${target}${isGet ? `?${fields.toString()}` : ""}`, {
        method,
        as: desdemona,
        ...(!isGet && { body: fields }),
      });
      assert.match(headers.get("content-type") ?? "", /^application\/json/, `${method} ${path}`);
      assert.equal(headers.get("x-content-type-options"), "nosniff", `${method} ${path}`);
      asked += 1;
    }
    assert.equal(asked, endpoints.length);
    for (const path of [
      `/${EVIL}`,
      `/accounts/confirm_new_email/${EVIL}`,
      `/user_avatars/${EVIL}`,
      `/avatar/${EVIL}`,
    ]) {
      const { headers, text } = await raw(`${server.url}${path}`);
      assert.ok(!(/html/.test(headers.get("content-type") ?? "") && text.includes("<script>")), path);
    }
  });

  test("CVE-2019-19775: no URL of ours redirects to where its caller wants", async () => {
    const { hamlet } = server.cast;
    for (const evil of ["//evil.example", "/\\evil.example", "%2f%2fevil.example", "https:%2f%2fevil.example"]) {
      for (const path of [
        `/${evil}`,
        `/avatar/${evil}`,
        `/avatar/${hamlet.id}?url=${evil}&next=${evil}`,
        `/avatar/${hamlet.id}/${evil}`,
        `/user_avatars/${evil}`,
        `/user_avatars/emoji/${evil}`,
        `/api/v1/users/me?next=${evil}`,
        `/api/${evil}`,
      ]) {
        const { headers } = await raw(`${server.url}${path}`, { as: hamlet, redirect: "manual" });
        assert.doesNotMatch(headers.get("location") ?? "", /evil/, path);
      }
    }
  });

  test("CVE-2025-4981, CVE-2025-8023, CVE-2025-36530, CVE-2025-6465, CVE-2021-41281: a file name or picture URL leads to no other file", async () => {
    const { hamlet, iago } = server.cast;
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const names = ["../../../x.png", "..\\..\\x.png", "/etc/passwd", "a\0b.png", "x".repeat(300), "CON", "\u202egnp.x"];
    for (const [index, name] of names.entries()) {
      const body = new FormData();
      body.set("file", new Blob([new Uint8Array(image)]), name);
      const avatar = await raw(`${server.url}/api/v1/users/me/avatar`, { method: "POST", as: hamlet, body });
      assert.match(String(avatar.json["avatar_url"]), /^\/user_avatars\/[A-Za-z0-9]{32}\.png$/, JSON.stringify(name));
      const emoji = new FormData();
      emoji.set("file", new Blob([new Uint8Array(image)]), name);
      const added = await raw(`${server.url}/api/v1/realm/emoji/odd_${index}`, {
        method: "POST",
        as: iago,
        body: emoji,
      });
      assert.equal(added.status, 200, added.text);
    }
    const { emoji } = await iago.call("GET /realm/emoji");
    for (const { source_url: address } of Object.values(emoji)) {
      assert.match(address, /^\/user_avatars\/emoji\/[A-Za-z0-9]{32}\.png$/);
    }
    for (const file of [
      "../../package.json",
      "..%2f..%2fpackage.json",
      "..%5c..%5cpackage.json",
      "%2e%2e/%2e%2e/package.json",
      "%00.png",
    ]) {
      for (const folder of [
        "/user_avatars",
        "/user_avatars/emoji",
        "/static/generated/emoji/images/emoji/unicode",
        "/api",
        "/docs",
      ]) {
        const { status, text } = await raw(`${server.url}${folder}/${file}`);
        assert.ok(status === 404 || status === 400, `${folder}/${file}: ${status}`);
        assert.ok(!text.includes("dependencies"), `${folder}/${file}`);
      }
    }
  });

  test("CVE-2026-45078: many writers that wait for one lock do not block readers, and all get their turn", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const WRITERS = 200;
    const writers = [hamlet, othello, cordelia];
    const sent = await server.database.sql.begin(async (sql) => {
      await sql`select 1 as one from realm_head for update`;
      const sends = Array.from({ length: WRITERS }, (_, n) =>
        (writers[n % writers.length] ?? hamlet).call("POST /messages", {
          ...{ type: "channel", to: "general", topic: "crowd", content: `word ${n}` },
        }),
      );
      for (let n = 0; n < 50; n += 1) await othello.call("GET /users/me");
      return { done: Promise.all(sends) };
    });
    const ids = (await sent.done).map(({ id }) => id);
    assert.equal(new Set(ids).size, WRITERS);
  });
});
