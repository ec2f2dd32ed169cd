import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, test } from "node:test";
import { raw } from "../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { storageEnv, storedPieces, suiteOverStorages } from "../../../test/harness/storage.ts";
import { keepsFiles, open, send, upload } from "./test-support.ts";

const MIB = 1024 * 1024;

suiteOverStorages("uploaded files", (storage) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ flags: ["--max-file-mib", "2"], env: await storageEnv(storage) });
  });
  const attachments = async () => (await server.cast.hamlet.call("GET /attachments")).attachments;

  test("a user uploads a file, finds it in their list, opens it, and removes it", async () => {
    const { hamlet, othello } = server.cast;
    const data = randomBytes(700_001);
    let url = "";
    const added = await keepsFiles(hamlet, async () => {
      const { json } = await send(server, hamlet, { name: "To be, or not?.bin", data });
      url = json["url"] as string;
      assert.deepEqual([json["uri"], json["filename"]], [url, "To be, or not?.bin"]);
    });
    assert.deepEqual(
      added.map(({ op }) => op),
      ["add"],
    );
    assert.match(url, /^\/user_uploads\/1\/[0-9a-f]{1,2}\/[\w-]{24}\/To-be-or-not.bin$/);
    const [file] = await attachments();
    assert.deepEqual(
      { ...file, id: 0, create_time: 0 },
      { id: 0, create_time: 0, name: "To be, or not?.bin", path_id: url.slice(14), size: data.length, messages: [] },
    );
    assert.ok(Math.abs((file?.create_time ?? 0) - Date.now()) < 600_000);
    assert.deepEqual((await open(server, hamlet, url)).bytes, data);
    const attachment_id = file?.id ?? 0;
    await assert.rejects(othello.call("DELETE /attachments/{attachment_id}", { attachment_id }), {
      code: "BAD_REQUEST",
    });
    await keepsFiles(hamlet, () => hamlet.call("DELETE /attachments/{attachment_id}", { attachment_id }));
    assert.equal((await open(server, hamlet, url)).status, 404);
    await assert.rejects(hamlet.call("DELETE /attachments/{attachment_id}", { attachment_id }), {
      code: "BAD_REQUEST",
    });
    assert.equal(await storedPieces(server.database), 0);
  });

  test("a user uploads exactly one file in a request, and none that is too large", async () => {
    const { hamlet } = server.cast;
    const none = await send(server, hamlet);
    assert.deepEqual([none.status, none.json["code"]], [400, "BAD_REQUEST"]);
    const two = await send(server, hamlet, { name: "a.txt", data: "a" }, { name: "b.txt", data: "b" });
    assert.deepEqual([two.status, two.json["code"]], [400, "BAD_REQUEST"]);
    const large = await send(server, hamlet, { name: "large", data: Buffer.alloc(2 * MIB + 1) });
    assert.deepEqual([large.status, large.json["code"]], [400, "BAD_REQUEST"]);
    assert.match(String(large.json["msg"]), /limit of 2 MiB/);
    assert.equal((await send(server, hamlet, { name: "full", data: Buffer.alloc(2 * MIB) })).status, 200);
    assert.equal((await send(server, hamlet, { name: "empty", data: "" })).status, 200);
    const [left] = await server.database.sql<{ count: number }[]>`select count(*)::int4 from upload_file`;
    assert.equal(left?.count, (await attachments()).length);
  });

  test("users of an organization without space left are refused, and nothing is stored", async () => {
    const small = await startTestServer({ flags: ["--upload-quota-mib", "1"], env: await storageEnv(storage) });
    const { hamlet, othello } = small.cast;
    const { realm_upload_quota_mib, max_file_upload_size_mib } = await hamlet.register();
    assert.deepEqual([realm_upload_quota_mib, max_file_upload_size_mib], [1, 100]);
    await keepsFiles(hamlet, async () => {
      assert.equal((await send(small, hamlet, { name: "a", data: Buffer.alloc(MIB - 5) })).status, 200);
    });
    const refused = await send(small, othello, { name: "b", data: Buffer.alloc(6) });
    assert.deepEqual([refused.status, refused.json["code"]], [400, "REALM_UPLOAD_QUOTA"]);
    assert.equal((await send(small, othello, { name: "b", data: Buffer.alloc(5) })).status, 200);
    const full = await send(small, othello, { name: "c", data: "c" });
    assert.equal(full.json["code"], "REALM_UPLOAD_QUOTA");
    assert.equal((await othello.call("GET /attachments")).upload_space_used, MIB);
    const [kept] = await small.database.sql<{ count: number }[]>`select count(*)::int4 from upload_file`;
    assert.equal(kept?.count, 2);
  });

  test("a reader gets a part of a file, and is refused one that does not exist", async () => {
    const { hamlet } = server.cast;
    const data = randomBytes(1_600_000);
    const url = await upload(server, hamlet, { name: "film.mp4", type: "video/mp4", data });
    for (const [range, start, end] of [
      ["bytes=0-0", 0, 1],
      ["bytes=262100-262200", 262_100, 262_201],
      ["bytes=1599999-", 1_599_999, 1_600_000],
      ["bytes=1048500-1048600", 1_048_500, 1_048_601],
      ["bytes=100-9999999", 100, 1_600_000],
      ["bytes=-10", 1_599_990, 1_600_000],
    ] as const) {
      const page = await open(server, hamlet, url, { range });
      assert.deepEqual([page.status, page.headers.get("content-range")], [206, `bytes ${start}-${end - 1}/1600000`]);
      assert.deepEqual(page.bytes, data.subarray(start, end), range);
    }
    const none = await open(server, hamlet, url, { range: "bytes=1600000-" });
    assert.deepEqual([none.status, none.headers.get("content-range")], [416, "bytes */1600000"]);
    for (const range of ["bytes=5-2", "lines=1-2", "bytes=0-1,5-6"]) {
      const whole = await open(server, hamlet, url, { range });
      assert.deepEqual([whole.status, whole.bytes.length], [200, data.length]);
    }
    const head = await raw(`${server.url}${url}`, { method: "HEAD", as: hamlet });
    assert.deepEqual([head.status, head.headers.get("content-length"), head.text], [200, "1600000", ""]);
  });

  test("a user's file gets its type from the request, or else from its name", async () => {
    const { hamlet } = server.cast;
    const served = async (name: string, type?: string) => {
      const page = await open(
        server,
        hamlet,
        await upload(server, hamlet, { name, ...(type !== undefined && { type }) }),
      );
      const [kind] = page.headers.get("content-disposition")?.split(";") ?? [];
      return [page.headers.get("content-type"), kind];
    };
    assert.deepEqual(await served("a.png", "image/png"), ["image/png", "inline"]);
    assert.deepEqual(await served("a.PNG"), ["image/png", "inline"]);
    assert.deepEqual(await served("a.mp3", "application/octet-stream"), ["audio/mpeg", "inline"]);
    assert.deepEqual(await served("notes.txt"), ["text/plain; charset=utf-8", "inline"]);
    assert.deepEqual(await served("a.png", "application/zip"), ["application/zip", "attachment"]);
    assert.deepEqual(await served("nothing"), ["application/octet-stream", "attachment"]);
    assert.deepEqual(await served("a.png", "image/png\r\nx-evil"), ["image/png", "inline"]);
  });

  test("a user uploads a file under any field name and without a type, as some programs do", async () => {
    const { hamlet } = server.cast;
    const part = 'Content-Disposition: form-data; name="plan.pdf"; filename="plan.pdf"';
    const { json } = await raw(`${server.url}/api/v1/user_uploads`, {
      method: "POST",
      as: hamlet,
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: `--x\r\n${part}\r\n\r\n%PDF-1.7\r\n--x--\r\n`,
    });
    assert.deepEqual(
      [json["result"], json["filename"], json["ignored_parameters_unsupported"]],
      ["success", "plan.pdf", undefined],
    );
    const page = await open(server, hamlet, json["url"] as string);
    assert.deepEqual([page.headers.get("content-type"), page.bytes.toString()], ["application/pdf", "%PDF-1.7"]);
  });

  test("a reader gets a file's name in every script, and a download of every type", async () => {
    const { hamlet } = server.cast;
    const { json } = await send(server, hamlet, { name: "Übersicht “2024” 名前.pdf", data: "%PDF-1.7" });
    const url = json["url"] as string;
    assert.match(decodeURIComponent(url), /\/Übersicht-2024-名前\.pdf$/);
    const encoded = "%C3%9Cbersicht%20%E2%80%9C2024%E2%80%9D%20%E5%90%8D%E5%89%8D.pdf";
    const names = `filename="_bersicht _2024_ __.pdf"; filename*=UTF-8''${encoded}`;
    const page = await open(server, hamlet, url);
    assert.equal(page.headers.get("content-disposition"), `inline; ${names}`);
    const saved = await open(server, hamlet, url.replace("/user_uploads/", "/user_uploads/download/"));
    assert.equal(saved.headers.get("content-disposition"), `attachment; ${names}`);
  });

  test("a program without credentials opens a temporary URL for a minute, and only for its file", async () => {
    const { hamlet, othello } = server.cast;
    const url = await upload(server, hamlet, { name: "secret plan.txt", data: "a secret" });
    const [, realm, ...rest] = url.slice(1).split("/");
    const args = { realm_id_str: Number(realm), filename: rest.join("/") };
    const { url: temporary } = await hamlet.call("GET /user_uploads/{realm_id_str}/{filename}", args);
    assert.match(temporary, /^\/user_uploads\/temporary\/[^/]+\/secret-plan\.txt$/);
    const page = await open(server, undefined, temporary);
    assert.deepEqual([page.status, page.bytes.toString()], [200, "a secret"]);
    const [, , , token = ""] = temporary.split("/");
    const [pass = "", signature] = token.split(".");
    const forge = (change: object) => {
      const forged = { ...(JSON.parse(Buffer.from(pass, "base64url").toString()) as object), ...change };
      return `${Buffer.from(JSON.stringify(forged)).toString("base64url")}.${signature}`;
    };
    for (const bad of [forge({ until: 9e9 }), forge({ userId: othello.id }), pass, `${pass}.`, "x", ""]) {
      const refused = await open(server, undefined, `/user_uploads/temporary/${bad}/secret-plan.txt`);
      assert.equal(refused.status, 400, bad);
    }
    const renamed = await open(server, undefined, temporary.replace("secret-plan.txt", "lolcat.jpg"));
    assert.equal(renamed.status, 400);
    const hidden = await outcome(othello.call("GET /user_uploads/{realm_id_str}/{filename}", args));
    const absent = { ...args, filename: args.filename.replace(/^./, "x") };
    assert.deepEqual(hidden, await outcome(othello.call("GET /user_uploads/{realm_id_str}/{filename}", absent)));
  });
});

test("Disk full (uploads): a user gets a server error, and nothing is left", async () => {
  const server = await startTestServer();
  const { hamlet } = server.cast;
  const { sql } = server.database;
  await sql.unsafe(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on upload_chunk for each row when (new.number = 1) execute function no_room()`);
  const [before] = await sql<{ count: number }[]>`select count(*)::int4 from upload_file`;
  await keepsFiles(hamlet, async () => {
    const { status, json } = await send(server, hamlet, { name: "a", data: Buffer.alloc(MIB) });
    assert.deepEqual([status, json["code"]], [503, "SERVICE_UNAVAILABLE"]);
  });
  const [after] = await sql<{ count: number }[]>`select count(*)::int4 from upload_file`;
  assert.deepEqual(after, before);
  await sql`drop trigger no_room on upload_chunk`;
  assert.equal((await send(server, hamlet, { name: "a", data: Buffer.alloc(MIB) })).status, 200);
});

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "success",
    ({ status, code, message }: { status: number; code: string; message: string }) => [status, code, message],
  );
