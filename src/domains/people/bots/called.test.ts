import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { listen } from "../../../../test/harness/listen.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { botHelpers } from "./test-support.ts";

suite("bots mentioned in channels without them", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const { create } = botHelpers(() => server);

  test("a bot receives messages that mention it, and no others of the channel", async () => {
    const { hamlet } = server.cast;
    const bot = await create(hamlet);
    const channel = await createChannel(hamlet);
    const say = async (content: string) =>
      (await hamlet.call("POST /messages", { type: "channel", to: channel.id, topic: "t", content })).id;
    const event_types = ["message", "update_message", "reaction"];
    const queue = await bot.client.register({ event_types });
    await say("nobody");
    await say(`silently @_**${bot.fullName}** and \`@**${bot.fullName}**\``);
    const id = await say(`help, @**${bot.fullName}**!`);
    const events = await bot.client.drain(queue);
    assert.deepEqual(
      events.map((event) => [(event["message"] as { id: number }).id, event["flags"]]),
      [[id, ["mentioned"]]],
    );

    const flags = async () => (await bot.client.call("GET /messages/{message_id}", { message_id: id })).message.flags;
    assert.deepEqual(await flags(), ["read", "mentioned", "historical"], "what is unread is in channels one is in");
    const { messages } = await bot.client.call("GET /messages", {
      anchor: "newest",
      num_before: 10,
      narrow: [{ operator: "is", operand: "mentioned" }],
    });
    assert.deepEqual(
      messages.map((message) => message.id),
      [id],
    );
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, content: `please, @**${bot.fullName}**!` });
    assert.deepEqual(await flags(), ["read", "mentioned", "historical"]);
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, content: "never mind" });
    assert.deepEqual(await flags(), ["read", "historical"]);
    assert.deepEqual(
      (await bot.client.drain(queue)).map(({ type }) => type),
      ["update_message", "update_message"],
    );
  });

  test("a bot with a parked poll receives a mention once, also if it listens to all public channels", async () => {
    const { hamlet } = server.cast;
    const channel = await createChannel(hamlet);
    for (const all_public_streams of [false, true]) {
      const bot = await create(hamlet);
      const listener = await listen(bot.client as never, { event_types: ["message"], all_public_streams });
      const content = `@**${bot.fullName}**`;
      await hamlet.call("POST /messages", { type: "channel", to: channel.id, topic: "t", content });
      assert.deepEqual(
        (await listener.received()).map(({ flags }) => flags),
        [["mentioned"]],
      );
    }
  });

  test("a bot receives no mentions from private channels, and people none from channels without them", async () => {
    const { hamlet, othello } = server.cast;
    const bot = await create(hamlet);
    const queue = await bot.client.register({ event_types: ["message"] });
    const closed = await createChannel(hamlet, { invite_only: true });
    const open = await createChannel(hamlet);
    const theirs = await othello.register({ event_types: ["message"] });
    const content = `@**${bot.fullName}** @**${othello.fullName}**`;
    await hamlet.call("POST /messages", { type: "channel", to: closed.id, topic: "t", content });
    await hamlet.call("POST /messages", { type: "channel", to: open.id, topic: "t", content });
    assert.equal((await bot.client.drain(queue)).length, 1);
    assert.deepEqual(await othello.drain(theirs), []);
  });
});
