import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { problem } from "#platform/schema/check.ts";
import { createChannel } from "../../../../../test/harness/channels.ts";
import { newestMessages } from "../../../../../test/harness/newest.ts";
import type { CastMember } from "../../../../../test/harness/server.ts";
import { until } from "../../../../../test/harness/until.ts";
import { outgoingCommand } from "../payload.ts";
import { webhookStage } from "../test-support.ts";

suite("commands of outgoing webhooks", () => {
  const stage = webhookStage();
  const { behaviours, createBot, says, at, replyTo } = stage;
  type Bot = Awaited<ReturnType<typeof createBot>>;

  const register = async (bot: Bot, name: string) =>
    (await bot.client.call("POST /bot_commands", { name, description: "x" })).bot_command_id;
  const postedBy = (who: CastMember, bot: Bot, channel: number) =>
    until(
      async () =>
        (await newestMessages(who, [{ operator: "channel", operand: channel }])).filter(
          ({ sender_id }) => sender_id === bot.id,
        ),
      (list) => list.length > 0,
    );

  test("a bot's server gets the command with its token, and its answer is posted where it was used", async () => {
    const { hamlet, othello, iago } = stage.server.cast;
    const bot = await createBot(hamlet, says({ content: "**rain**", widget_content: undefined }));
    const command_id = await register(bot, "weather");
    const channel = await createChannel(iago, { subscribers: [othello.id] });
    const { invocation_id } = await othello.call("POST /bot_commands/{command_id}/invoke", {
      command_id,
      type: "channel",
      to: channel.name,
      topic: "sky",
      text: "Elsinore",
    });
    const [reply] = await postedBy(othello, bot, channel.id);
    assert.deepEqual([reply?.content, reply?.subject, reply?.client], ["**rain**", "sky", "OutgoingWebhookResponse"]);
    const [call] = at(bot.path);
    assert.equal(call?.headers["content-type"], "application/json");
    const body = JSON.parse(call?.body ?? "") as Record<string, unknown>;
    assert.equal(problem(outgoingCommand.payload, body, "payload"), undefined);
    assert.equal(typeof body["token"], "string");
    assert.deepEqual(
      { ...body, token: "", timestamp: 0 },
      {
        trigger: "command",
        bot_email: bot.email,
        bot_full_name: bot.full_name,
        token: "",
        invocation_id,
        command_id,
        command: "weather",
        text: "Elsinore",
        user: { user_id: othello.id, email: `user${othello.id}@localhost`, full_name: "Othello" },
        destination: { type: "channel", to: [channel.id], topic: "sky" },
        channel_name: channel.name,
        timestamp: 0,
      },
    );
    const left = await stage.server.database.sql`select from bot_invocation`;
    assert.equal(left.length, 0, "the call is finished");
  });

  test("an answer is posted in direct messages that were never begun", async () => {
    const { hamlet, othello } = stage.server.cast;
    const bot = await createBot(hamlet, says({ content: "here" }));
    const command_id = await register(bot, "begin");
    await othello.call("POST /bot_commands/{command_id}/invoke", { command_id, type: "direct", to: [bot.id] });
    const [reply] = await replyTo(othello, bot, 0);
    assert.equal(reply?.content, "here");
  });

  test("a server with Slack's format gets the form of Slack's slash commands", async () => {
    const { hamlet, othello } = stage.server.cast;
    const bot = await createBot(hamlet, says({ text: "done" }), { interface_type: 2 });
    const command_id = await register(bot, "slack");
    const channel = await createChannel(othello);
    const { invocation_id } = await othello.call("POST /bot_commands/{command_id}/invoke", {
      command_id,
      type: "channel",
      to: [channel.id],
      topic: "x",
      text: "a b",
    });
    const [reply] = await postedBy(othello, bot, channel.id);
    assert.equal(reply?.content, "done");
    await othello.call("POST /bot_commands/{command_id}/invoke", { command_id, type: "direct", to: [bot.id] });
    await until(
      async () => at(bot.path),
      (list) => list.length > 1,
    );
    const [first, second] = at(bot.path).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    assert.deepEqual(
      { ...first, token: "", timestamp: "", team_id: "", service_id: "" },
      {
        token: "",
        team_id: "",
        team_domain: "localhost",
        channel_id: `C${channel.id}`,
        channel_name: channel.name,
        timestamp: "",
        user_id: `U${othello.id}`,
        user_name: "Othello",
        command: "/slack",
        text: "a b",
        trigger_id: String(invocation_id),
        service_id: "",
      },
    );
    assert.deepEqual([second?.["channel_name"], second?.["channel_id"]], ["directmessage", `D${othello.id}`]);
  });

  test("a failure is posted where the command was used, and the bot's owner gets the details", async () => {
    const { hamlet, othello } = stage.server.cast;
    const bot = await createBot(hamlet, (response) => void response.writeHead(500).end("out of order"));
    const command_id = await register(bot, "broken");
    await othello.call("POST /bot_commands/{command_id}/invoke", { command_id, type: "direct", to: [bot.id] });
    const [reply] = await replyTo(othello, bot, 0);
    assert.equal(reply?.content, "Failure! The bot's server answered with status 500.");
    const [notice] = await replyTo(hamlet, bot, 0);
    assert.match(notice?.content ?? "", /could not answer \/broken\. .*status 500.*out of order/s);
  });

  test("a server that breaks off is called again, and is not called once its bot may not hear the command", async () => {
    const { hamlet, othello } = stage.server.cast;
    const bot = await createBot(hamlet, (response) => void response.destroy());
    const command_id = await register(bot, "retry");
    await othello.call("POST /bot_commands/{command_id}/invoke", { command_id, type: "direct", to: [bot.id] });
    await until(
      async () => at(bot.path),
      (list) => list.length >= 2,
    );
    behaviours.set(bot.path, says({ content: "at last" }));
    const [reply] = await replyTo(othello, bot, 0);
    assert.equal(reply?.content, "at last");
    const channel = await createChannel(othello, { invite_only: true, subscribers: [othello.id, bot.id] });
    behaviours.set(bot.path, (response) => void response.destroy());
    const before = at(bot.path).length;
    await othello.call("POST /bot_commands/{command_id}/invoke", {
      command_id,
      type: "channel",
      to: channel.name,
      topic: "x",
    });
    await until(
      async () => at(bot.path),
      (list) => list.length > before,
    );
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals: [bot.id] });
    behaviours.set(bot.path, says({ content: "from outside" }));
    await until(
      async () => stage.server.database.sql`select from bot_invocation`,
      (rows) => rows.length === 0,
    );
    const posted = await newestMessages(othello, [{ operator: "channel", operand: channel.id }]);
    assert.deepEqual(
      posted.filter(({ sender_id }) => sender_id === bot.id).map(({ content }) => content),
      [],
    );
  });
});
