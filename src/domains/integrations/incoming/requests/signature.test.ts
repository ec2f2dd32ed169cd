import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, suite, test } from "node:test";
import { type Hook, makeHook } from "../../../../../test/harness/hook.ts";
import { raw } from "../../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";

const SECRET = "what only they know";
const hmac = (body: string, secret = SECRET) => createHmac("sha256", secret).update(body).digest("hex");

suite("signed webhooks", () => {
  let server: TestServer;
  let hook: Hook;
  before(async () => {
    server = await startTestServer();
    hook = await makeHook(server, server.cast.hamlet, { webhook_secret: SECRET });
  });

  const ping = '{"zen": "ping"}';
  const signed: readonly (readonly [string, Record<string, string>, string, (secret: string) => string])[] = [
    ["github", { "x-github-event": "ping" }, "x-hub-signature-256", (secret) => `sha256=${hmac(ping, secret)}`],
    ["gitlab", {}, "x-gitlab-token", (secret) => secret],
    ["gitea", { "x-gitea-event": "none" }, "x-gitea-signature", (secret) => hmac(ping, secret)],
    ["jira", {}, "x-hub-signature", (secret) => `sha256=${hmac(ping, secret)}`],
    ["grafana", {}, "x-grafana-alerting-signature", (secret) => hmac(ping, secret)],
    ["sentry", { "sentry-hook-resource": "none" }, "sentry-hook-signature", (secret) => hmac(ping, secret)],
    ["pagerduty", {}, "x-pagerduty-signature", (secret) => `v1=${hmac(ping, "older")},v1=${hmac(ping, secret)}`],
  ];

  for (const [name, headers, header, sign] of signed) {
    test(`${name}: only requests signed with the bot's secret are taken`, async () => {
      const good = await hook.send(name, { headers: { ...headers, [header]: sign(SECRET) }, body: ping });
      assert.notEqual(good.status, 401, good.text);
      for (const wrong of [sign("guessed"), sign(SECRET).slice(0, -1), "", `sha256=`, "ü"]) {
        const value = Buffer.from(wrong, "utf8").toString("latin1");
        const { status, json } = await hook.send(name, { headers: { ...headers, [header]: value }, body: ping });
        assert.deepEqual([status, json["code"]], [401, "UNAUTHORIZED"], wrong);
      }
      const changed = await hook.send(name, { headers: { ...headers, [header]: sign(SECRET) }, body: `${ping} ` });
      assert.equal(changed.status, name === "gitlab" ? good.status : 401);
      assert.equal((await hook.send(name, { headers, body: ping })).status, 401);
    });
  }

  test("an integration that does not sign takes nothing for a bot with a secret", async () => {
    for (const name of ["json", "slack_incoming", "alertmanager", "uptime_kuma"]) {
      assert.equal((await hook.send(name)).status, 401, name);
    }
  });

  test("the secret is changed and removed by those who manage the bot, shown to nobody and stored encrypted", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await hamlet.register({ event_types: ["realm_bot"] });
    const update = { bot_id: hook.id, webhook_secret: "another" };
    assert.equal((await othello.refused("PATCH /bots/{bot_id}", update)).code, "BAD_REQUEST");
    const response = await hamlet.call("PATCH /bots/{bot_id}", update);
    const token = (value: string) => hook.send("gitlab", { headers: { "x-gitlab-token": value } });
    assert.deepEqual([(await token(SECRET)).status, (await token("another")).status], [401, 400]);
    const seen = [response, await hamlet.register(), await hamlet.drain(queue), await hamlet.call("GET /bots")];
    const { sql } = server.database;
    const rows = await sql`select * from bot_default`;
    const log = await sql`select * from event_log`;
    const everything = JSON.stringify([...seen, rows, log]);
    assert.ok(!everything.includes("another") && !everything.includes(SECRET));
    await hamlet.call("PATCH /bots/{bot_id}", { bot_id: hook.id, webhook_secret: "" });
    assert.equal((await hook.send("json")).status, 200);
    const generic = { full_name: "G", short_name: "g", bot_type: 1, webhook_secret: "x" };
    assert.equal((await hamlet.refused("POST /bots", generic)).code, "BAD_REQUEST");
  });

  test("a process that starts later knows the secret", async () => {
    await server.cast.hamlet.call("PATCH /bots/{bot_id}", { bot_id: hook.id, webhook_secret: SECRET });
    const second = await startTestServer({ database: server.database });
    const url = `${second.url}/api/v1/external/gitlab?api_key=${hook.key}`;
    const send = (token: string) => raw(url, { method: "POST", headers: { "x-gitlab-token": token }, body: "{}" });
    assert.deepEqual([(await send("x")).status, (await send(SECRET)).status], [401, 400]);
  });
});
