import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { botHelpers } from "#domains/people/bots/test-support.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import type { CheckedClient } from "../../../../test/harness/checked-client.ts";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import type { Invocation } from "./invocation.ts";

suite("using slash commands of bots", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const { create } = botHelpers(() => server);
  const eventTypes = { event_types: ["bot_command_invoked"] };

  /** A bot with one command and a queue. */
  const commander = async (name: string, client?: CheckedClient) => {
    const bot = await create(server.cast.hamlet);
    const { bot_command_id: command_id } = await bot.client.call("POST /bot_commands", { name, description: "x" });
    const queue = await (client ?? bot.client).register(eventTypes);
    const told = async () => (await bot.client.drain(queue)) as unknown as Invocation[];
    return { bot, command_id, told };
  };
  const here = { type: "channel", to: "general", topic: "castle" } as const;

  test("the bot is told who has used it, where and with what text, and answers by a message to that place", async () => {
    const { othello, iago } = server.cast;
    const { bot, command_id, told } = await commander("fetch");
    const [others, same] = [await iago.register(eventTypes), await othello.register({ event_types: ["message"] })];
    const { invocation_id } = await othello.call("POST /bot_commands/{command_id}/invoke", {
      command_id,
      ...here,
      text: " a *handkerchief* ",
    });
    const [event] = await told();
    const { stream_id: general } = await othello.call("GET /get_stream_id", { stream: "general" });
    assert.ok(event !== undefined && event.timestamp > 1_000_000_000);
    const { id: _id, ...facts } = event as Invocation & { id: number };
    assert.deepEqual(facts, {
      type: "bot_command_invoked",
      invocation_id,
      command_id,
      command: "fetch",
      text: "a *handkerchief*",
      user: { user_id: othello.id, email: `user${othello.id}@localhost`, full_name: "Othello" },
      destination: { type: "channel", to: [general], topic: "castle" },
      channel_name: "general",
      timestamp: event.timestamp,
    });
    assert.deepEqual(await othello.drain(same), [], "nothing is posted");
    assert.deepEqual(await iago.drain(others), [], "nobody else is told");
    await bot.client.call("POST /messages", { ...event.destination, content: "strawberries" });
    const [answer] = await newestMessages(othello, [{ operator: "channel", operand: general }]);
    assert.deepEqual([answer?.content, answer?.subject], ["strawberries", "castle"]);
  });

  test("a command is used in direct messages that its bot takes part in, and in no others", async () => {
    const { othello, iago } = server.cast;
    const { bot, command_id, told } = await commander("whisper");
    const invoke = (to: number[]) => ({ command_id, type: "direct", to, text: "x" }) as const;
    const refused = await othello.refused("POST /bot_commands/{command_id}/invoke", invoke([iago.id]));
    assert.equal(
      refused.body["msg"],
      `${bot.fullName} is not in this conversation: its commands work in channels and where it takes part.`,
    );
    await othello.call("POST /bot_commands/{command_id}/invoke", invoke([bot.user_id]));
    await othello.call("POST /bot_commands/{command_id}/invoke", invoke([bot.user_id, iago.id]));
    const [alone, among] = await told();
    assert.deepEqual(alone?.destination, { type: "direct", to: [othello.id], topic: "" });
    const ids = [othello.id, iago.id].sort((a, b) => a - b);
    assert.deepEqual(among?.destination, { type: "direct", to: ids, topic: "" });
    await bot.client.call("POST /messages", { ...among.destination, content: "hush" });
    const [answer] = await newestMessages(iago, [{ operator: "dm", operand: [othello.id, bot.user_id] }]);
    assert.equal(answer?.content, "hush");
  });

  test("in a private channel a command works only if its bot is subscribed", async () => {
    const { othello } = server.cast;
    const { bot, command_id, told } = await commander("spy");
    const channel = await createChannel(othello, { invite_only: true });
    const there = { command_id, type: "channel", to: channel.name, topic: "x", text: "x" } as const;
    const refused = await othello.refused("POST /bot_commands/{command_id}/invoke", there);
    assert.equal(
      refused.body["msg"],
      `${bot.fullName} is not in this channel: its commands work here once it is subscribed.`,
    );
    assert.deepEqual(await told(), []);
    const { name } = channel;
    await othello.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [bot.user_id] });
    await othello.call("POST /bot_commands/{command_id}/invoke", there);
    assert.deepEqual(
      (await told()).map(({ channel_name }) => channel_name),
      [name],
    );
  });

  test("who may not post in a channel, or know of it, uses no command there", async () => {
    const { othello, iago, polonius } = server.cast;
    const { command_id, told } = await commander("shout");
    const invoke = "POST /bot_commands/{command_id}/invoke";
    const closed = await createChannel(iago, { subscribers: [othello.id] });
    await iago.call("PATCH /streams/{stream_id}", {
      stream_id: closed.id,
      can_send_message_group: { new: { direct_members: [iago.id], direct_subgroups: [] } },
    });
    const there = { command_id, type: "channel", to: [closed.id], topic: "x" } as const;
    assert.equal(
      (await othello.refused(invoke, there)).body["msg"],
      `Not authorized to send to channel '${closed.name}'`,
    );
    const secret = await createChannel(iago, { invite_only: true });
    const absent = await othello.refused(invoke, { ...there, to: secret.name });
    assert.equal(absent.code, "STREAM_DOES_NOT_EXIST");
    assert.equal((await polonius.refused(invoke, { ...there, to: closed.name })).code, "STREAM_DOES_NOT_EXIST");
    await othello.refused(invoke, { command_id, type: "channel", to: "general" });
    await othello.refused(invoke, { command_id, ...here, text: "x".repeat(10_001) });
    assert.deepEqual(await told(), []);
    await iago.call(invoke, there);
    assert.equal((await told()).length, 1);
  });

  test("bots use no commands, and nobody uses one that is gone", async () => {
    const { hamlet, othello } = server.cast;
    const { bot, command_id } = await commander("relay");
    const other = await create(othello);
    await other.client.refused("POST /bot_commands/{command_id}/invoke", { command_id, ...here });
    await hamlet.call("DELETE /bots/{bot_id}", { bot_id: bot.user_id });
    const refused = await othello.refused("POST /bot_commands/{command_id}/invoke", { command_id, ...here });
    assert.deepEqual([refused.status, refused.body["msg"]], [404, "Command does not exist."]);
  });

  test("a bot that is a guest and may not know everybody is not told the name of who has used its command", async () => {
    const { desdemona, othello } = server.cast;
    const { bot, command_id } = await commander("guess");
    await desdemona.call("PATCH /bots/{bot_id}", { bot_id: bot.user_id, role: 600 });
    const { user_groups: groups } = await desdemona.call("GET /user_groups");
    const members = groups.find(({ name }) => name === "role:members")?.id as number;
    await desdemona.call("PATCH /realm", { can_access_all_users_group: { new: members } });
    const channel = await createChannel(desdemona, { subscribers: [bot.user_id] });
    const there = { command_id, type: "channel", to: channel.name, topic: "x" } as const;
    const queue = await bot.client.register(eventTypes);
    await othello.call("POST /bot_commands/{command_id}/invoke", there);
    const [event] = (await bot.client.drain(queue)) as unknown as Invocation[];
    assert.deepEqual(event?.user, {
      user_id: othello.id,
      email: `user${othello.id}@localhost`,
      full_name: "Unknown user",
    });
    await othello.refused("POST /bot_commands/{command_id}/invoke", { command_id, ...here });
  });

  test("a bot whose client has no empty topics gets a name for them", async () => {
    const { othello } = server.cast;
    const { bot, command_id, told } = await commander("general");
    const modern = await bot.client.register({
      ...eventTypes,
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    });
    await othello.call("POST /bot_commands/{command_id}/invoke", { command_id, ...here, topic: "" });
    const [old] = await told();
    const [young] = (await bot.client.drain(modern)) as unknown as Invocation[];
    assert.deepEqual([old?.destination.topic, young?.destination.topic], ["general chat", ""]);
  });

  test("whoever uses a command of a bot that does not run is told so", async () => {
    const { othello } = server.cast;
    const bot = await create(server.cast.hamlet);
    const { bot_command_id: command_id } = await bot.client.call("POST /bot_commands", {
      name: "idle",
      description: "x",
    });
    const use = { command_id, ...here, text: "" };
    const refused = await othello.refused("POST /bot_commands/{command_id}/invoke", use);
    assert.match(refused.message, /is not running at the moment. Try again later.$/);
    const queue = await bot.client.register(eventTypes);
    await othello.call("POST /bot_commands/{command_id}/invoke", use);
    assert.equal((await bot.client.drain(queue)).length, 1);
    await bot.client.call("DELETE /events", { queue_id: queue.queue_id });
    assert.match((await othello.refused("POST /bot_commands/{command_id}/invoke", use)).message, /is not running/);
  });
});
