import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { listenOn } from "./listen.ts";

const CONNECTIONS = 256;
/** One for each connection would be as many as there are connections. */
const MAX_TURNS = 80;

test("many connections are accepted within few turns of the event loop, and all are served", async (t) => {
  const server = createServer((_request, response) => response.end("here"));
  const listening = await listenOn(server, "127.0.0.1", 0);
  let accepted = 0;
  server.on("connection", () => (accepted += 1));
  const clients = Array.from({ length: CONNECTIONS }, () => connect(listening.port, "127.0.0.1"));
  t.after(async () => {
    for (const client of clients) client.destroy();
    await listening.close();
  });
  let turns = 0;
  while (accepted < CONNECTIONS) {
    turns += 1;
    await nextTurn();
  }
  assert.ok(turns < MAX_TURNS, `it took ${turns} turns`);
  const responses = clients.map(async (client) => {
    client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const [data] = (await once(client, "data")) as [Buffer];
    return data.toString();
  });
  for (const answer of await Promise.all(responses)) assert.match(answer, /^HTTP\/1.1 200 [^]*here/);
});

test("a port at which another server listens is refused, also if that one shares it", async () => {
  const first = await listenOn(createServer(), "127.0.0.1", 0);
  await assert.rejects(listenOn(createServer(), "127.0.0.1", first.port), { code: "EADDRINUSE" });
  await first.close();
});
