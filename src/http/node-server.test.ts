import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { mock, test } from "node:test";
import { until } from "../../test/harness/until.ts";
import { systemClock } from "#platform/clock.ts";
import { wholeBody } from "./bodies/body.ts";
import { createBodyBudget } from "./bodies/body-budget.ts";
import { createNodeServer } from "./node-server.ts";
import type { Longpoll } from "./poll-handler.ts";

const longpoll = { isFor: () => false } as unknown as Longpoll;
const serve = async () => ({ status: 401, headers: {}, body: "no" });
const senderOf = () => ({ address: undefined, user: undefined });

test("an idle connection is cut off, whether the client or the server has to send next", () => {
  const server = createNodeServer({ longpoll, serve, bodies: createBodyBudget(systemClock), senderOf });
  for (const name of ["headersTimeout", "timeout", "keepAliveTimeout"] as const) {
    assert.ok(server[name] > 0 && server[name] <= 120_000, name);
  }
  assert.ok(server.requestTimeout > 0 && server.requestTimeout <= 3_600_000);
});

test("a body that is read as a whole must arrive within two minutes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const head = { method: "POST", url: "/", headers: {}, remoteAddress: undefined };
  const bodies = createBodyBudget(systemClock);
  const arriving = (stream: Readable) => ({ stream, account: bodies.open({ address: undefined, user: "1" }) });
  const slow = wholeBody(head, arriving(new Readable({ read() {} })), 1000);
  mock.timers.tick(120_000);
  await assert.rejects(async () => slow, { status: 408, code: "BAD_REQUEST" });
  mock.timers.reset();
  const quick = new Readable({ read() {} });
  const body = wholeBody(head, arriving(quick), 1000);
  quick.push("to be");
  quick.push(null);
  assert.equal(String(await body), "to be");
});

test("a client that goes on sending its body slowly after a refusal loses its connection, and one that ends it does not", async (t) => {
  const bodies = createBodyBudget(systemClock);
  const server = createNodeServer({ longpoll, serve, bodies, senderOf, drainMs: 500 });
  t.after(() => server.close().closeAllConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const refused = async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
    socket.write("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nbegun");
    assert.match(String((await once(socket, "data"))[0]), /^HTTP\/1.1 401 /);
    return socket;
  };
  const slow = await refused();
  const sending = setInterval(() => slow.write("x"), 10);
  t.after(() => clearInterval(sending));
  const ends = await refused();
  ends.write("x".repeat(1_000_000 - "begun".length));
  // A connection that is cut may end with an error, too.
  await new Promise((resolve) => slow.once("close", resolve));
  assert.equal(slow.bytesWritten < 100_000, true);
  ends.write("GET /y HTTP/1.1\r\nHost: x\r\n\r\n");
  assert.match(String((await once(ends, "data"))[0]), /^HTTP\/1.1 401 /);
  ends.destroy();
  await until(
    () => bodies.bodies,
    (count) => count === 0,
  );
});
