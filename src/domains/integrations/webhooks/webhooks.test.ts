import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { until } from "../../../../test/harness/until.ts";
import { problem } from "#platform/schema/check.ts";
import { outgoingWebhook } from "./payload.ts";
import { webhookStage } from "./test-support.ts";

suite("outgoing webhooks", () => {
  const stage = webhookStage();
  const { behaviours, createBot, says, at, sendDirect, between, replyTo } = stage;

  test("a bot's server gets the whole message with its token, and its answer is posted where the message is", async () => {
    const { hamlet, othello, iago } = stage.server.cast;
    const bot = await createBot(hamlet, says({ content: "**beware**" }));
    const { id } = await sendDirect(othello, [bot.id, hamlet.id], "what of *tomorrow*?");
    const group = [{ operator: "dm", operand: [bot.id, hamlet.id] }];
    const [reply] = await until(
      async () => (await newestMessages(othello, group)).filter(({ sender_id }) => sender_id === bot.id),
      (list) => list.length > 0,
    );
    assert.deepEqual([reply?.content, reply?.client], ["**beware**", "OutgoingWebhookResponse"]);
    const [call] = at(bot.path);
    assert.equal(call?.headers["content-type"], "application/json");
    assert.match(call?.headers["user-agent"] ?? "", /^SvcOutgoingWebhook\//);
    const body = JSON.parse(call?.body ?? "") as Record<string, unknown> & { message: Record<string, unknown> };
    assert.equal(problem(outgoingWebhook.payload, body, "payload"), undefined);
    const { bots } = await hamlet.call("GET /bots");
    const services = (
      bots.find(({ username }) => username === bot.email) as { services?: { token: string }[] } | undefined
    )?.services;
    const { realm_bots } = (await hamlet.register()) as unknown as {
      realm_bots: { user_id: number; services: { token: string }[] }[];
    };
    const token = services?.[0]?.token ?? realm_bots.find(({ user_id }) => user_id === bot.id)?.services[0]?.token;
    assert.deepEqual(
      { ...body, message: undefined },
      {
        data: "what of *tomorrow*?",
        trigger: "direct_message",
        bot_email: bot.email,
        bot_full_name: bot.full_name,
        token,
        message: undefined,
      },
    );
    const { message } = await othello.call("GET /messages/{message_id}", { message_id: id, apply_markdown: false });
    const { flags: _flags, ...plain } = message as typeof message & { flags?: string[] };
    assert.deepEqual(body.message, {
      ...plain,
      avatar_url: body.message["avatar_url"],
      rendered_content: "<p>what of <em>tomorrow</em>?</p>",
    });
    assert.match(String(body.message["avatar_url"]), /^https?:\/\//);
    const channel = await createChannel(iago);
    const text = `${bot.mention} will it rain?`;
    await iago.call("POST /messages", { type: "channel", to: channel.name, topic: "sky", content: text });
    const narrow = [{ operator: "channel", operand: channel.id }];
    const heard = await until(
      async () => (await newestMessages(iago, narrow)).filter(({ sender_id }) => sender_id === bot.id),
      (list) => list.length > 0,
    );
    assert.deepEqual(
      heard.map(({ subject, content }) => [subject, content]),
      [["sky", "**beware**"]],
    );
    assert.equal((JSON.parse(at(bot.path)[1]?.body ?? "") as { trigger: string }).trigger, "mention");
    const unread = (await bot.client.register()) as unknown as { unread_msgs: { count: number } };
    assert.equal(unread.unread_msgs.count, 0, "what was passed on counts as read");
  });

  test("a bot is not called for code, silent mentions, private channels without it, or its own messages", async () => {
    const { hamlet } = stage.server.cast;
    const bot = await createBot(hamlet, says({}));
    const channel = await createChannel(hamlet);
    const closed = await createChannel(hamlet, { invite_only: true });
    const say = (to: string, content: string) =>
      hamlet.call("POST /messages", { type: "channel", to, topic: "x", content });
    await say(channel.name, `\`${bot.mention}\``);
    await say(channel.name, bot.mention.replace("@", "@_"));
    await say(closed.name, bot.mention);
    await bot.client.call("POST /messages", { type: "direct", to: [hamlet.id], content: `${bot.mention} me` });
    await say(channel.name, `${bot.mention} now`);
    // A bot's calls are made in the order of the messages: this one comes after all that should not be made.
    const [call] = await until(
      () => at(bot.path),
      (list) => list.length > 0,
    );
    assert.equal((JSON.parse(call?.body ?? "") as { data: string }).data, `${bot.mention} now`);
  });

  test("two bots that mention each other do not call each other", async () => {
    const { hamlet } = stage.server.cast;
    const first = await createBot(hamlet, () => {});
    const second = await createBot(hamlet, says({ content: `${first.mention} you first` }));
    behaviours.set(first.path, says({ content: `${second.mention} after you` }));
    const channel = await createChannel(hamlet);
    await hamlet.call("POST /messages", { type: "channel", to: channel.name, topic: "echo", content: first.mention });
    await until(
      () => newestMessages(hamlet, [{ operator: "channel", operand: channel.id }]),
      (list) => list.some(({ sender_id }) => sender_id === first.id),
    );
    // A call is stored with the message that causes it, until it is made.
    await until(
      () => stage.server.database.sql`select from bot_call where bot_id in (${first.id}, ${second.id})`,
      (rows) => rows.length === 0,
    );
    assert.deepEqual([at(first.path).length, at(second.path).length], [1, 0]);
  });

  test("a user whom a bot's answer mentions follows the topic, and a mentioned bot gets the answer", async () => {
    const { hamlet, iago, cordelia } = stage.server.cast;
    const full_name = "Echo of the oracle";
    const called = await iago.call("POST /bots", { full_name, short_name: "echo-of-oracle", bot_type: 1 });
    const echo = stage.server.as("echo-of-oracle-bot@localhost", called.api_key);
    const queue = await echo.register({ event_types: ["message"] });
    const channel = await createChannel(iago, { subscribers: [iago.id, cordelia.id] });
    const response = `@**Cordelia** and @**${full_name}** in #**${channel.name}>names**`;
    const bot = await createBot(hamlet, says({ content: response }));
    const content = `${bot.mention} who?`;
    const { id } = await iago.call("POST /messages", { type: "channel", to: channel.name, topic: "names", content });
    const topics = async () =>
      ((await cordelia.register()) as unknown as { user_topics: { stream_id: number; topic_name: string }[] })
        .user_topics;
    const followed = await until(topics, (list) => list.length > 0);
    assert.partialDeepStrictEqual(followed, [{ stream_id: channel.id, topic_name: "names", visibility_policy: 3 }]);
    const heard = await echo.drain(queue);
    assert.partialDeepStrictEqual(heard, [{ type: "message", message: { sender_id: bot.id } }]);
    const answerId = (await newestMessages(iago, [{ operator: "channel", operand: channel.id }])).at(-1)?.id as number;
    const { message } = await iago.call("GET /messages/{message_id}", { message_id: answerId });
    assert.match(message.content, new RegExp(`/topic/names/with/${id}"`), "as anybody's link to a topic");
  });

  test("a bot posts nothing if its server asks for no answer", async () => {
    const { hamlet } = stage.server.cast;
    for (const response of [
      { response_not_required: true, content: "x" },
      {},
      "",
      { content: " " },
      { content: null },
    ]) {
      const bot = await createBot(hamlet, says(response));
      const { id } = await sendDirect(hamlet, [bot.id], "hush");
      await until(
        () => stage.server.database.sql`select from bot_call where bot_id = ${bot.id}`,
        (rows) => rows.length === 0,
      );
      assert.equal(at(bot.path).length, 1);
      assert.deepEqual(
        (await between(hamlet, bot.id)).filter((message) => message.id > id),
        [],
        JSON.stringify(response),
      );
    }
    const choices = [{ short_name: "A", long_name: "Aye", reply: "aye" }];
    const widget_content = { widget_type: "zform", extra_data: { type: "choices", heading: "Well?", choices } };
    const asker = await createBot(hamlet, says({ content: "choose", widget_content }));
    const { id: asked } = await sendDirect(hamlet, [asker.id], "ask me");
    const [form] = await replyTo(hamlet, asker, asked);
    assert.deepEqual(JSON.parse(form?.submessages[0]?.content ?? "{}"), widget_content);
    const old = await createBot(hamlet, says({ response_string: "old words", content: "new words" }));
    const { id } = await sendDirect(hamlet, [old.id], "speak");
    assert.equal((await replyTo(hamlet, old, id))[0]?.content, "old words");
  });

  test("a bot with the Slack format gets a form, for channels only", async () => {
    const { hamlet, othello } = stage.server.cast;
    const bot = await createBot(hamlet, says({ text: "aye" }), { interface_type: 2 });
    const channel = await createChannel(othello);
    const content = `${bot.mention} hello`;
    const { id } = await othello.call("POST /messages", { type: "channel", to: channel.name, topic: "x", content });
    const { message } = await othello.call("GET /messages/{message_id}", { message_id: id });
    const [call] = await until(
      () => at(bot.path),
      (list) => list.length > 0,
    );
    assert.equal(call?.headers["content-type"], "application/x-www-form-urlencoded");
    const { token, ...fields } = Object.fromEntries(new URLSearchParams(call?.body));
    assert.match(token ?? "", /^[A-Za-z0-9]{32}$/);
    assert.deepEqual(fields, {
      team_id: "T1",
      team_domain: "localhost",
      channel_id: `C${channel.id}`,
      channel_name: channel.name,
      thread_ts: String(message.timestamp),
      timestamp: String(message.timestamp),
      user_id: `U${othello.id}`,
      user_name: othello.fullName,
      text: content,
      trigger_word: "mention",
      service_id: String(bot.id),
    });
    await until(
      () => newestMessages(othello, [{ operator: "channel", operand: channel.id }]),
      (list) => list.at(-1)?.content === "aye",
    );
    const { id: direct } = await sendDirect(othello, [bot.id], "hello?");
    assert.match((await replyTo(othello, bot, direct))[0]?.content ?? "", /^Failure!/);
    assert.equal(at(bot.path).length, 1);
  });

  test("CVE-2021-30477: a bot answers only where the message is, and its key gives no more access than others", async () => {
    const { hamlet, iago } = stage.server.cast;
    const bot = await createBot(hamlet, says({ content: "x" }));
    const closed = await createChannel(iago, { invite_only: true });
    const { code } = await bot.client.refused("POST /messages", {
      type: "channel",
      to: closed.name,
      topic: "x",
      content: "x",
    });
    assert.equal(code, "STREAM_DOES_NOT_EXIST");
  });
});
