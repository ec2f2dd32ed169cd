import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, suite, test } from "node:test";
import { type Bucket, openBucket } from "./bucket.ts";

interface Planned {
  readonly status: number;
  readonly body?: string | Buffer;
}

suite("a bucket that fails", () => {
  let planned: Planned[] = [];
  let seen: IncomingMessage[] = [];
  const calls: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const { status, body = "" } = planned.shift() ?? { status: 200 };
    request.resume().on("end", () => response.writeHead(status).end(body));
  });
  let bucket: Bucket;
  before(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const address = { origin, bucket: "b", prefix: "p/", region: "eu-1", accessKey: "K", secretKey: "hunter22" };
    bucket = openBucket(address, (operation, _seconds, failure) =>
      calls.push(`${operation} ${failure?.problem ?? "success"}`),
    );
  });
  after(async () => {
    await bucket.close();
    server.close();
  });
  beforeEach(() => {
    [planned, seen, calls.length] = [[], [], 0];
  });

  test("is asked again a moment later, and the caller learns nothing of it", async () => {
    planned = [{ status: 503 }, { status: 500 }];
    await bucket.put("1/x/0", Buffer.from("abc"));
    assert.deepEqual(
      seen.map(({ method, url }) => `${method} ${url}`),
      ["PUT /b/p/1/x/0", "PUT /b/p/1/x/0", "PUT /b/p/1/x/0"],
    );
    assert.match(
      seen[0]?.headers.authorization ?? "",
      /^AWS4-HMAC-SHA256 Credential=K\/\d{8}\/eu-1\/s3\/aws4_request, /,
    );
    assert.deepEqual(calls, ["put success"]);
  });

  test("is given up after three times", async () => {
    planned = Array.from({ length: 3 }, () => ({ status: 503 }));
    await assert.rejects(bucket.remove("x"), { problem: "unreachable", message: /HTTP 503/ });
    assert.deepEqual([seen.length, calls], [3, ["remove unreachable"]]);
  });

  test("is not asked again if it refuses, and the reason is its own code and nothing else", async () => {
    const body = "<Error><Code>AccessDenied</Code><Secret>hunter22</Secret></Error>";
    planned = [{ status: 403, body }];
    const expected = { problem: "unusable", message: "The bucket refuses to put (HTTP 403, AccessDenied)." };
    await assert.rejects(bucket.put("x", Buffer.alloc(1)), expected);
    assert.equal(seen.length, 1);
  });

  test("a missing object is not a missing bucket", async () => {
    planned = [{ status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" }];
    assert.equal(await bucket.get("x", 0, 1), undefined);
    planned = [{ status: 404, body: "<Error><Code>NoSuchBucket</Code></Error>" }];
    await assert.rejects(bucket.get("x", 0, 1), { problem: "unusable" });
  });

  test("a server that ignores ranges, and one that sends too much", async () => {
    planned = [{ status: 200, body: "0123456789" }];
    assert.equal(String(await bucket.get("x", 2, 5)), "234");
    planned = [{ status: 206, body: Buffer.alloc(9 * 1024 * 1024) }];
    await assert.rejects(bucket.get("x", 0, 5), { problem: "unusable", message: /too large/ });
  });
});
