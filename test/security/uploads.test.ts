import assert from "node:assert/strict";
import { before, test } from "node:test";
import { raw } from "../harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { storageEnv, suiteOverStorages } from "../harness/storage.ts";
import { open, send, upload } from "#domains/files/test-support.ts";

const SCRIPT = "<script>alert(document.domain)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const PDF = "%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj";

const POLICY = /^default-src 'none';.* sandbox$/;

suiteOverStorages("uploaded files do no harm", (storage) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ env: await storageEnv(storage) });
  });

  const served = async (name: string, type: string, data: string | Buffer) => {
    const { hamlet } = server.cast;
    const { headers } = await open(server, hamlet, await upload(server, hamlet, { name, type, data }));
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    const isShownPdf = type === "application/pdf" && !data.includes("/J") && !data.includes("#4a");
    assert.match(headers.get("content-security-policy") ?? "", isShownPdf ? /^default-src 'none';/ : POLICY);
    assert.equal(headers.get("cache-control"), "private, no-cache");
    assert.match(headers.get("vary") ?? "", /Authorization/);
    return { type: headers.get("content-type"), kind: headers.get("content-disposition")?.split(";")[0] };
  };

  test("CVE-2023-22735: neither type nor name turns an upload into a page of our origin", async () => {
    assert.deepEqual(await served("a.png", "text/html", SCRIPT), {
      type: "text/plain; charset=utf-8",
      kind: "attachment",
    });
    assert.deepEqual(await served("a.html", "image/png", SCRIPT), { type: "image/png", kind: "inline" });
    assert.deepEqual(await served("a.html", "text/plain", SCRIPT), {
      type: "text/plain; charset=utf-8",
      kind: "attachment",
    });
  });

  test("CVE-2019-16216: a page of ours that loads an upload as a script, a worker or a style gets none", async () => {
    const { hamlet } = server.cast;
    const types = [
      ...["text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript", "text/jscript"],
      ...["application/ecmascript", "text/javascript1.5", "text/livescript", "text/x-javascript", "module/javascript"],
      ...["text/css", "application/wasm", "text/html", "image/svg+xml", "application/xhtml+xml", "text/xsl"],
      ...["application/atom+xml", "application/mathml+xml", "multipart/x-mixed-replace", "message/rfc822"],
    ];
    for (const type of types) {
      const { headers } = await open(server, hamlet, await upload(server, hamlet, { name: "a.bin", type, data: "1" }));
      assert.match(
        headers.get("content-type") ?? "",
        /^(?:text\/plain; charset=utf-8|application\/octet-stream)$/,
        type,
      );
      const rest = ["x-content-type-options", "cross-origin-resource-policy"].map((name) => headers.get(name));
      assert.deepEqual(rest, ["nosniff", "same-origin"], type);
      assert.match(headers.get("content-security-policy") ?? "", /sandbox/);
      assert.match(headers.get("content-disposition") ?? "", /^attachment/, type);
    }
    const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    const kept = await open(server, hamlet, await upload(server, hamlet, { name: "a.docx", type: word, data: "1" }));
    assert.equal(kept.headers.get("content-type"), word, "what runs nowhere keeps its type");
  });

  test("CVE-2019-16216, CVE-2018-9999: what could run scripts is never shown from our origin", async () => {
    for (const [name, type, data] of [
      ["a.svg", "image/svg+xml", SVG],
      ["a.SVG", "application/octet-stream", SVG],
      ["a.html", "text/html", SCRIPT],
      ["a.xhtml", "application/xhtml+xml", SCRIPT],
      ["a.xml", "text/xml", SVG],
      ["a.xml", "application/xml", SVG],
      ["a.js", "text/javascript", "alert(1)"],
      ["a.mht", "multipart/related", SCRIPT],
      ["a.png", "image/svg+xml; charset=utf-8", SVG],
      ["a.png", "IMAGE/SVG+XML", SVG],
      ["a.pdf", "application/pdf", PDF],
      ["a.pdf", "application/pdf", PDF.replaceAll("/J", "/#4a")],
      ["b.pdf", "application/pdf", `${"x".repeat(262_140)}${PDF}`],
    ] as const) {
      const sent = await served(name, type, data);
      assert.equal(sent.kind, "attachment", `${name} as ${type}`);
      assert.match(
        sent.type ?? "",
        /^(?:text\/plain; charset=utf-8|application\/(?:octet-stream|pdf))$/,
        `${name} as ${type}`,
      );
    }
    assert.equal((await served("a.pdf", "application/pdf", "%PDF-1.7\n1 0 obj")).kind, "inline");
  });

  test("CVE-2025-4981, CVE-2025-8023, CVE-2025-36530, CVE-2025-6465: a file name is never used as a path", async () => {
    const { hamlet } = server.cast;
    const names = [
      ...["../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "C:\\x", "....//x", "%2e%2e%2fx", "..", ".", " ", "-"],
      ...[
        "CON",
        "a\0b.txt",
        "a\u202etxt.exe",
        "x".repeat(300),
        `${"名".repeat(300)}.png`,
        "a/b",
        'a;b="c"',
        "’`$(id)`",
      ],
      ...["thumbnail", "download", "temporary", "a?b#c", "\ud800", "é.txt"],
    ];
    for (const name of names) {
      const { status, json, text } = await send(server, hamlet, { name, data: name });
      assert.equal(status, 200, `${name}: ${text}`);
      const url = json["url"] as string;
      assert.match(url, /^\/user_uploads\/1\/[0-9a-f]{1,2}\/[\w-]{24}\/[\p{L}\p{M}\p{N}_.-]{1,100}$/u, name);
      assert.ok(!/\/\.+$/.test(url));
      const page = await open(server, hamlet, url);
      assert.equal(page.status, 200);
      assert.match(page.headers.get("content-disposition") ?? "", /^(inline|attachment); filename="[\x20-\x7e]*"/);
      assert.doesNotMatch(json["filename"] as string, /[\0\u202e]/);
    }
    const { attachments } = await hamlet.call("GET /attachments");
    assert.equal(new Set(attachments.map(({ path_id: path }) => path.split("/")[2])).size, attachments.length);
  });

  test("CVE-2026-26058: no path reaches a file of the server", async () => {
    const { hamlet } = server.cast;
    const url = await upload(server, hamlet);
    for (const path of [
      ...["/user_uploads/../../etc/passwd", "/user_uploads/..%2f..%2fetc/passwd", "/user_uploads/%2e%2e/package.json"],
      ...[
        "/user_uploads/",
        "/user_uploads/1",
        "/user_uploads/1/",
        "/user_uploads/thumbnail/",
        "/user_uploads/download/",
      ],
      ...[`${url}/`, `${url}/x`, `${url}%00`, `${url}%20`, url.replace("/1/", "/01/"), url.replace("/1/", "/2/")],
      ...[`/user_uploads/thumbnail/${url.slice(14)}`, `/user_uploads/thumbnail/${url.slice(14)}/x%00`],
    ]) {
      const { status, bytes } = await open(server, hamlet, path);
      assert.ok(status === 404 || status === 400, `${path}: ${status}`);
      assert.doesNotMatch(bytes.toString(), /root:|Words/);
    }
    for (const link of [`${url}%00`, `${url}\ud800`, "/user_uploads/%", "/user_uploads/1/ab/x"]) {
      await hamlet.call("POST /messages", { type: "direct", to: [hamlet.id], content: `[x](${link})` });
    }
  });

  test("CVE-2019-19775: no URL of a file redirects anywhere else", async () => {
    const { hamlet } = server.cast;
    for (const target of ["//evil.example/x", "/\\evil.example", "%2f%2fevil.example", "https://evil.example/x.png"]) {
      for (const kind of ["", "thumbnail/", "download/", "temporary/"]) {
        const answer = await raw(`${server.url}/user_uploads/${kind}${target}`, { as: hamlet, redirect: "manual" });
        assert.deepEqual([answer.status >= 400, answer.headers.get("location")], [true, null]);
      }
    }
  });

  test("CVE-2026-25742: nobody without an account gets a file, whatever channel it is in", async () => {
    const square = await startTestServer({ flags: ["--web-public-channels", "on"], env: await storageEnv(storage) });
    const { desdemona, hamlet } = square.cast;
    await desdemona.call("PATCH /realm", { enable_spectator_access: true });
    const { id } = await desdemona.call("POST /channels/create", {
      name: "square",
      subscribers: [desdemona.id, hamlet.id],
      is_web_public: true,
    });
    const url = await upload(square, hamlet);
    await hamlet.call("POST /messages", { type: "channel", to: id, topic: "t", content: `[x](${url})` });
    const { status, bytes } = await open(square, undefined, url);
    assert.equal(status, 401);
    assert.doesNotMatch(bytes.toString(), /Words/);
  });

  test("an invalid key gets no file, and neither does a deactivated account", async () => {
    const { hamlet } = server.cast;
    const url = await upload(server, hamlet);
    const wrong = { ...hamlet, apiKey: "x".repeat(32) } as CastMember;
    assert.equal((await open(server, wrong, url)).status, 401);
    const other = await startTestServer({ env: await storageEnv(storage) });
    const theirs = await upload(other, other.cast.othello);
    const [, realm, ...rest] = theirs.slice(1).split("/");
    const { url: pass } = await other.cast.othello.call("GET /user_uploads/{realm_id_str}/{filename}", {
      realm_id_str: Number(realm),
      filename: rest.join("/"),
    });
    assert.equal((await open(other, undefined, pass)).status, 200);
    await other.cast.desdemona.call("DELETE /users/{user_id}", { user_id: other.cast.othello.id });
    assert.equal((await open(other, other.cast.othello, theirs)).status, 401);
    assert.equal((await open(other, undefined, pass)).status, 403);
  });
});
