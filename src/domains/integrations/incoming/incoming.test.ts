import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type Hook, makeHook } from "../../../../test/harness/hook.ts";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { basic, raw } from "../../../../test/harness/raw.ts";
import { INTEGRATIONS } from "./services/all.ts";
import { startTestServer, type CastMember, type TestServer } from "../../../../test/harness/server.ts";

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

  test("an event that nobody knows is compared with no pattern, however long its name is", async () => {
    const body = { event: { event_type: "a".repeat(900_000) } };
    const patterns = JSON.stringify(Array.from({ length: 2 }, () => `${"*a".repeat(49)}*b`));
    for (const query of [{ only_events: patterns }, { exclude_events: '["*"]' }]) {
      const { status, json } = await hook.send("pagerduty", { body, query });
      assert.deepEqual([status, json["code"]], [200, "UNSUPPORTED_WEBHOOK_EVENT_TYPE"]);
    }
    for (const { events } of INTEGRATIONS) for (const name of Object.keys(events)) assert.ok(name.length <= 50);
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

suite("a flood of webhooks", () => {
  for (const http of ["fast", "node"]) {
    test(`is refused before its bodies are read, and only for its own bot (${http})`, async () => {
      const server = await startTestServer({ rateLimit: "on", flags: ["--http", http] });
      const { hamlet } = server.cast;
      const [flooding, other] = [await makeHook(server, hamlet), await makeHook(server, hamlet)];
      const { name } = await createChannel(hamlet);
      const query = { stream: name };
      const responses = await Promise.all(Array.from({ length: 400 }, () => flooding.send("json", { query })));
      const refused = responses.filter(({ status }) => status === 429);
      // The burst of 200 is taken. How many more are depends on the time that all of it takes.
      assert.ok(refused.length >= 10 && refused.length <= 200, `${refused.length} were refused`);
      assert.ok(responses.every(({ status }) => status === 429 || status === 200));
      for (const { headers, json } of refused) {
        assert.equal(json["code"], "RATE_LIMIT_HIT");
        assert.ok(Number(headers.get("retry-after")) > 0);
      }
      const broken = await Promise.all(
        Array.from({ length: 100 }, () => flooding.send("json", { body: "{ not JSON" })),
      );
      assert.ok(broken.filter(({ status }) => status === 429).length >= 10);
      assert.ok(broken.every(({ status }) => status === 429 || status === 400));
      assert.equal((await other.send("json", { query })).status, 200);
      await hamlet.call("GET /users/me");
    });
  }
});
