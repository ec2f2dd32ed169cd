import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import { untilParked } from "../../../../test/harness/parked.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("accounts", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const newcomer = (name: string) => ({
    email: `${name}@elsinore.example`,
    password: "a horse, a horse, my kingdom",
    full_name: name,
  });

  test("an owner with the permission creates an account, which then logs in", async () => {
    const { desdemona } = server.cast;
    const { user_id } = await desdemona.call("POST /users", newcomer("Horatio"));
    const { api_key, email } = await server.anonymous.call("POST /fetch_api_key", {
      username: "HORATIO@elsinore.example",
      password: newcomer("x").password,
    });
    const horatio = server.as(email, api_key);
    const me = await horatio.call("GET /users/me");
    assert.partialDeepStrictEqual(me, { user_id, full_name: "Horatio", role: 400, is_bot: false });
    assert.ok(me.max_message_id > 0, "of the greeting");
    assert.ok(!("bot_type" in me) && !("bot_owner_id" in me), "only bots have these");
    const { subscriptions } = await horatio.call("GET /users/me/subscriptions");
    assert.deepEqual(
      subscriptions.map(({ name }) => name),
      ["general", "parley", "sandbox"],
    );
  });

  test("CVE-2025-31478, CVE-2023-28623: a user without the grant creates no account", async () => {
    const { iago, hamlet, polonius, desdemona } = server.cast;
    assert.equal((await hamlet.refused("POST /users", newcomer("x1"))).code, "UNAUTHORIZED_PRINCIPAL");
    assert.equal((await polonius.refused("POST /users", newcomer("x1"))).code, "UNAUTHORIZED_PRINCIPAL");
    assert.equal((await iago.refused("POST /users", newcomer("x1"))).code, "BAD_REQUEST");
    assert.equal((await desdemona.call("POST /users", newcomer("x1"))).user_id > 0, true);
  });

  test("an owner who sends a bad name, address or password creates no account", async () => {
    const { desdemona } = server.cast;
    const before = (await desdemona.call("GET /users")).members.length;
    const bad = [
      { full_name: "A" },
      { full_name: "x".repeat(101) },
      { full_name: "Ev*l" },
      { full_name: "Evil|12" },
      { full_name: "Evil\nName" },
      { email: "nonsense" },
      { email: server.cast.hamlet.email.toUpperCase() },
      { password: "short" },
      { password: "password" },
      { password: "x".repeat(2000) },
    ];
    for (const part of bad) {
      const refusal = await desdemona.refused("POST /users", { ...newcomer("Fortinbras"), ...part });
      assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"], JSON.stringify(part));
    }
    assert.equal((await desdemona.call("GET /users")).members.length, before);
  });

  test("an owner who sends two requests for one address at once creates one account", async () => {
    const { desdemona } = server.cast;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => desdemona.call("POST /users", newcomer("Laertes"))),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  });

  test("only administrators see real addresses, and everybody else a placeholder", async () => {
    const { iago, hamlet, polonius, othello } = server.cast;
    const seenBy = async (viewer: typeof iago) =>
      (await viewer.call("GET /users/{user_id}", { user_id: othello.id })).user;
    assert.equal((await seenBy(iago)).delivery_email, othello.email);
    assert.equal((await seenBy(othello)).delivery_email, othello.email);
    for (const viewer of [hamlet, polonius]) {
      const seen = await seenBy(viewer);
      assert.equal(seen.delivery_email, null);
      assert.equal(seen.email, `user${othello.id}@localhost`);
      assert.notEqual(seen.avatar_url, null);
      assert.ok(!JSON.stringify(seen).includes("othello@"));
    }
  });

  test("a client gets users by ID, and unknown IDs are left out or refused", async () => {
    const { hamlet, othello } = server.cast;
    const { members } = await hamlet.call("GET /users", { user_ids: [othello.id, 999_999, othello.id] });
    assert.deepEqual(
      members.map(({ user_id }) => user_id),
      [othello.id],
    );
    assert.equal((await hamlet.refused("GET /users/{user_id}", { user_id: 999_999 })).code, "BAD_REQUEST");
    const { user } = await hamlet.call("GET /users/{user_id}", {
      user_id: hamlet.id,
      include_custom_profile_fields: true,
    });
    assert.deepEqual(user.profile_data, {});
  });

  test("CVE-2024-56136: a client gets the same answer for a wrong password and an unknown account", async () => {
    const attempt = (username: string, password: string) =>
      server.anonymous.refused("POST /fetch_api_key", { username, password });
    const known = await attempt(server.cast.hamlet.email, "wrong");
    const unknown = await attempt("nobody@elsinore.example", "wrong");
    assert.deepEqual(known.body, unknown.body);
    assert.deepEqual([known.status, known.code], [401, "AUTHENTICATION_FAILED"]);
    for (const password of ["", " ", "null"]) {
      assert.equal((await attempt(server.cast.hamlet.email, password)).status, 401);
    }
    assert.equal((await attempt("not an address", "x")).code, "BAD_REQUEST");
  });

  test("CVE-2021-3967: a user's new key works at once and the old one never again, and their queues continue", async () => {
    const { cordelia, hamlet } = server.cast;
    const queue = await cordelia.register({ event_types: ["message"] });
    const parked = cordelia.call("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    await untilParked(server.url, 1);
    const { api_key } = await cordelia.call("POST /users/me/api_key/regenerate");
    assert.notEqual(api_key, cordelia.apiKey);
    assert.equal((await cordelia.refused("GET /users/me")).code, "INVALID_API_KEY");
    const renewed = server.as(cordelia.email, api_key);
    await hamlet.call("POST /messages", { type: "direct", to: [cordelia.id], content: "still there?" });
    assert.deepEqual((await parked).events, [], "a poll by the old key has ended");
    assert.equal((await renewed.drain(queue)).length, 1);
    const again = await server.anonymous.call("POST /fetch_api_key", { username: cordelia.email, password: PASSWORD });
    assert.equal(again.api_key, api_key);
  });

  test("CVE-2023-41335: an operator finds no password and no key in the database or the log", async () => {
    const { desdemona } = server.cast;
    const marker = "MARKERpasswordMARKER42";
    const { user_id } = await desdemona.call("POST /users", { ...newcomer("Rosencrantz"), password: marker });
    const { api_key } = await server.anonymous.call("POST /fetch_api_key", {
      username: "Rosencrantz@elsinore.example",
      password: marker,
    });
    const tables = await server.database.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    let stored = "";
    for (const { name } of tables) stored += JSON.stringify(await server.database.sql.unsafe(`select * from ${name}`));
    assert.ok(stored.includes(String(user_id)));
    for (const secret of [marker, api_key]) {
      assert.ok(!stored.includes(secret));
      assert.ok(!server.output().includes(secret));
    }
  });
});
