import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { until } from "../../../../../test/harness/until.ts";
import { entraRequests } from "../fixtures/entra.ts";
import { directoryWith } from "../test-support.ts";

const { createUser, disable } = entraRequests;

suite("SCIM tokens", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const DELETE = "DELETE /realm/scim_tokens/{token_id}";

  test("are shown once, and stored as hashes with when they were used last", async () => {
    const { desdemona } = server.cast;
    const { token, id } = await desdemona.call("POST /realm/scim_tokens", { name: "Entra" });
    const listed = await desdemona.call("GET /realm/scim_tokens");
    assert.equal(new URL(listed.scim_url).pathname, "/scim/v2");
    assert.deepEqual(
      listed.scim_tokens.map(({ name, last_used: used, expires_at: ends }) => [name, used, ends]),
      [["Entra", null, null]],
    );
    const [row] = await server.database.sql<
      { text: string }[]
    >`select to_jsonb(scim_token)::text as text from scim_token`;
    assert.ok(row !== undefined && !row.text.includes(token) && !JSON.stringify(listed).includes(token));
    await directoryWith(server, token).ok("GET", "/Users");
    await until(
      async () => (await desdemona.call("GET /realm/scim_tokens")).scim_tokens[0]?.last_used,
      (used) => typeof used === "number",
    );
    await desdemona.call(DELETE, { token_id: id });
    assert.equal((await desdemona.refused(DELETE, { token_id: id })).message, "404 BAD_REQUEST: Token does not exist.");
  });

  test("open nothing in any process from their revocation on", async () => {
    const { desdemona } = server.cast;
    const other = await startTestServer({ database: server.database });
    const { token, id } = await desdemona.call("POST /realm/scim_tokens", { name: "two processes" });
    const [here, there] = [directoryWith(server, token), directoryWith(other, token)];
    await until(
      async () => (await there.send("GET", "/Users")).status,
      (status) => status === 200,
    );
    await here.ok("GET", "/Users");
    await other.cast.desdemona.call(DELETE, { token_id: id });
    assert.equal((await there.send("GET", "/Users")).status, 401);
    const user = {
      objectId: "x",
      userName: "x@elsinore.example",
      mail: "x@elsinore.example",
      givenName: "X",
      familyName: "Y",
    };
    assert.equal((await here.send("POST", "/Users", createUser(user))).status, 401, "the writer asks again");
    await other.stop();
  });

  test("there are 20 at most, none of yesterday, and none for administrators", async () => {
    const { desdemona, iago } = server.cast;
    const made = async () => (await desdemona.call("GET /realm/scim_tokens")).scim_tokens.length;
    for (let count = await made(); count < 20; count += 1)
      await desdemona.call("POST /realm/scim_tokens", { name: "x" });
    assert.match((await desdemona.refused("POST /realm/scim_tokens", { name: "x" })).message, /20 SCIM tokens at most/);
    const { scim_tokens: tokens } = await desdemona.call("GET /realm/scim_tokens");
    await holds(server, async () => {
      for (const { id: token_id } of tokens) await desdemona.call(DELETE, { token_id });
    });
    const past = { name: "x", expires_at: 1 };
    assert.match((await desdemona.refused("POST /realm/scim_tokens", past)).message, /must be in the future/);
    assert.equal((await iago.refused("GET /realm/scim_tokens")).code, "UNAUTHORIZED_PRINCIPAL");
  });

  test("what a directory deactivates loses sessions, keys, queues and bots, and is recorded as the directory's", async () => {
    const { desdemona, cordelia } = server.cast;
    const { token, id: tokenId } = await desdemona.call("POST /realm/scim_tokens", { name: "ends" });
    const directory = directoryWith(server, token, "Entra/1.0");
    const { api_key: key } = await cordelia.call("POST /users/me/api_keys", { name: "script" });
    const bot = await cordelia.call("POST /bots", { full_name: "Yorick", short_name: "yorick", bot_type: 1 });
    const queue = await cordelia.register({});
    const script = server.as(cordelia.email, key);
    await script.call("GET /users/me");
    const answer = await directory.ok("PATCH", `/Users/${cordelia.id}`, disable);
    assert.equal(answer["active"], false);
    assert.equal((await script.refused("GET /users/me")).code, "USER_DEACTIVATED");
    assert.equal((await cordelia.refused("GET /users/me")).code, "USER_DEACTIVATED");
    const { members } = await desdemona.call("GET /users");
    assert.equal(members.find(({ user_id: userId }) => userId === bot.user_id)?.is_active, false);
    const [left] = await server.database.sql<{ queues: number }[]>`
      select count(*) as queues from event_queue where user_id = ${cordelia.id}`;
    assert.equal(Number(left?.queues), 0, queue.queue_id);
    const { entries } = await desdemona.call("GET /audit_log", { target_id: String(cordelia.id) });
    assert.deepEqual(
      entries
        .filter(({ actor }) => actor.kind === "scim")
        .map(({ action, actor }) => `${action} ${actor.id}`)
        .sort(),
      [`scim.user_adopted ${tokenId}`, `user.deactivated ${tokenId}`],
    );
  });
});
