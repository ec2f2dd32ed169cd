import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { until } from "../../test/harness/until.ts";
import { systemClock } from "../platform/clock.ts";
import { guardDoorway } from "./doorway.ts";
import type { Longpoll } from "./longpoll.ts";

/** More than lies in the buffers of any connection. */
const LONG = "x".repeat(32 * 1024 * 1024);

test("a client that never takes its answer loses its connection, be it the last answer or not", async (t) => {
  const server = createServer();
  t.after(() => server.close());
  const longpoll = { isFor: () => false } as unknown as Longpoll;
  const serve = () => Promise.resolve({ status: 200, headers: {}, body: LONG });
  const doorway = guardDoorway({ server, longpoll, endpoints: [], serve, clock: systemClock });
  t.after(() => doorway.cutOff());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  for (const wish of ["keep-alive", "close"]) {
    const connected = once(server, "connection") as Promise<[Socket]>;
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
    client.on("error", () => {});
    client.write(`GET /api/v1/messages HTTP/1.1\r\nHost: x\r\nConnection: ${wish}\r\n\r\n`);
    const [socket] = await connected;
    await until(
      () => socket.writableLength,
      (length) => length > 0,
    );
    // As it says when nothing has moved for long.
    socket.emit("timeout");
    assert.ok(socket.destroyed, wish);
    client.destroy();
  }
});
