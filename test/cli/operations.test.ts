import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { raw } from "../harness/raw.ts";
import { startTestServer } from "../harness/server.ts";

test("an operator sees the server's health and figures, and strangers do not", async () => {
  const server = await startTestServer({ flags: ["--host", "0.0.0.0"] });
  const local = server.url.replace("0.0.0.0", "127.0.0.1");
  await server.cast.hamlet.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
  assert.equal((await raw(`${local}/health`)).json["status"], "ok");
  const settings = await raw(`${local}/api/v1/server_settings`);
  assert.equal(settings.json["realm_url"], `http://localhost:${new URL(local).port}`, "whichever port was free");
  const { text } = await raw(`${local}/metrics`);
  for (const name of [
    'parley_request_seconds_count{endpoint="send-message",status="200"} 1',
    "parley_writer_group_actions_count 1",
    "parley_parked_polls 0",
    "parley_queues 0",
    "parley_log_head ",
    "parley_nodejs_eventloop_lag_seconds",
    "parley_database_connections",
  ]) {
    assert.ok(text.includes(name), name);
  }
  const proxied = await raw(`${local}/metrics`, { headers: { "x-forwarded-for": "192.0.2.1" } });
  assert.equal(proxied.status, 404, "not through a proxy on this machine either");
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal);
  if (outside === undefined) return;
  assert.equal((await raw(`${local.replace("127.0.0.1", outside.address)}/metrics`)).status, 404);
});
