import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../../../../test/harness/server.ts";

test("a user with a queue from before a restart gets its event once, and users who register later do not", async () => {
  const first = await startTestServer();
  const { hamlet, othello } = first.cast;
  const queue = await hamlet.register();
  const messagesOnly = await othello.register({ event_types: ["message"] });
  await first.stop();

  const second = await startTestServer({ database: first.database });
  const { hamlet: again, othello: listener } = second.cast;
  const settings = await second.anonymous.call("GET /server_settings");
  const [restart, reload, ...others] = await again.drain(queue);
  assert.partialDeepStrictEqual(restart, {
    type: "restart",
    svc_version: settings.svc_version,
    svc_merge_base: settings.svc_merge_base,
    svc_feature_level: settings.svc_feature_level,
    zulip_feature_level: settings.svc_feature_level,
  });
  assert.ok(Math.abs(Number(restart?.server_generation) - Date.now() / 1000) < 600, "when the process has started");
  assert.partialDeepStrictEqual(reload, { type: "web_reload_client", immediate: false });
  assert.deepEqual(others, []);
  assert.deepEqual(await listener.drain(messagesOnly), []);
  const late = await again.register();
  assert.deepEqual(await again.drain(late), []);
});

test("a process that starts beside another one emits no restart event", async () => {
  const first = await startTestServer();
  const { hamlet } = first.cast;
  const queue = await hamlet.register();
  const second = await startTestServer({ database: first.database });
  await second.cast.hamlet.call("GET /users/me");
  assert.deepEqual(await hamlet.drain(queue), []);
});

test("a server that restarts while there are no queues writes nothing into the log", async () => {
  const first = await startTestServer();
  await first.cast.hamlet.call("GET /users/me");
  const positions = () => first.database.sql<{ position: number }[]>`select position from realm_head order by realm_id`;
  const before = await positions();
  await first.stop();
  const second = await startTestServer({ database: first.database });
  await second.cast.hamlet.call("GET /users/me");
  assert.deepEqual([...(await positions())], [...before]);
});
