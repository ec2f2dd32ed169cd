import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, suite, test } from "node:test";
import { REALM_ID } from "../../../../../test/harness/cast.ts";
import { createChannel } from "../../../../../test/harness/channels.ts";
import { type Hook, makeHook } from "../../../../../test/harness/hook.ts";
import { newestMessages } from "../../../../../test/harness/newest.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { removeOldResponses } from "#api/repeats/once.ts";
import { INTEGRATIONS } from "../services/all.ts";

const SECRET = "what only they know";
const hmac = (body: string) => createHmac("sha256", SECRET).update(body).digest("hex");
const issue = (title: string) =>
  JSON.stringify({
    action: "opened",
    issue: { number: 1, title },
    repository: { name: "ghost" },
    sender: { login: "francisco" },
  });

suite("a webhook that somebody sends again or changes", () => {
  let server: TestServer;
  let hook: Hook;
  let channel: string;
  before(async () => {
    server = await startTestServer();
    hook = await makeHook(server, server.cast.hamlet, { webhook_secret: SECRET });
    channel = (await createChannel(server.cast.hamlet)).name;
  });

  const contents = async (stream = channel) =>
    (await newestMessages(server.cast.hamlet, [{ operator: "channel", operand: stream }]))
      .filter(({ client }) => client !== "Internal")
      .map(({ content }) => content);
  const send = (body: string, headers: Record<string, string> = {}, query: Record<string, string> = {}) =>
    hook.send("github", {
      query: { stream: channel, ...query },
      headers: { "x-github-event": "issues", "x-hub-signature-256": `sha256=${hmac(body)}`, ...headers },
      body,
    });

  test("exactly what was signed is used, whatever is in the URL and of whatever type the body is said to be", async () => {
    const forged = issue("forged");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal((await send(issue("true"), {}, { payload: forged })).status, 200);
    const within = issue(`&payload=${encodeURIComponent(forged)}&x=`);
    assert.equal((await send(within, form)).status, 200);
    assert.equal((await send("", {}, { payload: forged })).status, 400);
    assert.equal(
      (await send(`payload=${encodeURIComponent(issue("in a form"))}`, form, { payload: forged })).status,
      200,
    );
    const all = await contents();
    assert.equal(all.length, 3);
    assert.ok(all.every((content) => !content.includes("#1 forged")));
    assert.match(all.join("\n"), /#1 true[^]+#1 in a form/);
  });

  test("a delivery is posted once in each place, and one that comes again is a success", async () => {
    const [delivery, other] = [{ "x-github-delivery": "d-1" }, (await createChannel(server.cast.hamlet)).name];
    const own = (await createChannel(server.cast.hamlet)).name;
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => send(issue("once"), delivery, { stream: own })),
    );
    responses.push(await send(issue("once"), delivery, { stream: own }));
    assert.deepEqual(
      [...new Set(responses.map(({ status, text }) => `${status} ${text}`))],
      [`200 {"result":"success","msg":""}\n`],
    );
    assert.equal((await contents(own)).length, 1);
    await send(issue("once"), delivery, { stream: other });
    await send(issue("once"), { "x-github-delivery": "d-2" }, { stream: own });
    assert.deepEqual([(await contents(own)).length, (await contents(other)).length], [2, 1]);
  });

  test("what was refused, or had no channel, is posted when it comes again", async () => {
    const delivery = { "x-github-delivery": "d-3" };
    const name = "a channel of tomorrow";
    const wrong = { ...delivery, "x-hub-signature-256": "sha256=00" };
    assert.equal((await send(issue("late"), wrong, { stream: name })).status, 401);
    assert.equal((await send(issue("late"), delivery, { stream: name })).status, 200);
    await createChannel(server.cast.hamlet, { name });
    assert.equal((await send(issue("late"), delivery, { stream: name })).status, 200);
    assert.equal((await contents(name)).length, 1);
  });

  test("every service with an ID of its deliveries has it where its documentation says", async () => {
    const open = await makeHook(server, server.cast.hamlet);
    const payloads: Record<string, readonly [headers: Record<string, string>, body: object]> = {
      github: [{ "X-GitHub-Event": "issues", "X-GitHub-Delivery": "a" }, JSON.parse(issue("x")) as object],
      gitlab: [
        { "Idempotency-Key": "a" },
        { object_kind: "tag_push", ref: "refs/tags/v1", project: { name: "ghost" }, user_name: "x" },
      ],
      gitea: [{ "X-Gitea-Event": "issues", "X-Gitea-Delivery": "a" }, JSON.parse(issue("x")) as object],
      jira: [{ "X-Atlassian-Webhook-Identifier": "a" }, { webhookEvent: "jira:issue_created", issue: { key: "G-1" } }],
      sentry: [
        { "Sentry-Hook-Resource": "issue", "Request-ID": "a" },
        { action: "created", data: { issue: { title: "x" } } },
      ],
      pagerduty: [{}, { event: { id: "a", event_type: "incident.triggered", data: { title: "x", number: 1 } } }],
    };
    const withId = INTEGRATIONS.filter(({ delivery }) => delivery !== undefined);
    assert.deepEqual(withId.map(({ name }) => name).sort(), Object.keys(payloads).sort());
    for (const { name } of withId) {
      const [headers, body] = payloads[name] ?? [{}, {}];
      const stream = (await createChannel(server.cast.hamlet)).name;
      const deliver = () => open.send(name, { headers, body, query: { stream } });
      assert.deepEqual([(await deliver()).status, (await deliver()).status], [200, 200], name);
      assert.equal((await contents(stream)).length, 1, name);
    }
  });

  test("a delivery is remembered for 30 days", async () => {
    const { sql } = server.database;
    const pools = { pools: { background: sql }, id: REALM_ID };
    const keptAfter = async (days: number) => {
      await sql`update idempotent_request set created_at = now() - make_interval(days => ${days})`;
      await removeOldResponses(pools as never, undefined as never);
      return Number((await sql`select count(*) from idempotent_request`)[0]?.["count"]);
    };
    assert.ok((await keptAfter(29)) > 0);
    assert.equal(await keptAfter(31), 0);
  });
});
