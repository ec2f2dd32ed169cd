import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("status", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const statusOf = async (of: CastMember, viewer = server.cast.othello) =>
    (await viewer.call("GET /users/{user_id}/status", { user_id: of.id })).status;
  const car = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };

  test("a user sets their status part by part, and clears it", async () => {
    const { hamlet } = server.cast;
    const set = (args: object) => holds(server, () => hamlet.call("POST /users/me/status", args));
    assert.deepEqual(await statusOf(hamlet), {});
    await set({ status_text: " on the road " });
    assert.deepEqual(await statusOf(hamlet), { status_text: "on the road" });
    await set({ emoji_name: "car" });
    assert.deepEqual(await statusOf(hamlet), { status_text: "on the road", ...car });
    await set({ status_text: "", ...car });
    assert.deepEqual(await statusOf(hamlet), car);
    await set({ ...car, emoji_name: "what a client calls it" });
    assert.deepEqual(await statusOf(hamlet), car);
    const extra = { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" };
    for (const input of [
      { emoji_name: "svc", reaction_type: "svc_extra_emoji" },
      { emoji_name: "svc", emoji_code: "svc", reaction_type: "zulip_extra_emoji" },
      { emoji_name: "zulip" },
      extra,
    ]) {
      await set(input);
      assert.deepEqual(await statusOf(hamlet), extra);
      const { user_status: all } = await hamlet.register({ fetch_event_types: ["user_status"] });
      assert.deepEqual((all as Record<string, unknown>)[hamlet.id], extra);
      await set({ emoji_name: "" });
    }
    await set({ emoji_name: "" });
    assert.deepEqual(await statusOf(hamlet), {});
  });

  test("a user who is away is invisible, and the reverse", async () => {
    const { cordelia } = server.cast;
    const settings = async () =>
      (await cordelia.register({ event_types: ["user_settings"] }))["user_settings"] as Record<string, unknown>;
    await holds(server, () => cordelia.call("PATCH /settings", { presence_enabled: false }));
    assert.deepEqual(await statusOf(cordelia), {}, "who never had a status has none");
    await holds(server, () => cordelia.call("POST /users/me/status", { away: true }));
    assert.deepEqual(await statusOf(cordelia), { away: true });
    await holds(server, () => cordelia.call("POST /users/me/status", { away: false, status_text: "back" }));
    assert.equal((await settings())["presence_enabled"], true);
    await holds(server, () => cordelia.call("PATCH /settings", { presence_enabled: false }));
    assert.deepEqual(await statusOf(cordelia), { away: true, status_text: "back" });
    await holds(server, () => cordelia.call("PATCH /settings", { presence_enabled: true }));
  });

  test("an invisible user's first status says that they are away", async () => {
    const { shiva } = server.cast;
    await shiva.call("PATCH /settings", { presence_enabled: false });
    await holds(server, () => shiva.call("POST /users/me/status", { status_text: "writing" }));
    assert.deepEqual(await statusOf(shiva), { away: true, status_text: "writing" });
    await holds(server, () => shiva.call("POST /users/me/status", { status_text: "" }));
    await holds(server, () => shiva.call("PATCH /settings", { presence_enabled: true }));
  });

  test("a user's invalid status changes nothing", async () => {
    const { othello, hamlet, iago } = server.cast;
    const queue = await hamlet.register();
    const wrong: object[] = [
      {},
      { status_text: "x".repeat(61) },
      { status_text: "a\0b" },
      { emoji_code: "1f697" },
      { reaction_type: "unicode_emoji" },
      { status_text: "x", emoji_code: "1f697" },
      { emoji_name: "no such emoji" },
      { ...car, emoji_code: "beef" },
      { ...car, reaction_type: "realm_emoji" },
      { ...car, reaction_type: "svc_extra_emoji" },
      { ...car, reaction_type: "nonsense" },
      { away: "yes" },
    ];
    for (const args of wrong) {
      const refusals = [
        await othello.refused("POST /users/me/status", args),
        await iago.refused("POST /users/{user_id}/status", { user_id: othello.id, ...args }),
      ];
      const [own, others] = refusals.map(({ status, code }) => `${status} ${code}`);
      assert.equal(own, "400 BAD_REQUEST", JSON.stringify(args));
      assert.equal(others, "400 BAD_REQUEST", JSON.stringify(args));
    }
    assert.deepEqual(await statusOf(othello), {});
    assert.deepEqual(await hamlet.drain(queue), []);
  });

  test("only administrators set the status of others, and not of bots or deactivated users", async () => {
    const { iago, hamlet, othello, shiva } = server.cast;
    const say = { status_text: "gone fishing" };
    await holds(server, () => iago.call("POST /users/{user_id}/status", { user_id: othello.id, ...say }));
    assert.deepEqual(await statusOf(othello), say);
    const bot = await hamlet.call("POST /bots", { full_name: "Robot", short_name: "robot" });
    await iago.call("DELETE /users/{user_id}", { user_id: shiva.id });
    const robot = server.as("robot-bot@localhost", bot.api_key);
    for (const refusal of [
      await hamlet.refused("POST /users/{user_id}/status", { user_id: othello.id, ...say }),
      await hamlet.refused("POST /users/{user_id}/status", { user_id: hamlet.id, ...say }),
      await iago.refused("POST /users/{user_id}/status", { user_id: bot.user_id, ...say }),
      await iago.refused("POST /users/{user_id}/status", { user_id: shiva.id, ...say }),
      await iago.refused("POST /users/{user_id}/status", { user_id: 999_999, ...say }),
      await robot.refused("POST /users/me/status", say),
      await hamlet.refused("GET /users/{user_id}/status", { user_id: 999_999 }),
    ]) {
      assert.equal(`${refusal.status} ${refusal.code}`, "400 BAD_REQUEST");
    }
    assert.deepEqual(await statusOf(shiva), {});
  });

  test("CVE-2026-3115: a guest gets no status of users whom they may not see", async () => {
    const database = await createDatabase();
    await database.sql`
      update realm set settings = settings || jsonb_build_object('can_access_all_users_group',
        (select id from user_group where name = 'role:members'))`;
    const limited = await startTestServer({ database });
    const { polonius, hamlet } = limited.cast;
    const queue = await polonius.register();
    await hamlet.call("POST /users/me/status", { status_text: "secret" });
    assert.deepEqual(await polonius.drain(queue), []);
    assert.doesNotMatch(JSON.stringify(await polonius.register()), /secret/);
    const read = (id: number) => polonius.refused("GET /users/{user_id}/status", { user_id: id });
    assert.deepEqual((await read(hamlet.id)).body, (await read(2_000_000_000)).body);
  });
});
