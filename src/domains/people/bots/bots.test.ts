import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { botHelpers } from "./test-support.ts";

suite("bots", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const { create, permit, codeOf } = botHelpers(() => server);

  test("members create bots, which act with keys of their own, and everybody can see them", async () => {
    const { hamlet, othello, polonius } = server.cast;
    await holds(server, () => create(hamlet));
    const bot = await create(hamlet, { default_sending_stream: "general" });
    assert.equal(bot.default_sending_stream, "general");
    const me = await bot.client.call("GET /users/me");
    assert.deepEqual([me.user_id, me.role, me.is_bot, me.bot_type], [bot.user_id, 400, true, 1]);
    assert.equal(me.bot_owner_id, hamlet.id);
    assert.equal(me.email, bot.email);
    assert.equal(me.profile_data, undefined);
    const { user } = await polonius.call("GET /users/{user_id}", { user_id: bot.user_id });
    assert.equal(user.delivery_email, bot.email, "bots hide nothing");
    assert.deepEqual((await bot.client.call("GET /users/me/subscriptions")).subscriptions, []);
    await bot.client.call("POST /messages", { type: "channel", to: "general", topic: "hi", content: "beep" });
    const { bots } = await hamlet.call("GET /bots");
    assert.deepEqual(bots.at(-1)?.api_key, bot.api_key);
    assert.deepEqual((await othello.call("GET /bots")).bots, []);
  });

  test("a bot that has a channel to write to need not name it, and nobody else may leave it out", async () => {
    const { hamlet } = server.cast;
    const [bot, other] = [await create(hamlet, { default_sending_stream: "general" }), await create(hamlet)];
    const post = { type: "channel", topic: "hi", content: "beep" } as const;
    const { id } = await bot.client.call("POST /messages", post);
    const { message } = await hamlet.call("GET /messages/{message_id}", { message_id: id });
    assert.equal(message.display_recipient, "general");
    for (const refusal of [
      await other.client.refused("POST /messages", post),
      await hamlet.refused("POST /messages", post),
      await bot.client.refused("POST /messages", { type: "direct", content: "beep" }),
    ]) {
      assert.equal(refusal.code, "REQUEST_VARIABLE_MISSING");
    }
  });

  test("a bot is made with a picture and gets another, one at a time, and its managers hear of it", async () => {
    const { hamlet } = server.cast;
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#3366cc" } })
      .png()
      .toBuffer();
    const send = (method: string, path: string, fields: Record<string, string>, files: readonly Buffer[]) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      for (const [at, file] of files.entries()) body.set(`file${at}`, new Blob([new Uint8Array(file)]), "bot.png");
      return raw(`${server.url}/api/v1${path}`, { method, as: hamlet, body });
    };
    const make = (...files: Buffer[]) => send("POST", "/bots", { full_name: "Painted", short_name: "painted" }, files);
    assert.equal((await make(picture, picture)).status, 400);
    assert.equal((await make(Buffer.from("no picture"))).json["code"], "BAD_IMAGE");
    let made: Record<string, unknown> = {};
    await holds(server, async () => void (made = (await make(picture)).json));
    const shown = async (url: unknown) => (await fetch(`${server.url}${url as string}`)).headers.get("content-type");
    assert.equal(await shown(made["avatar_url"]), "image/png");

    const path = `/bots/${made["user_id"] as number}`;
    assert.equal((await send("PATCH", path, {}, [picture, picture])).status, 400);
    assert.equal((await send("PATCH", path, {}, [Buffer.from("no picture")])).json["code"], "BAD_IMAGE");
    let changed: Record<string, unknown> = {};
    await holds(server, async () => void (changed = (await send("PATCH", path, {}, [picture])).json));
    assert.notEqual(changed["avatar_url"], made["avatar_url"]);
    assert.equal(await shown(changed["avatar_url"]), "image/png");
    const bot = server.as("painted-bot@localhost", made["api_key"] as string);
    await holds(server, () => bot.call("DELETE /users/me/avatar"));
    await holds(server, async () => {
      const body = new FormData();
      body.set("file", new Blob([new Uint8Array(picture)]), "me.png");
      const as = { email: "painted-bot@localhost", apiKey: made["api_key"] as string };
      assert.equal((await raw(`${server.url}/api/v1/users/me/avatar`, { method: "POST", as, body })).status, 200);
    });
  });

  test("a member cannot create a bot with invalid properties", async () => {
    const { hamlet } = server.cast;
    const bot = await create(hamlet);
    const good = { full_name: "Sensible", short_name: "sensible" };
    const wrong: Record<string, unknown>[] = [
      { short_name: "" },
      { short_name: "a b" },
      { short_name: bot.email.replace("-bot@localhost", "").toUpperCase() },
      { full_name: "x" },
      { full_name: "Hamlet" },
      { full_name: "HAMLET" },
      { bot_type: 0 },
      { bot_type: 4 },
      { bot_type: 5 },
      { bot_type: 3 },
      { bot_type: 3, payload_url: "ftp://elsinore.example" },
      { bot_type: 3, payload_url: "https://hamlet:ghost@elsinore.example" },
      { bot_type: 3, payload_url: "https://elsinore.example", interface_type: 3 },
      { default_sending_stream: "no such channel" },
      { config_data: { a: 1 } },
    ];
    for (const args of wrong) {
      assert.equal(
        await codeOf(hamlet.refused("POST /bots", { ...good, ...args })),
        "400 BAD_REQUEST",
        JSON.stringify(args),
      );
    }
    assert.equal(await codeOf(server.cast.polonius.refused("POST /bots", good)), "400 BAD_REQUEST");
    for (const call of ["GET /bots", "POST /bots"] as const) {
      assert.equal(await codeOf(bot.client.refused(call, good)), "400 BAD_REQUEST", "bots have no bots");
    }
    await hamlet.call("POST /bots", good);
  });

  test("only members whom the organization's settings allow create bots of each kind", async () => {
    const { hamlet, iago } = server.cast;
    await permit("can_create_bots_group", "role:administrators");
    await hamlet.refused("POST /bots", { full_name: "Full", short_name: "full" });
    await create(hamlet, { bot_type: 2 });
    await create(iago);
    await permit("can_create_write_only_bots_group", "role:nobody");
    await hamlet.refused("POST /bots", { full_name: "Write", short_name: "write", bot_type: 2 });
    const bot = await create(iago, { bot_type: 2 });
    await iago.call("PATCH /bots/{bot_id}", { bot_id: bot.user_id, bot_owner_id: hamlet.id });
    await hamlet.call("DELETE /bots/{bot_id}", { bot_id: bot.user_id });
    await hamlet.refused("POST /users/{user_id}/reactivate", { user_id: bot.user_id });
    await permit("can_create_write_only_bots_group", "role:members");
    await hamlet.call("POST /users/{user_id}/reactivate", { user_id: bot.user_id });
    await permit("can_create_bots_group", "role:members");
  });

  test("an incoming webhook sends messages and may do nothing else", async () => {
    const { hamlet } = server.cast;
    const { client } = await create(hamlet, { bot_type: 2 });
    await client.call("POST /messages", { type: "channel", to: "general", topic: "hook", content: "news" });
    for (const call of [
      "GET /users/me",
      "POST /register",
      "GET /events",
      "GET /messages",
      "GET /bot_storage",
    ] as const) {
      assert.equal(await codeOf(client.refused(call)), "401 UNAUTHORIZED", call);
    }
  });

  test("an outgoing webhook has a URL, and a token that never changes", async () => {
    const { hamlet, othello } = server.cast;
    const args = { bot_type: 3, payload_url: "https://elsinore.example/hook", service_name: "hook" };
    let bot = { user_id: 0 };
    await holds(server, async () => {
      bot = await create(hamlet, args);
    });
    const service = async () => {
      const { realm_bots: bots } = await hamlet.register({ event_types: ["realm_bot"] });
      const found = (bots as { user_id: number; services: Record<string, unknown>[] }[]).find(
        ({ user_id }) => user_id === bot.user_id,
      );
      return found?.services[0] ?? {};
    };
    const { token, ...rest } = await service();
    assert.match(String(token), /^[A-Za-z0-9]{32}$/);
    assert.deepEqual(rest, { base_url: args.payload_url, interface: 1 });
    const bot_id = bot.user_id;
    await holds(server, async () => {
      const response = await hamlet.call("PATCH /bots/{bot_id}", {
        bot_id,
        service_payload_url: '"http://elsinore.example/other"',
        service_interface: 2,
      });
      assert.equal(response.service_payload_url, "http://elsinore.example/other");
    });
    assert.deepEqual(await service(), { base_url: "http://elsinore.example/other", interface: 2, token });
    await hamlet.refused("PATCH /bots/{bot_id}", { bot_id, service_interface: 7 });
    await othello.refused("PATCH /bots/{bot_id}", { bot_id, service_payload_url: "https://evil.example" });
    const plain = await create(hamlet);
    await hamlet.refused("PATCH /bots/{bot_id}", { bot_id: plain.user_id, service_payload_url: args.payload_url });
  });

  test("a bot's owner gets one notice that its messages reach nobody", async () => {
    const { othello, iago } = server.cast;
    const [lost, lonely] = [await create(othello), await create(othello)];
    const queue = await othello.register({ event_types: ["message"] });
    const to = { type: "channel", topic: "t", content: "beep" } as const;
    for (const name of ["nowhere `**x**`", "nowhere"]) {
      const refusal = await lost.client.refused("POST /messages", { ...to, to: name });
      assert.equal(refusal.code, "STREAM_DOES_NOT_EXIST");
    }
    const empty = await createChannel(iago, { subscribers: [iago.id] });
    await iago.call("DELETE /users/me/subscriptions", { subscriptions: [empty.name] });
    await lonely.client.call("POST /messages", { ...to, to: empty.name });
    await othello.refused("POST /messages", { ...to, to: "nowhere" });
    const notices = (await othello.drain(queue)).map(({ message }) => (message as { content: string }).content);
    assert.equal(notices.length, 2);
    assert.match(notices[0] ?? "", /`nowhere \*\*x\*\* ?`, a channel that does not exist/);
    assert.match(notices[1] ?? "", /a channel without subscribers/);
  });

  test("nobody owns more than 500 active bots", async () => {
    const { id } = server.cast.othello;
    const database = await createDatabase();
    await database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility, bot_type, bot_owner_id)
      select 1, 100000 + n, email, email, 'Bot ' || n, 400, now(), 1, 1, ${id}
      from generate_series(1, 499) n, lateral (select 'many-' || n || '-bot@localhost') e (email)`;
    const { othello, hamlet } = (await startTestServer({ database })).cast;
    const last = await othello.call("POST /bots", { full_name: "The last", short_name: "last" });
    const more = { full_name: "One more", short_name: "more" };
    assert.match((await othello.refused("POST /bots", more)).message, /at most 500/);
    await othello.call("DELETE /bots/{bot_id}", { bot_id: last.user_id });
    await othello.call("POST /bots", more);
    await hamlet.call("POST /bots", { full_name: "Of another", short_name: "another" });
  });

  test("a bot stores texts of its own up to a limit", async () => {
    const { hamlet } = server.cast;
    const [first, second] = [await create(hamlet), await create(hamlet)];
    await first.client.call("PUT /bot_storage", { storage: { a: "1", b: "2", __proto__x: "3" } });
    await first.client.call("PUT /bot_storage", { storage: { a: "one" } });
    assert.deepEqual((await first.client.call("GET /bot_storage", { keys: ["a"] })).storage, { a: "one" });
    assert.deepEqual((await second.client.call("GET /bot_storage")).storage, {});
    await second.client.refused("GET /bot_storage", { keys: ["a"] });
    await first.client.refused("DELETE /bot_storage", { keys: ["a", "z"] });
    await first.client.call("DELETE /bot_storage", { keys: ["b"] });
    assert.deepEqual(Object.keys((await first.client.call("GET /bot_storage")).storage).sort(), ["__proto__x", "a"]);
    await first.client.call("DELETE /bot_storage");
    // One request may have 2 MiB.
    for (const [key, length] of Object.entries({
      a1: 1_999_998,
      a2: 1_999_998,
      a3: 1_999_998,
      a4: 1_999_998,
      a5: 1_999_991,
    }))
      await first.client.call("PUT /bot_storage", { storage: { [key]: "x".repeat(length) } });
    await first.client.refused("PUT /bot_storage", { storage: { more: "12345" } });
    await first.client.call("PUT /bot_storage", { storage: { more: "123" } });
    await first.client.refused("PUT /bot_storage", { storage: { nul: "\0" } });
    const halves = await first.client.refused("PUT /bot_storage", { storage: { "\ud800": "a", "\ud801": "b" } });
    assert.equal(halves.code, "BAD_REQUEST");
    await hamlet.refused("PUT /bot_storage", { storage: { a: "1" } });
    for (const text of ["null", "[]", '{"a":null}', '{"a":{}}']) {
      const body = new URLSearchParams({ storage: text });
      const as = { email: second.email, apiKey: second.api_key };
      assert.equal((await raw(`${server.url}/api/v1/bot_storage`, { method: "PUT", as, body })).status, 400, text);
    }
  });
});
