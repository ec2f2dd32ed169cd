import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { directoryState, stepDirectory } from "../../../../test/events/directory-state.ts";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { botHelpers } from "./test-support.ts";

suite("managers of bots", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const { create, codeOf } = botHelpers(() => server);

  test("a user who becomes an administrator gets all bots, and loses them with the role", async () => {
    const { desdemona, shiva, hamlet } = server.cast;
    for (let bots = 0; bots < 6; bots += 1) await create(hamlet);
    const register = () => shiva.register({ event_types: ["realm_bot"] });
    const queue = await register();
    const state = directoryState(queue);
    for (const [role, isAdministrator] of [
      [200, true],
      [300, false],
    ] as const) {
      await desdemona.call("PATCH /users/{user_id}", { user_id: shiva.id, role });
      for (const event of await shiva.drain(queue)) stepDirectory(state, [], event);
      assert.deepEqual(state, directoryState(await register()));
      assert.equal(Object.keys(state.bots).length > 5, isAdministrator);
    }
  });

  test("managers of a bot learn the new name of its default channels", async () => {
    const { hamlet, iago } = server.cast;
    const [sends, reads] = [await createChannel(hamlet), await createChannel(hamlet)];
    await create(hamlet, { default_sending_stream: sends.name, default_events_register_stream: reads.name });
    for (const [channel, name] of [
      [sends, "where a bot sends"],
      [reads, "where a bot reads"],
    ] as const) {
      await holds(server, () =>
        iago.call("PATCH /streams/{stream_id}", { stream_id: channel.id, new_name: `${name} ${channel.id}` }),
      );
    }
  });

  test("CVE-2022-31168: nobody gives their own bot more rights than they have", async () => {
    const { hamlet, iago, desdemona } = server.cast;
    const bot = await create(hamlet, { role: 200 });
    const bot_id = bot.user_id;
    assert.deepEqual(bot.ignored_parameters_unsupported, ["role"]);
    for (const role of [100, 200, 300, 600]) {
      assert.equal(
        await codeOf(hamlet.refused("PATCH /bots/{bot_id}", { bot_id, role })),
        "400 UNAUTHORIZED_PRINCIPAL",
      );
      const byUser = hamlet.refused("PATCH /users/{user_id}", { user_id: bot_id, role });
      assert.equal(await codeOf(byUser), "400 UNAUTHORIZED_PRINCIPAL");
    }
    assert.equal(
      await codeOf(iago.refused("PATCH /bots/{bot_id}", { bot_id, role: 100 })),
      "400 UNAUTHORIZED_PRINCIPAL",
    );
    assert.equal((await bot.client.call("GET /users/me")).role, 400);

    await holds(server, () => desdemona.call("PATCH /bots/{bot_id}", { bot_id, role: 100 }));
    for (const call of ["GET /bots/{bot_id}/api_key", "POST /bots/{bot_id}/api_key/regenerate"] as const) {
      assert.equal(await codeOf(iago.refused(call, { bot_id })), "400 UNAUTHORIZED_PRINCIPAL", "an owner's key");
    }
    const key = await desdemona.call("POST /bots/{bot_id}/api_keys", { bot_id, name: "owners'" });
    for (const refused of [
      iago.refused("DELETE /bots/{bot_id}", { bot_id }),
      iago.refused("GET /bots/{bot_id}/api_keys", { bot_id }),
      iago.refused("POST /bots/{bot_id}/api_keys", { bot_id, name: "mine" }),
      iago.refused("PATCH /bots/{bot_id}/api_keys/{key_id}", { bot_id, key_id: key.key_id, name: "mine" }),
      iago.refused("DELETE /bots/{bot_id}/api_keys/{key_id}", { bot_id, key_id: key.key_id }),
    ]) {
      assert.equal(await codeOf(refused), "400 UNAUTHORIZED_PRINCIPAL");
    }
    await iago.refused("PATCH /bots/{bot_id}", { bot_id, bot_owner_id: iago.id });
    assert.doesNotMatch(JSON.stringify(await iago.register()), new RegExp(bot.api_key));
    await desdemona.call("DELETE /bots/{bot_id}", { bot_id });
    const back = iago.refused("POST /users/{user_id}/reactivate", { user_id: bot_id });
    assert.equal(await codeOf(back), "400 UNAUTHORIZED_PRINCIPAL");
  });

  test("CVE-2016-4426: only managers of bots get their keys and tokens, in states and in events", async () => {
    const { hamlet, iago, othello, polonius, desdemona } = server.cast;
    const strangers = [othello, polonius];
    const queues = await Promise.all([...strangers, iago].map((who) => who.register()));
    const bot = await create(hamlet, { bot_type: 3, payload_url: "https://elsinore.example/hook" });
    const bot_id = bot.user_id;
    const { api_key } = await hamlet.call("POST /bots/{bot_id}/api_key/regenerate", { bot_id });
    await hamlet.call("PATCH /bots/{bot_id}", { bot_id, service_interface: 2, full_name: "Secretive" });
    const own = (await hamlet.register({ event_types: ["realm_bot"] }))["realm_bots"] as {
      user_id: number;
      services: { token: string }[];
    }[];
    const token = own.find(({ user_id }) => user_id === bot_id)?.services[0]?.token ?? "";
    const secret = new RegExp(`${bot.api_key}|${api_key}|${token}|realm_bot/`);
    for (const [index, who] of strangers.entries()) {
      const events = await who.drain(queues[index] as never);
      assert.doesNotMatch(JSON.stringify(events), secret);
      assert.ok(events.some(({ type }) => type === "realm_user"));
      assert.ok(events.every(({ type }) => type !== "realm_bot"));
      const state = await who.register();
      assert.doesNotMatch(JSON.stringify(state), secret);
      assert.doesNotMatch(JSON.stringify(await who.call("GET /users")), secret);
      assert.equal(await codeOf(who.refused("GET /bots/{bot_id}/api_key", { bot_id })), "400 BAD_REQUEST");
    }
    const admin = await create(desdemona);
    await desdemona.call("PATCH /bots/{bot_id}", { bot_id: admin.user_id, role: 200 });
    const seenByBot = await admin.client.register();
    assert.deepEqual(seenByBot["realm_bots"], [], "a bot with an administrator's role manages no bots");
    assert.match(JSON.stringify(await iago.drain(queues[2] as never)), new RegExp(api_key));
    const rows = await server.database.sql`select event::text as text from event_log`;
    assert.doesNotMatch(JSON.stringify(rows), secret, "the log holds no secrets");
  });

  test("CVE-2021-30477: an outgoing webhook reads no private channel that it is not in", async () => {
    const { hamlet, othello } = server.cast;
    const bot = await create(othello, { bot_type: 3, payload_url: "https://elsinore.example/hook" });
    const chamber = { subscriptions: [{ name: "chamber" }], invite_only: true };
    await hamlet.call("POST /users/me/subscriptions", chamber);
    const message = { type: "channel", to: "chamber", topic: "x", content: "x" } as const;
    const refusal = await bot.client.refused("POST /messages", message);
    const absent = await bot.client.refused("POST /messages", { ...message, to: "nowhere" });
    assert.equal(JSON.stringify(refusal.body).replaceAll("chamber", "nowhere"), JSON.stringify(absent.body));
    await hamlet.call("POST /users/me/subscriptions", { ...chamber, principals: [bot.user_id] });
    await bot.client.call("POST /messages", message);
  });

  test("a user who is given a bot first gets an event that adds it, and nothing about its past", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["realm_bot"] });
    const { user_id: bot_id } = await create(hamlet);
    await hamlet.call("PATCH /bots/{bot_id}", { bot_id, default_sending_stream: "general" });
    await hamlet.call("PATCH /bots/{bot_id}", { bot_id, bot_owner_id: othello.id });
    await othello.call("PATCH /bots/{bot_id}", { bot_id, full_name: "Given" });
    const events = (await othello.drain(queue)) as unknown as { op: string; bot: object }[];
    assert.deepEqual(
      events.map(({ op, bot }) => [op, "owner_id" in bot, "full_name" in bot]),
      [
        ["add", true, true],
        ["update", false, true],
      ],
    );
  });

  test("only its owner manages a bot that has a private channel", async () => {
    const { hamlet, iago } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "closet" }], invite_only: true });
    const bot = await create(hamlet);
    const bot_id = bot.user_id;
    const queue = await iago.register({ event_types: ["realm_bot"] });
    await holds(server, () => hamlet.call("PATCH /bots/{bot_id}", { bot_id, default_sending_stream: "closet" }));
    await holds(server, () => hamlet.call("PATCH /bots/{bot_id}", { bot_id, full_name: "Ghostwriter" }));
    assert.doesNotMatch(JSON.stringify(await iago.drain(queue)), /closet|Ghostwriter/);
    await holds(server, () => hamlet.call("PATCH /bots/{bot_id}", { bot_id, default_sending_stream: "general" }));
    await server.cast.othello.refused("POST /bots", {
      full_name: "Spy",
      short_name: "spy",
      default_sending_stream: "closet",
    });
  });
});
