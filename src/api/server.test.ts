import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer, type ServerOptions } from "./server.ts";

test("a connection on which nothing moves is cut off, whoever's turn it is", () => {
  const longpoll = { isFor: () => false };
  const options = { site: {}, realms: {}, endpoints: [], longpoll, limiter: undefined };
  const { server } = createServer(options as unknown as ServerOptions);
  for (const name of ["headersTimeout", "requestTimeout", "timeout", "keepAliveTimeout"] as const) {
    assert.ok(server[name] > 0 && server[name] <= 120_000, name);
  }
});
