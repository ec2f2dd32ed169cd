import assert from "node:assert/strict";
import { test } from "node:test";
import { serverByNode } from "./by-node.ts";
import type { Longpoll } from "./longpoll.ts";

test("a connection on which nothing moves is cut off, whoever's turn it is", () => {
  const longpoll = { isFor: () => false } as unknown as Longpoll;
  const server = serverByNode(longpoll, async () => ({ status: 200, headers: {}, body: "" }));
  for (const name of ["headersTimeout", "requestTimeout", "timeout", "keepAliveTimeout"] as const) {
    assert.ok(server[name] > 0 && server[name] <= 120_000, name);
  }
});
