import assert from "node:assert/strict";
import { test } from "node:test";
import { parseArgs } from "node:util";
import { PASSWORD, person } from "../harness/cast.ts";
import { basic } from "../harness/raw.ts";
import { startTestServer } from "../harness/server.ts";
import { type HalfSent, sendHalfBodies } from "./half-sent.ts";
import { figuresOf } from "./server-figures.ts";

/**
 * The part `bodies` of `npm run load`: many connections that each send half of a body, in several forms, against a separate server process
 * for each form. Fails if its memory grows by more than the limit, or if others are not served at the same time.
 */
const { values } = parseArgs({
  options: { connections: { type: "string", default: "10000" } },
  allowPositionals: true,
});
const COUNT = Number(values.connections);
const MIB = 1024 * 1024;
const MAX_GROWTH = 200 * MIB;
const LOGIN = "/api/v1/fetch_api_key";
const MESSAGES = "/api/v1/messages";

type Form = Omit<HalfSent, "url"> & { readonly count: number };

const anonymous = { path: LOGIN, lines: "", isChunked: false, count: COUNT };
const { email, apiKey } = person("hamlet");
const forms: Readonly<Record<string, Form>> = {
  "logins that are nearly whole": { ...anonymous, bytes: 10_500 },
  "logins from 200 addresses": { ...anonymous, bytes: 10_500, addresses: 200 },
  "logins of one byte": { ...anonymous, bytes: 1 },
  "logins in chunks": { ...anonymous, bytes: 15_000, isChunked: true },
  "messages without a key": { ...anonymous, bytes: 60_000, path: MESSAGES },
  "logins of 2 MB": { ...anonymous, bytes: 2 * MIB, count: Math.min(COUNT, 300) },
  "large messages of one user": {
    count: Math.min(COUNT, 40),
    path: MESSAGES,
    lines: `Authorization: ${basic(email, apiKey)}\r\n`,
    bytes: 10 * MIB,
    isChunked: true,
  },
};

for (const [name, form] of Object.entries(forms)) {
  test(`half-sent bodies: ${name}`, async () => {
    const server = await startTestServer({ isSeparate: true });
    const { othello } = server.cast;
    const serveOthers = async () => {
      const started = performance.now();
      await server.anonymous.call("POST /fetch_api_key", { username: othello.email, password: PASSWORD });
      await othello.call("POST /messages", { type: "channel", to: "general", topic: "load", content: "x" });
      return performance.now() - started;
    };
    await serveOthers();
    const before = await figuresOf(server.url);
    let most = before;
    let slowest = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const now = await figuresOf(server.url);
        if (now.memory > most.memory) most = now;
        slowest = Math.max(slowest, await serveOthers());
      }
    })();
    const crowd = await sendHalfBodies(form.count, { ...form, url: server.url });
    for (let n = 0; n < 10; n += 1) await serveOthers();
    isOver = true;
    await watching;
    const growth = (most.memory - before.memory) / MIB;
    const after = await figuresOf(server.url);
    console.log(
      `${name}: ${form.count} connections, memory +${growth.toFixed(0)} MiB, ${crowd.open} still open, ` +
        `counted ${(after.bytes / MIB).toFixed(1)} MiB for ${after.bodies}, answers ${JSON.stringify(crowd.statuses)}, ` +
        `shed ${after.shed}, others at most ${slowest.toFixed(0)} ms`,
    );
    crowd.end();
    await server.stop();
    assert.ok(most.memory - before.memory < MAX_GROWTH, `${name}: +${growth} MiB`);
  });
}
