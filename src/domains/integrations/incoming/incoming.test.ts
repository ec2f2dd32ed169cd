import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, suite, test } from "node:test";
import type { Arguments } from "../../../client/client.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { basic, raw, type RawAnswer } from "../../../../test/harness/raw.ts";
import { startTestServer, type CastMember, type TestServer } from "../../../../test/harness/server.ts";

const JSON_TYPE = { "content-type": "application/json" };

interface Sending {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A bot with its key, and requests to its webhook as services send them. */
interface Hook {
  readonly id: number;
  readonly key: string;
  readonly email: string;
  send(integration: string, sending?: Sending): Promise<RawAnswer>;
}

let made = 0;
async function makeHook(
  server: TestServer,
  owner: CastMember,
  args: Partial<Arguments<"POST /bots">> = {},
): Promise<Hook> {
  const name = `hook${(made += 1)}`;
  const bot = { full_name: `Hook ${made}`, short_name: name, bot_type: 2, ...args };
  const { user_id: id, api_key: key } = await owner.call("POST /bots", bot);
  return {
    id,
    key,
    email: `${name}-bot@localhost`,
    send(integration, { query = {}, headers = {}, body = {} } = {}) {
      const search = new URLSearchParams({ api_key: key, ...query }).toString();
      return raw(`${server.url}/api/v1/external/${integration}?${search}`, {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    },
  };
}

/** Without the server's own notice of the new channel. */
const inChannel = async (who: CastMember, channel: string) =>
  (await newestMessages(who, [{ operator: "channel", operand: channel }])).filter(
    ({ client }) => client !== "Internal",
  );
const directWith = (who: CastMember, id: number) => newestMessages(who, [{ operator: "dm", operand: [id] }]);

suite("incoming webhooks", () => {
  let server: TestServer;
  let hook: Hook;
  before(async () => {
    server = await startTestServer();
    hook = await makeHook(server, server.cast.hamlet);
  });

  test("a message goes to the channel of the URL, by name or ID, under the integration's topic or the URL's", async () => {
    const { hamlet } = server.cast;
    const { id, name } = await createChannel(hamlet);
    for (const query of [{ stream: name }, { stream: String(id) }, { stream: name, topic: "mine" }]) {
      const { status, text } = await hook.send("json", { query, body: { a: 1 } });
      assert.deepEqual([status, JSON.parse(text)], [200, { result: "success", msg: "" }]);
    }
    const messages = await inChannel(hamlet, name);
    assert.deepEqual(
      messages.map(({ subject, sender_id, client }) => [subject, sender_id, client]),
      ["JSON", "JSON", "mine"].map((topic) => [topic, hook.id, "SvcJsonWebhook"]),
    );
  });

  test("without a channel the bot's owner gets a direct message", async () => {
    const { othello } = server.cast;
    const own = await makeHook(server, othello);
    assert.equal((await own.send("uptime_kuma", { body: { heartbeat: null, msg: "Testing" } })).status, 200);
    const [message] = await directWith(othello, own.id);
    assert.match(message?.content ?? "", /Testing/);
  });

  test("a body may be a form with the JSON as its payload, and the key may be in the header", async () => {
    const { hamlet } = server.cast;
    const { name } = await createChannel(hamlet);
    const body = new URLSearchParams({ payload: JSON.stringify({ text: "from a *form*", channel: "#forms" }) });
    const { status, json } = await raw(
      `${server.url}/api/v1/external/slack_incoming?stream=${encodeURIComponent(name)}`,
      {
        method: "POST",
        headers: { authorization: basic(hook.email, hook.key) },
        body,
      },
    );
    assert.deepEqual([status, json["ok"], json["result"]], [200, true, "success"]);
    const [message] = await inChannel(hamlet, name);
    assert.deepEqual([message?.subject, message?.content], ["forms", "from a **form**"]);
  });

  test("a wrong key, none, a deactivated bot and a person's key are refused", async () => {
    const { hamlet } = server.cast;
    const at = (query: string) => raw(`${server.url}/api/v1/external/json?${query}`, { method: "POST", body: "{}" });
    const refusal = async (query: string) => {
      const { status, json } = await at(query);
      return [status, json["code"]];
    };
    assert.deepEqual(await refusal(""), [401, "UNAUTHORIZED"]);
    for (const key of ["", "x", "0".repeat(32)]) {
      assert.deepEqual(await refusal(`api_key=${key}`), [401, "INVALID_API_KEY"], key);
    }
    assert.deepEqual(await refusal(`api_key=${hamlet.apiKey}`), [400, "BAD_REQUEST"]);
    const gone = await makeHook(server, hamlet);
    assert.deepEqual(await refusal(`api_key=${gone.key}`), [200, undefined]);
    const { api_key: next } = await hamlet.call("POST /bots/{bot_id}/api_key/regenerate", { bot_id: gone.id });
    assert.deepEqual(await refusal(`api_key=${gone.key}`), [401, "INVALID_API_KEY"]);
    assert.deepEqual(await refusal(`api_key=${next}`), [200, undefined]);
    await hamlet.call("DELETE /bots/{bot_id}", { bot_id: gone.id });
    assert.deepEqual(await refusal(`api_key=${next}`), [401, "USER_DEACTIVATED"]);
    const outgoing = { bot_type: 3, payload_url: "https://bot.example/" };
    assert.equal((await (await makeHook(server, hamlet, outgoing)).send("json")).status, 400);
    assert.equal((await (await makeHook(server, hamlet, { bot_type: 1 })).send("json")).status, 200);
  });

  test("an unknown integration is a 404, an unknown event a success that says so", async () => {
    const missing = await hook.send("nothing");
    assert.deepEqual([missing.status, missing.json["result"]], [404, "error"]);
    for (const name of ["constructor", "__proto__"]) {
      assert.equal((await hook.send(name)).status, 404);
      const { json } = await hook.send("github", { headers: { "x-github-event": name } });
      assert.equal(json["code"], "UNSUPPORTED_WEBHOOK_EVENT_TYPE");
    }
    const { status, json } = await hook.send("github", { headers: { "x-github-event": "gollum" } });
    assert.equal(status, 200);
    assert.deepEqual(json, {
      result: "success",
      msg: "",
      code: "UNSUPPORTED_WEBHOOK_EVENT_TYPE",
      webhook_name: "github",
      event_type: "gollum",
    });
  });

  test("only_events and exclude_events choose by names with wildcards", async () => {
    const { hamlet } = server.cast;
    const { name } = await createChannel(hamlet);
    const pagerduty = (event: string, query: Record<string, string>) => {
      const body = { event: { event_type: event, data: { title: event, number: 1 } } };
      return hook.send("pagerduty", { query: { stream: name, ...query }, body });
    };
    const triggered = "incident.triggered";
    await pagerduty(triggered, { only_events: '["incident.r*"]' });
    await pagerduty(triggered, { exclude_events: '["*"]' });
    await pagerduty(triggered, { only_events: '["incident.*"]', exclude_events: '["*.trigger??"]' });
    assert.deepEqual(await inChannel(hamlet, name), []);
    await pagerduty(triggered, { only_events: '["x", "*t.*e*d"]' });
    await pagerduty(triggered, { exclude_events: '["incident", "*.resolved"]' });
    assert.equal((await inChannel(hamlet, name)).length, 2);
    const { status, json } = await pagerduty(triggered, { only_events: "incident" });
    assert.deepEqual([status, json["code"]], [400, "BAD_REQUEST"]);
  });

  test("what is no JSON, too deep or too large is refused, and the owner learns of the first", async () => {
    const { othello } = server.cast;
    const own = await makeHook(server, othello);
    const tooDeep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const body of ["", "{", "nonsense", tooDeep]) {
      const { status, json } = await own.send("json", { body });
      assert.deepEqual([status, json["code"]], [400, "INVALID_JSON"], body.slice(0, 10));
    }
    const large = await own.send("json", { body: JSON.stringify("x".repeat(1024 * 1024)) });
    assert.equal(large.status, 413);
    const notices = (await newestMessages(othello, [])).filter(({ content }) => content.includes("not valid JSON"));
    assert.equal(notices.length, 1);
    const slack = await own.send("slack_incoming", { body: {} });
    assert.deepEqual([slack.status, slack.json["code"], slack.json["ok"]], [400, "ANOMALOUS_WEBHOOK_PAYLOAD", false]);
    const header = await own.send("github");
    assert.deepEqual([header.status, header.json["code"]], [400, "MISSING_HTTP_EVENT_HEADER"]);
  });

  test("no payload makes any integration fail", async () => {
    const odd = ["null", "[]", "1", '"x"', '{"event": [], "alerts": {}, "issue": 1}', '"\\ud800\\u0000"'];
    for (const { name } of await integrationNames(server)) {
      for (const body of odd) {
        const headers = { "x-github-event": "push", "x-gitea-event": "push", "sentry-hook-resource": "issue" };
        const { status, text } = await hook.send(name, { body, headers });
        assert.ok(status === 400 || status === 200, `${name} ${body}: ${text}`);
      }
    }
  });

  test("a channel that does not exist is no error for the service, and the owner learns of it", async () => {
    const { othello } = server.cast;
    const own = await makeHook(server, othello);
    const { status } = await own.send("json", { query: { stream: "nowhere at all" } });
    assert.equal(status, 200);
    const [notice] = await newestMessages(othello, [{ operator: "search", operand: "nowhere" }]);
    assert.match(notice?.content ?? "", /does not exist/);
  });

  test("nobody outside can notify people, whatever the bot may do", async () => {
    const { hamlet } = server.cast;
    const { name } = await createChannel(hamlet);
    const text = `@**all** @**${hamlet.fullName}** @*role:members* \`@**all**\``;
    for (const [integration, query] of [
      ["slack_incoming", {}],
      ["json", { text_from: "text" }],
    ] as const) {
      await hook.send(integration, { query: { stream: name, ...query }, body: { text } });
    }
    const messages = await inChannel(hamlet, name);
    assert.equal(messages.length, 2);
    for (const { flags, content } of messages) {
      assert.deepEqual(
        flags.filter((flag) => flag.includes("mentioned")),
        [],
        content,
      );
    }
  });

  test("register names the integrations", async () => {
    const names = (await integrationNames(server)).map(({ name }) => name);
    assert.ok(names.length >= 11 && names.includes("alertmanager"));
  });
});

async function integrationNames(server: TestServer): Promise<{ name: string }[]> {
  const state = await server.cast.hamlet.register({ fetch_event_types: ["realm_incoming_webhook_bots"] });
  return state["realm_incoming_webhook_bots"] as { name: string }[];
}

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
    const answer = await hamlet.call("PATCH /bots/{bot_id}", update);
    const token = (value: string) => hook.send("gitlab", { headers: { "x-gitlab-token": value } });
    assert.deepEqual([(await token(SECRET)).status, (await token("another")).status], [401, 400]);
    const seen = [answer, await hamlet.register(), await hamlet.drain(queue), await hamlet.call("GET /bots")];
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

suite("a flood of webhooks", () => {
  for (const http of ["fast", "node"]) {
    test(`is refused before its bodies are read, and only for its own bot (${http})`, async () => {
      const server = await startTestServer({ rateLimit: "on", flags: ["--http", http] });
      const { hamlet } = server.cast;
      const [flooding, other] = [await makeHook(server, hamlet), await makeHook(server, hamlet)];
      const { name } = await createChannel(hamlet);
      const query = { stream: name };
      const answers = await Promise.all(Array.from({ length: 230 }, () => flooding.send("json", { query })));
      const refused = answers.filter(({ status }) => status === 429);
      assert.ok(refused.length >= 10 && refused.length <= 30, `${refused.length} were refused`);
      assert.ok(answers.every(({ status }) => status === 429 || status === 200));
      for (const { headers, json } of refused) {
        assert.equal(json["code"], "RATE_LIMIT_HIT");
        assert.ok(Number(headers.get("retry-after")) > 0);
      }
      assert.equal((await flooding.send("json", { body: "{ not JSON" })).status, 429);
      assert.equal((await other.send("json", { query })).status, 200);
      await hamlet.call("GET /users/me");
    });
  }
});
