import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate as setImmediatePromise } from "node:timers/promises";
import { until } from "../../../test/harness/until.ts";
import { systemClock } from "#platform/clock.ts";
import { COST_OF_WAITING, createBodyBudget } from "../bodies/body-budget.ts";
import { serveFastPath } from "./fast-path.ts";
import type { Body, RequestHead, Serve } from "../exchange.ts";
import type { Longpoll } from "../poll-handler.ts";

/** More than the buffers of any connection can hold. */
const LONG = "x".repeat(32 * 1024 * 1024);

/** A server of the fast path alone, which ends with the test. */
async function listen(t: TestContext, serve: Serve, bodies = createBodyBudget(systemClock)): Promise<Server> {
  const server = createServer();
  t.after(() => server.close());
  const longpoll = { isFor: () => false } as unknown as Longpoll;
  const senderOf = () => ({ address: undefined, user: undefined });
  const fastPath = serveFastPath({ server, longpoll, serve, clock: systemClock, bodies, senderOf });
  t.after(() => fastPath.cutOff());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

test("a client that never reads its response loses its connection, be it the last response or not", async (t) => {
  const server = await listen(t, () => Promise.resolve({ status: 200, headers: {}, body: LONG }));
  for (const connection of ["keep-alive", "close"]) {
    const connected = once(server, "connection") as Promise<[Socket]>;
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
    client.on("error", () => {});
    client.write(`GET /api/v1/messages HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`);
    const [socket] = await connected;
    await until(
      () => socket.writableLength,
      (length) => length > 0,
    );
    // Node emits this when nothing has moved for long.
    socket.emit("timeout");
    assert.ok(socket.destroyed, connection);
    client.destroy();
  }
});

test("a client whose request comes in the moment in which its connection times out gets its response", async (t) => {
  const server = await listen(t, () => Promise.resolve({ status: 200, headers: {}, body: "an answer" }));
  const connected = once(server, "connection") as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [socket] = await connected;
  let received = "";
  client.on("data", (data) => (received += String(data))).on("error", () => {});
  const closed = new Promise((resolve) => client.once("close", resolve));
  client.write("GET /api/v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  // A paused process finds both when it resumes: the timer first, then the bytes.
  socket.emit("timeout");
  await closed;
  assert.match(received, /an answer$/);
});

test("a client that pipelines without end is read only as fast as it is served", async (t) => {
  const request = "GET /api/v1/x HTTP/1.1\r\nHost: x\r\n\r\n";
  let [served, most] = [0, 0];
  const server = await listen(t, async () => {
    served += 1;
    // While a request is served, more than the limit could be read.
    await setImmediatePromise();
    most = Math.max(most, socket.bytesRead - served * request.length);
    return { status: 200, headers: {}, body: "" };
  });
  const connected = once(server, "connection") as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  const [socket] = await connected;
  client.resume().write(request.repeat(200_000));
  await until(
    () => served,
    (count) => count > 500,
  );
  client.destroy();
  assert.ok(most < 4 * 64 * 1024, `${most} bytes waited for their turn`);
});

test("a client that goes on sending slowly after its body was shed loses its connection, and another client is served", async (t) => {
  const serve = (_head: RequestHead, body: Body) =>
    Promise.resolve({ status: 200, headers: {}, body: `got ${(body as Buffer).toString()}` });
  const limit = 1.5 * COST_OF_WAITING;
  const limits = { all: limit, address: limit, user: limit, strangers: limit, strangersAtAddress: limit };
  const bodies = createBodyBudget(systemClock, limits);
  const server = await listen(t, serve, bodies);
  const begin = async (bodiesThen: number) => {
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
    client.write("POST /api/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
    await until(
      () => bodies.bodies + bodies.shed,
      (count) => count === bodiesThen,
    );
    return client;
  };
  const slow = await begin(1);
  const answered = once(slow, "data") as Promise<[Buffer]>;
  const dripping = setInterval(() => slow.write("x"), 5);
  t.after(() => clearInterval(dripping));
  // Not by `once`, which would reject where a write finds the connection gone.
  const gone = new Promise((resolve) => slow.once("close", resolve));
  const next = await begin(2);
  assert.match(String((await answered)[0]), /^HTTP\/1.1 503 [^]*\r\nretry-after: 1\r\n/);
  await gone;
  next.write("y".repeat(1000));
  assert.match(String((await once(next, "data"))[0]), /got y+/);
  assert.deepEqual([bodies.bodies, bodies.bytes, bodies.shed], [0, 0, 1]);
  next.destroy();
});
