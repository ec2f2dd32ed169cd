import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { assistant, headerOf } from "#domains/integrations/mcp/test-support.ts";
import { pathNames } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { createChannel, type MadeChannel } from "../harness/channels.ts";
import type { CheckedClient, TestEvent } from "../harness/checked-client.ts";
import { untilParked } from "../harness/parked.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

const NOWHERE = 2_147_483_000;

suite("keys for some channels", () => {
  let server: TestServer;
  let inside: MadeChannel;
  let outside: MadeChannel;
  let key: CheckedClient;
  /** A message of each. */
  let [there, elsewhere, direct] = [0, 0, 0];

  const post = async (client: CheckedClient, channel: MadeChannel, content = "x", topic = "topic") =>
    (await client.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
  const keyFor = async (...channels: MadeChannel[]) => {
    const { desdemona } = server.cast;
    const channel_ids = channels.map(({ id }) => id);
    const { api_key } = await desdemona.call("POST /users/me/api_keys", { name: "for channels", channel_ids });
    return server.as(desdemona.email, api_key);
  };
  before(async () => {
    server = await startTestServer();
    const { desdemona, hamlet } = server.cast;
    const subscribers = [desdemona.id, hamlet.id];
    inside = await createChannel(desdemona, { subscribers });
    outside = await createChannel(desdemona, { subscribers });
    key = await keyFor(inside);
    there = await post(hamlet, inside, "to be");
    elsewhere = await post(hamlet, outside, "or not to be");
    direct = (await hamlet.call("POST /messages", { type: "direct", to: [desdemona.id], content: "psst" })).id;
  });

  test("call those endpoints that say so, and no other", async () => {
    for (const { method, path, auth, id, isChannelBound } of endpoints) {
      if (auth === "none") continue;
      const filled = pathNames(path).reduce((text, name) => text.replace(`{${name}}`, String(NOWHERE)), path);
      const as = key.connection as { email: string; apiKey: string };
      const { status, json } = await raw(`${server.url}/api/v1${filled}?dont_block=true`, { method, as });
      const isRefused = status === 403 && json["code"] === "INSUFFICIENT_SCOPE";
      assert.equal(isRefused, isChannelBound !== true, `${id}: ${status}`);
    }
    const file = await raw(`${server.url}/user_uploads/1/aa/bb/file.txt`, { as: key.connection as never });
    assert.deepEqual([file.status, file.json["code"]], [403, "INSUFFICIENT_SCOPE"]);
  });

  test("find what is in their channels, and other channels and direct messages do not exist", async () => {
    const found = await key.call("GET /messages", { anchor: "newest", num_before: 100, num_after: 0 });
    assert.deepEqual(found.messages.map(({ id }) => id).slice(-1), [there]);
    assert.deepEqual(
      found.messages.filter(({ stream_id }) => stream_id !== inside.id),
      [],
    );
    const listed = await key.call("GET /streams", { include_all: true });
    assert.deepEqual(
      listed.streams.map(({ stream_id }) => stream_id),
      [inside.id],
    );
    await key.call("GET /messages/{message_id}", { message_id: there });
    for (const message_id of [elsewhere, direct]) {
      const refused = await key.refused("GET /messages/{message_id}", { message_id });
      const unknown = await key.refused("GET /messages/{message_id}", { message_id: NOWHERE });
      assert.deepEqual(refused.body, unknown.body);
    }
    const narrowed = (operand: number) =>
      key.refused("GET /messages", { narrow: [{ operator: "channel", operand }] as never, anchor: "newest" });
    assert.equal((await narrowed(outside.id)).code, (await narrowed(NOWHERE)).code);
    for (const name of ["GET /streams/{stream_id}", "GET /users/me/{stream_id}/topics"] as const) {
      await key.call(name, { stream_id: inside.id });
      const [refused, unknown] = [outside.id, NOWHERE].map((stream_id) => key.refused(name, { stream_id }));
      assert.deepEqual((await refused)?.body, (await unknown)?.body);
    }
  });

  test("write in their channels, and nowhere else", async () => {
    const { desdemona, hamlet } = server.cast;
    const before = await server.database.sql`select count(*)::int as n from direct_conversation`;
    const message_id = await post(key, inside, `here, not in #**${outside.name}**`);
    const { message } = await desdemona.call("GET /messages/{message_id}", { message_id });
    assert.doesNotMatch(message.content, /<a/);
    await key.call("PATCH /messages/{message_id}", { message_id, content: "edited" });
    await key.call("POST /messages/{message_id}/reactions", { message_id, emoji_name: "heart" });
    const channel = { type: "channel", topic: "x", content: "x" } as const;
    for (const to of [outside.id, outside.name, NOWHERE])
      assert.equal((await key.refused("POST /messages", { ...channel, to })).code, "STREAM_DOES_NOT_EXIST");
    // One conversation is there, and one is not.
    for (const to of [hamlet.id, server.cast.othello.id]) {
      const refused = await key.refused("POST /messages", { type: "direct", to: [to], content: "x" });
      assert.match(refused.message, /for some channels/);
      await key.refused("POST /typing", { op: "start", type: "direct", to: [to] });
    }
    const moved = await key.refused("PATCH /messages/{message_id}", { message_id, stream_id: outside.id });
    assert.equal(moved.code, "BAD_REQUEST");
    assert.equal((await key.refused("DELETE /messages/{message_id}", { message_id: elsewhere })).code, "BAD_REQUEST");
    assert.deepEqual(await server.database.sql`select count(*)::int as n from direct_conversation`, before);
    await key.call("DELETE /messages/{message_id}", { message_id });
  });

  test("touch no message elsewhere by its ID", async () => {
    const { desdemona } = server.cast;
    const flags = async (message_id: number) =>
      (await desdemona.call("GET /messages/{message_id}", { message_id })).message.flags;
    for (const message_id of [elsewhere, direct]) {
      const before = await flags(message_id);
      await key.call("POST /messages/flags", { messages: [message_id], op: "add", flag: "starred" }).catch(() => {});
      await key.call("POST /messages/flags", { messages: [message_id], op: "add", flag: "read" }).catch(() => {});
      assert.deepEqual(await flags(message_id), before);
      const emoji = { emoji_name: "heart" };
      for (const id of [message_id, NOWHERE])
        assert.equal(
          (await key.refused("POST /messages/{message_id}/reactions", { message_id: id, ...emoji })).code,
          "BAD_REQUEST",
        );
      const found = await key.call("GET /messages/matches_narrow", { msg_ids: [message_id], narrow: [] });
      assert.deepEqual(found.messages, {});
      for (const name of ["GET /messages/{message_id}/history", "GET /messages/{message_id}/read_receipts"] as const) {
        const [refused, unknown] = [message_id, NOWHERE].map((id) => key.refused(name, { message_id: id }));
        assert.deepEqual((await refused)?.body, (await unknown)?.body);
      }
    }
  });

  test("a bot that writes elsewhere is refused, and its owner told", async () => {
    const { desdemona } = server.cast;
    const bot = await desdemona.call("POST /bots", { full_name: "Osric", short_name: "osric", bot_type: 1 });
    const args = { bot_id: bot.user_id, name: "build", channel_ids: [inside.id], scopes: ["messages:write"] as const };
    const made = await desdemona.call("POST /bots/{bot_id}/api_keys", { ...args, scopes: [...args.scopes] });
    assert.deepEqual(made.channel_ids, [inside.id]);
    const client = server.as("osric-bot@localhost", made.api_key);
    await post(client, inside);
    const queue = await desdemona.register({ event_types: ["message"] });
    await client.refused("POST /messages", { type: "channel", to: outside.name, topic: "x", content: "x" });
    const [notice] = await desdemona.drain(queue);
    assert.match(JSON.stringify(notice), /tried to write to/);
    assert.equal((await client.refused("GET /messages", { anchor: "newest" })).code, "INSUFFICIENT_SCOPE");
  });

  test("get the events of their channels, at once, late and parked, and none of others", async () => {
    const { hamlet, desdemona } = server.cast;
    const queue = await key.register({
      client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
    });
    assert.deepEqual(
      Object.keys(queue).filter((field) => field.startsWith("max_")),
      ["max_message_id"],
    );
    const events = async () =>
      (await key.drain(queue)).map(({ type, op }: TestEvent) => (op === undefined ? type : `${type}/${op}`));
    const { queue_id, last_event_id } = queue;
    const parked = key.call("GET /events", { queue_id, last_event_id });
    await untilParked(server.url, 1);
    await post(hamlet, outside);
    await hamlet.call("POST /messages", { type: "direct", to: [desdemona.id], content: "psst" });
    const message_id = await post(hamlet, inside, "for the key");
    assert.equal((await parked).events.length, 1);
    await hamlet.call("PATCH /messages/{message_id}", { message_id, content: "changed" });
    await hamlet.call("POST /messages/{message_id}/reactions", { message_id, emoji_name: "heart" });
    await desdemona.call("POST /messages/flags", { messages: [message_id], op: "add", flag: "starred" });
    await desdemona.call("PATCH /streams/{stream_id}", { stream_id: outside.id, description: "secret" });
    await hamlet.call("POST /typing", { op: "start", type: "channel", stream_id: inside.id, topic: "topic" });
    assert.deepEqual(await events(), ["message", "update_message", "reaction/add", "typing/start"]);
    // What is moved away is lost; what comes from elsewhere is found by the next fetch.
    await desdemona.call("PATCH /messages/{message_id}", { message_id, stream_id: outside.id });
    await desdemona.call("PATCH /messages/{message_id}", { message_id: elsewhere, stream_id: inside.id });
    assert.deepEqual(await events(), ["delete_message", "message"], "the second tells of the move");
    await key.call("GET /messages/{message_id}", { message_id: elsewhere });
  });

  test("have the tools of assistants that look into channels, and find no others by them", async () => {
    await server.cast.desdemona.call("PATCH /realm", { mcp_access: "everyone" });
    const { email, apiKey } = key.connection as { email: string; apiKey: string };
    const helper = await assistant(server, headerOf({ email, apiKey }));
    const tools = await helper.tools();
    assert.ok(tools.includes("read_topic") && !tools.includes("list_users"), tools.join());
    const { channels } = await helper.get("list_channels");
    assert.deepEqual(
      channels.map(({ id }) => id),
      [inside.id],
    );
    assert.match(await helper.use("read_message", { message_id: direct }), /^!/);
  });

  test("are created only for channels of which their creator knows", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    const secret = await createChannel(othello, { subscribers: [othello.id], invite_only: true });
    const create = (...channel_ids: number[]) => hamlet.refused("POST /users/me/api_keys", { name: "x", channel_ids });
    assert.deepEqual((await create(secret.id)).body, (await create(NOWHERE)).body);
    for (const channel_ids of [[], Array.from({ length: 101 }, () => inside.id), [inside.id, NOWHERE]])
      assert.equal((await create(...channel_ids)).code, "BAD_REQUEST");
    const { keys } = await desdemona.call("GET /users/me/api_keys");
    assert.deepEqual(keys.find(({ name }) => name === "for channels")?.channel_ids, [inside.id]);
  });

  test("of several channels find each of them, and stay when the account gets another key that means everything", async () => {
    const { desdemona } = server.cast;
    const both = await keyFor(outside, inside);
    const list = async () =>
      (await both.call("GET /streams", { include_all: true })).streams.map(({ stream_id }) => stream_id);
    const ids = [inside.id, outside.id].sort((a, b) => a - b);
    assert.deepEqual(
      (await list()).sort((a, b) => a - b),
      ids,
    );
    await desdemona.call("POST /users/me/api_key/regenerate");
    assert.deepEqual(
      (await list()).sort((a, b) => a - b),
      ids,
    );
  });
});
