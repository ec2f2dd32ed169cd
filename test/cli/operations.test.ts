import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { freePort } from "../harness/free-ports.ts";
import { METRICS_TOKEN, metricsOf } from "../harness/metrics.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer } from "../harness/server.ts";

const FIGURES = /^parley_/m;
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A proxy on this machine that adds no header: its requests look local to the server. */
async function startProxy(target: string): Promise<string> {
  const proxy = createServer((request, response) => {
    const { authorization } = request.headers;
    const headers = authorization === undefined ? {} : { authorization };
    void raw(target + String(request.url), { headers }).then(({ status, text }) =>
      response.writeHead(status).end(text),
    );
  });
  proxy.listen({ host: "127.0.0.1", port: 0 });
  await once(proxy, "listening");
  after(() => proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test("an operator with the token reads the server's metrics, and nobody without it does", async () => {
  const server = await startTestServer();
  await server.cast.hamlet.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
  const text = await metricsOf(server.url);
  for (const name of [
    'parley_request_seconds_count{endpoint="send-message",status="200"} 1',
    "parley_writer_group_actions_count 1",
    "parley_parked_polls 0",
    "parley_queues 0",
    "parley_log_head ",
    "parley_nodejs_eventloop_lag_seconds",
    "parley_database_connections",
    "parley_password_hashes_waiting 0",
  ]) {
    assert.ok(text.includes(name), name);
  }
  const proxy = await startProxy(server.url);
  for (const url of [server.url, proxy]) {
    for (const init of [{}, bearer("another"), bearer(`${METRICS_TOKEN}x`), bearer(METRICS_TOKEN.slice(1))]) {
      const refused = await raw(`${url}/metrics`, init);
      assert.equal(refused.status, 401, url);
      assert.doesNotMatch(refused.text, FIGURES);
    }
    const { hamlet } = server.cast;
    assert.equal((await raw(`${url}/metrics`, { as: hamlet })).status, 401, "no account's key is the token");
    assert.match((await raw(`${url}/metrics`, bearer(METRICS_TOKEN))).text, FIGURES);
  }
});

test("without a token and a port there are no metrics, neither directly nor through a proxy on this machine", async () => {
  const { url } = await startTestServer({ metrics: "off" });
  for (const at of [url, await startProxy(url)]) {
    for (const init of [{}, bearer(""), bearer("undefined")]) {
      const { status, text } = await raw(`${at}/metrics`, init);
      assert.equal(status, 404);
      assert.doesNotMatch(text, FIGURES);
    }
  }
});

test("with a port of their own the metrics are served there and nowhere else", async () => {
  const port = await freePort();
  const server = await startTestServer({ metrics: "off", env: { PARLEY_METRICS_PORT: port } });
  const own = `http://127.0.0.1:${port}`;
  assert.match((await raw(`${own}/metrics`)).text, FIGURES);
  assert.equal((await raw(`${server.url}/metrics`)).status, 404);
  for (const path of ["/", "/api/v1/server_settings", "/health"]) assert.equal((await raw(own + path)).status, 404);
  assert.equal((await raw(`${own}/metrics`, { method: "POST" })).status, 404);
  await server.stop();
  await assert.rejects(raw(`${own}/metrics`));
  const both = await startTestServer({ env: { PARLEY_METRICS_PORT: port } });
  assert.equal((await raw(`${own}/metrics`)).status, 401, "a token is asked for there, too");
  assert.match(await metricsOf(own), FIGURES);
  assert.equal((await raw(`${both.url}/metrics`, bearer(METRICS_TOKEN))).status, 404);
});

test("anybody may ask for the server's health, and gets one word", async () => {
  const { url } = await startTestServer();
  const { status, text } = await raw(`${url}/health`);
  assert.deepEqual([status, text], [200, '{"status":"ok"}\n']);
});
