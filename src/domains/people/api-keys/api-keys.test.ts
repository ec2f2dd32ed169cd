import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Scope } from "#http/scopes.ts";
import { startWithMail } from "#domains/entry/test-support.ts";
import { removeExpiredKeys } from "./cleanup.ts";
import type { CheckedClient } from "../../../../test/harness/checked-client.ts";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import { untilParked } from "../../../../test/harness/parked.ts";
import { basic, raw } from "../../../../test/harness/raw.ts";
import { openTestRealm } from "../../../../test/harness/realm.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

const SECOND = 1000;

suite("API keys", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const create = async (by: CastMember, scopes?: Scope[], expires_at?: number) => {
    const made = await by.call("POST /users/me/api_keys", {
      name: "a key",
      ...(scopes && { scopes }),
      ...(expires_at !== undefined && { expires_at }),
    });
    return { ...made, client: server.as(by.email, made.api_key) };
  };
  const statusOf = async (authorization: string, path = "/users/me") =>
    (await raw(`${server.url}/api/v1${path}`, { headers: { authorization } })).status;
  const send = (by: CheckedClient) =>
    by.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
  const opens = async (client: CheckedClient) => {
    const { status } = await raw(`${server.url}/api/v1/users/me`, {
      as: client.connection as { email: string; apiKey: string },
    });
    return status === 200;
  };

  test("a key opens what it stands for with its account's email, or as a bearer token, and nothing with another's", async () => {
    const { hamlet, othello } = server.cast;
    const { api_key } = await create(hamlet, ["users:read"]);
    assert.match(api_key, /^[A-Za-z0-9]{32}$/);
    for (const header of [basic(hamlet.email, api_key), `Bearer ${api_key}`, `bearer  ${api_key}`])
      assert.equal(await statusOf(header, "/users"), 200, header);
    const wrong = [basic(othello.email, api_key), basic("nobody@x.example", api_key), `Bearer ${api_key}x`];
    for (const header of wrong) assert.equal(await statusOf(header, "/users"), 401, header);
    assert.equal(await statusOf(`Bearer ${hamlet.apiKey}`), 401, "the derived key needs its email");
    const rows = await server.database.sql`select * from api_key`;
    assert.ok(!JSON.stringify(rows).includes(api_key), "the secret is not stored");
  });

  test("a key with scopes does what they name, and is told which one it lacks", async () => {
    const { hamlet } = server.cast;
    const { client } = await create(hamlet, ["messages:write"]);
    await send(client);
    const refused = await client.refused("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
    assert.deepEqual(
      [refused.status, refused.code, refused.body["required_scope"]],
      [403, "INSUFFICIENT_SCOPE", "messages:read"],
    );
    assert.equal((await client.refused("GET /users/me/api_keys")).body["required_scope"], "full");
    assert.equal((await client.call("GET /users/me")).user_id, hamlet.id);
  });

  test("a key with scopes takes over neither an account nor a bot", async () => {
    const { desdemona } = server.cast;
    await server.database.sql`update account set can_change_user_emails = true where id = ${desdemona.id}`;
    const { client } = await create(desdemona, ["personal:write", "bots:manage", "users:write"]);
    const bot = await client.call("POST /bots", { full_name: "Yorick", short_name: "yorick" });
    assert.equal(bot.api_key, "", "its key is for keys that mean everything");
    assert.deepEqual(
      (await client.call("GET /bots")).bots.map(({ api_key }) => api_key),
      [""],
    );
    for (const refused of [
      await client.refused("PATCH /settings", { email: "thief@venice.example" }),
      await client.refused("PATCH /settings", { old_password: PASSWORD, new_password: "the undiscovered country" }),
      await client.refused("PATCH /bots/{bot_id}", { bot_id: bot.user_id, bot_owner_id: server.cast.iago.id }),
      await client.refused("GET /bots/{bot_id}/api_key", { bot_id: bot.user_id }),
      await client.refused("POST /users/me/api_keys", { name: "more" }),
    ])
      assert.deepEqual([refused.code, refused.body["required_scope"]], ["INSUFFICIENT_SCOPE", "full"]);
    const queue = await client.register({ event_types: ["realm_bot"] });
    assert.deepEqual(
      (queue["realm_bots"] as { api_key: string }[]).map(({ api_key }) => api_key),
      [""],
    );
    await desdemona.call("POST /bots/{bot_id}/api_key/regenerate", { bot_id: bot.user_id });
    const [event] = await client.drain(queue);
    assert.equal(event?.type, "realm_bot");
    assert.doesNotMatch(JSON.stringify(event), /[A-Za-z0-9]{32}/);
  });

  test("another derived key ends the keys that mean everything, and leaves those with scopes", async () => {
    const { cordelia } = server.cast;
    const [everything, narrow] = [await create(cordelia), await create(cordelia, ["users:read"])];
    assert.deepEqual([await opens(everything.client), await opens(narrow.client)], [true, true]);
    const { api_key } = await everything.client.call("POST /users/me/api_key/regenerate");
    assert.deepEqual([await opens(everything.client), await opens(narrow.client)], [false, true]);
    const { keys } = await server.as(cordelia.email, api_key).call("GET /users/me/api_keys");
    assert.deepEqual(
      keys.map(({ key_id }) => key_id),
      [narrow.key_id],
    );
  });

  test("a key opens nothing from its expiry on, in requests, writes and parked polls, and goes with its queues", async () => {
    const { othello } = server.cast;
    const { client, key_id } = await create(othello, ["messages:read"], Math.ceil(Date.now() / SECOND) + 2);
    const queue = await client.register({ event_types: ["message"] });
    const poll = client.refused("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    await untilParked(server.url, 1);
    assert.deepEqual([(await poll).status, (await poll).code], [401, "INVALID_API_KEY"]);
    assert.equal(await opens(client), false);
    const past = await othello.refused("POST /users/me/api_keys", { name: "x", expires_at: 1_000_000 });
    assert.match(String(past.body["msg"]), /must be in the future/);
    const events = await othello.register({ event_types: ["api_key"] });
    const { realm, db } = await openTestRealm(server.database);
    await removeExpiredKeys(realm, { clock: { now: Date.now } } as never);
    await db.close();
    await until(
      () => othello.drain(events),
      ([event]) => event?.["op"] === "remove" && String(event["key_ids"]) === String(key_id),
    );
    const rows = await server.database.sql`select 1 as one from event_queue where id = ${queue.queue_id}`;
    assert.equal(rows.length, 0);
  });

  test("an organization limits how long keys last, and an account how many it has", async () => {
    const { desdemona, shiva } = server.cast;
    const inDays = (days: number) => Math.floor(Date.now() / SECOND) + days * 86_400;
    await desdemona.call("PATCH /realm", { api_key_max_days: 30 });
    for (const expires of [{}, { expires_at: inDays(31) }]) {
      const refused = await shiva.refused("POST /users/me/api_keys", { name: "x", ...expires });
      assert.match(String(refused.body["msg"]), /must expire within 30 days/);
    }
    await shiva.call("POST /users/me/api_keys", { name: "x", expires_at: inDays(30) - 60 });
    await desdemona.call("PATCH /realm", { api_key_max_days: "unlimited" });
    for (let made = 1; made < 50; made += 1) await shiva.call("POST /users/me/api_keys", { name: `no ${made}` });
    assert.match(
      String((await shiva.refused("POST /users/me/api_keys", { name: "one too many" })).body["msg"]),
      /50 API keys at most/,
    );
  });

  test("when a key was last used is stored, and its owner, the bot's owner and administrators list and revoke it", async () => {
    const { hamlet, iago, othello } = server.cast;
    const made = await hamlet.call("POST /bots", { full_name: "Osric", short_name: "osric" });
    const key = await hamlet.call("POST /bots/{bot_id}/api_keys", { bot_id: made.user_id, name: "first" });
    const lastUsed = async () =>
      (await hamlet.call("GET /bots/{bot_id}/api_keys", { bot_id: made.user_id })).keys[0]?.last_used;
    assert.equal(await lastUsed(), null);
    assert.equal(await statusOf(`Bearer ${key.api_key}`), 200);
    await until(lastUsed, (time) => typeof time === "number" && Date.now() / SECOND - time < 60);
    const of = { bot_id: made.user_id, key_id: key.key_id };
    await othello.refused("DELETE /bots/{bot_id}/api_keys/{key_id}", of);
    await othello.refused("DELETE /users/me/api_keys/{key_id}", of);
    const { keys, found_oldest } = await iago.call("GET /api_keys", { limit: 1 });
    assert.deepEqual([keys.map(({ key_id }) => key_id), found_oldest], [[key.key_id], false]);
    await iago.call("DELETE /api_keys/{key_id}", { key_id: key.key_id });
    assert.equal(await statusOf(`Bearer ${key.api_key}`), 401);
  });

  test("the list plus the events is the list that one would fetch", async () => {
    const { hamlet } = server.cast;
    const bot = await hamlet.call("POST /bots", { full_name: "Reynaldo", short_name: "reynaldo" });
    const queue = await hamlet.register({ event_types: ["api_key"] });
    const listed = async () => [
      ...(await hamlet.call("GET /users/me/api_keys")).keys,
      ...(await hamlet.call("GET /bots/{bot_id}/api_keys", { bot_id: bot.user_id })).keys,
    ];
    const known = new Map((await listed()).map((key) => [key.key_id, key]));
    const first = await create(hamlet, ["users:read"]);
    const second = await hamlet.call("POST /bots/{bot_id}/api_keys", { bot_id: bot.user_id, name: "second" });
    await hamlet.call("PATCH /users/me/api_keys/{key_id}", { key_id: first.key_id, name: "renamed" });
    await hamlet.call("DELETE /bots/{bot_id}/api_keys/{key_id}", { bot_id: bot.user_id, key_id: second.key_id });
    for (const event of await hamlet.drain(queue)) {
      const { op, api_key, key_id, key_ids, name } = event as never as {
        op: string;
        api_key: (typeof known extends Map<number, infer Key> ? Key : never) & { key_id: number };
        key_id: number;
        key_ids: number[];
        name: string;
      };
      if (op === "add") known.set(api_key.key_id, api_key);
      else if (op === "update") known.set(key_id, { ...(known.get(key_id) as typeof api_key), name });
      else for (const id of key_ids) known.delete(id);
    }
    const inOrder = <Key extends { key_id: number }>(keys: Iterable<Key>) =>
      [...keys].sort((a, b) => a.key_id - b.key_id);
    assert.deepEqual(inOrder(known.values()), inOrder(await listed()));
  });
});

test("a person learns by mail of a key for their account, and of one for their bot", async () => {
  const { server, mail, stop } = await startWithMail();
  const { hamlet } = server.cast;
  await hamlet.call("POST /users/me/api_keys", { name: "my script", scopes: ["messages:write"] });
  const own = (await mail.next(hamlet.email, /New API key/)).text.replaceAll("=\r\n", "");
  assert.match(own, /my script.*your account/);
  assert.match(own, /messages:write/);
  const { user_id } = await hamlet.call("POST /bots", { full_name: "Osric", short_name: "osric" });
  await hamlet.call("POST /bots/{bot_id}/api_keys", { bot_id: user_id, name: "its script" });
  assert.match((await mail.next(hamlet.email, /its script/)).text.replaceAll("=\r\n", ""), /your bot Osric/);
  await stop();
});
