import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { mock, test } from "node:test";
import { wholeBody } from "./body.ts";
import { serverByNode } from "./by-node.ts";
import type { Longpoll } from "./longpoll.ts";

test("a connection on which nothing moves is cut off, whoever's turn it is", () => {
  const longpoll = { isFor: () => false } as unknown as Longpoll;
  const server = serverByNode(longpoll, async () => ({ status: 200, headers: {}, body: "" }));
  for (const name of ["headersTimeout", "timeout", "keepAliveTimeout"] as const) {
    assert.ok(server[name] > 0 && server[name] <= 120_000, name);
  }
  assert.ok(server.requestTimeout > 0 && server.requestTimeout <= 3_600_000);
});

test("a body that is read as a whole must come within two minutes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const head = { method: "POST", url: "/", headers: {}, remoteAddress: undefined };
  const slow = wholeBody(head, new Readable({ read() {} }));
  mock.timers.tick(120_000);
  await assert.rejects(async () => slow, { status: 408, code: "BAD_REQUEST" });
  mock.timers.reset();
  const quick = new Readable({ read() {} });
  const body = wholeBody(head, quick);
  quick.push("to be");
  quick.push(null);
  assert.equal(String(await body), "to be");
});
