import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { createChannel } from "../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../test/harness/server.ts";
import { until } from "../../test/harness/until.ts";
import { problem } from "../api/check.ts";
import { outgoingWebhook } from "./payload.ts";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

suite("outgoing webhooks", () => {
  let server: TestServer;
  const received: Received[] = [];
  const behaviours = new Map<string, (response: ServerResponse) => void>();
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body });
      (behaviours.get(path) ?? ((answer) => answer.end("{}")))(response);
    });
  });
  let receiverUrl = "";
  before(async () => {
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    server = await startTestServer({ env: { PARLEY_OUTBOUND_ALLOW_PRIVATE: "on" }, isSeparate: true });
  });
  after(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  let made = 0;
  const createBot = async (
    owner: CastMember,
    behave: (response: ServerResponse) => void,
    args: { interface_type?: number; payload_url?: string } = {},
  ) => {
    const path = `/bot${(made += 1)}`;
    behaviours.set(path, behave);
    const full_name = `Oracle ${made}`;
    const short_name = `oracle${made}`;
    const payload_url = JSON.stringify(receiverUrl + path);
    const { user_id, api_key } = await owner.call("POST /bots", {
      full_name,
      short_name,
      bot_type: 3,
      payload_url,
      ...args,
    });
    const email = `${short_name}-bot@localhost`;
    return {
      path,
      full_name,
      id: user_id,
      email,
      client: server.as(email, api_key),
      mention: `@**${full_name}|${user_id}**`,
    };
  };
  const says = (answer: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(answer));
  const at = (path: string) => received.filter((one) => one.path === path);
  const tell = (who: CastMember, to: number[], content: string) =>
    who.call("POST /messages", { type: "direct", to, content });
  const messagesIn = async (who: CastMember, narrow: object[]) => {
    const { messages } = await who.call("GET /messages", {
      anchor: "newest",
      num_before: 30,
      num_after: 0,
      narrow: narrow as never,
      apply_markdown: false,
    });
    return messages;
  };
  const between = (who: CastMember, id: number) => messagesIn(who, [{ operator: "dm", operand: [id] }]);
  const replyTo = (who: CastMember, bot: { id: number }, afterId: number, seconds?: number) =>
    until(
      async () => (await between(who, bot.id)).filter(({ id, sender_id }) => id > afterId && sender_id === bot.id),
      (list) => list.length > 0,
      seconds,
    );

  test("a bot's server gets the whole message with its token, and its answer is posted where the message was", async () => {
    const { hamlet, othello, iago } = server.cast;
    const bot = await createBot(hamlet, says({ content: "**beware**" }));
    const { id } = await tell(othello, [bot.id, hamlet.id], "what of *tomorrow*?");
    const group = [{ operator: "dm", operand: [bot.id, hamlet.id] }];
    const [reply] = await until(
      async () => (await messagesIn(othello, group)).filter(({ sender_id }) => sender_id === bot.id),
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
      async () => (await messagesIn(iago, narrow)).filter(({ sender_id }) => sender_id === bot.id),
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

  test("a bot is not called for code, silent mentions, private channels without it, or what it says itself", async () => {
    const { hamlet } = server.cast;
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
    // A bot's calls are made in the order of the messages: the last comes behind all that should not have been.
    const [call] = await until(
      () => at(bot.path),
      (list) => list.length > 0,
    );
    assert.equal((JSON.parse(call?.body ?? "") as { data: string }).data, `${bot.mention} now`);
  });

  test("two bots that mention each other stop", async () => {
    const { hamlet } = server.cast;
    const first = await createBot(hamlet, () => {});
    const second = await createBot(hamlet, says({ content: `${first.mention} you first` }));
    behaviours.set(first.path, says({ content: `${second.mention} after you` }));
    const channel = await createChannel(hamlet);
    await hamlet.call("POST /messages", { type: "channel", to: channel.name, topic: "door", content: first.mention });
    await until(
      () => messagesIn(hamlet, [{ operator: "channel", operand: channel.id }]),
      (list) => list.some(({ sender_id }) => sender_id === first.id),
    );
    // A call is stored with the message that causes it, until it is made.
    await until(
      () => server.database.sql`select from bot_call where bot_id in (${first.id}, ${second.id})`,
      (rows) => rows.length === 0,
    );
    assert.deepEqual([at(first.path).length, at(second.path).length], [1, 0]);
  });

  test("a bot says nothing when its server asks for that", async () => {
    const { hamlet } = server.cast;
    for (const answer of [{ response_not_required: true, content: "x" }, {}, "", { content: " " }, { content: null }]) {
      const bot = await createBot(hamlet, says(answer));
      const { id } = await tell(hamlet, [bot.id], "hush");
      await until(
        () => server.database.sql`select from bot_call where bot_id = ${bot.id}`,
        (rows) => rows.length === 0,
      );
      assert.equal(at(bot.path).length, 1);
      assert.deepEqual(
        (await between(hamlet, bot.id)).filter((one) => one.id > id),
        [],
        JSON.stringify(answer),
      );
    }
    const choices = [{ short_name: "A", long_name: "Aye", reply: "aye" }];
    const widget_content = { widget_type: "zform", extra_data: { type: "choices", heading: "Well?", choices } };
    const asker = await createBot(hamlet, says({ content: "choose", widget_content }));
    const { id: asked } = await tell(hamlet, [asker.id], "ask me");
    const [form] = await replyTo(hamlet, asker, asked);
    assert.deepEqual(JSON.parse(form?.submessages[0]?.content ?? "{}"), widget_content);
    const old = await createBot(hamlet, says({ response_string: "old words", content: "new words" }));
    const { id } = await tell(hamlet, [old.id], "speak");
    assert.equal((await replyTo(hamlet, old, id))[0]?.content, "old words");
  });

  test("the other format is a form, for channels alone", async () => {
    const { hamlet, othello } = server.cast;
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
      () => messagesIn(othello, [{ operator: "channel", operand: channel.id }]),
      (list) => list.at(-1)?.content === "aye",
    );
    const { id: direct } = await tell(othello, [bot.id], "hello?");
    assert.match((await replyTo(othello, bot, direct))[0]?.content ?? "", /^Failure!/);
    assert.equal(at(bot.path).length, 1);
  });

  test("of every failure the conversation hears that there is one, and the bot's owner why", async () => {
    const { hamlet, othello } = server.cast;
    const cases: [string, (response: ServerResponse) => void, RegExp, RegExp][] = [
      ["an error", (r) => void r.writeHead(500).end("```\nout of order"), /status 500/, /out of order/],
      ["garbage", (r) => void r.end("<html>"), /makes no sense/, /<html>/],
      ["null bytes", (r) => void r.writeHead(500).end("\0of the \0void"), /status 500/, /of the void/],
      ["a list", says(["x"]), /makes no sense/, /\["x"\]/],
      ["a number as content", says({ content: 5 }), /makes no sense/, /5/],
      ["a flood", (r) => void r.end("x".repeat(3_000_000)), /too large/, /too large/],
      ["redirects without end", (r) => void r.writeHead(302, { location: "/bot0" }).end(), /redirects/, /redirects/],
      [
        "a redirect elsewhere",
        (r) => void r.writeHead(302, { location: "file:///etc/passwd" }).end(),
        /Only HTTP/,
        /Only HTTP/,
      ],
    ];
    behaviours.set("/bot0", (r) => void r.writeHead(302, { location: "/bot0" }).end());
    for (const [name, behave, said, detail] of cases) {
      const bot = await createBot(hamlet, behave);
      const { id } = await tell(othello, [bot.id], "well?");
      const [note] = await replyTo(othello, bot, id);
      assert.match(note?.content ?? "", /^Failure!/, name);
      assert.match(note?.content ?? "", said, name);
      const [notice] = await replyTo(hamlet, bot, id);
      assert.match(notice?.content ?? "", detail, name);
      assert.match(notice?.content ?? "", new RegExp(`near/${id}\\)`), name);
      assert.equal(at(bot.path).length, 1, `${name} is not tried again`);
    }
    assert.match(server.output(), /an outgoing webhook failed/);
  });

  test("a server that breaks off is asked four times, and one that never answers delays nobody else", async () => {
    const { hamlet, othello } = server.cast;
    const silent = await createBot(hamlet, () => {});
    let callsBefore = 0;
    const quick = await createBot(hamlet, (response) => {
      callsBefore = at(silent.path).length;
      says({ content: "here" })(response);
    });
    const broken = await createBot(hamlet, (response) => void response.destroy());
    for (let count = 0; count < 5; count += 1) await tell(othello, [silent.id], "anybody?");
    await until(
      () => at(silent.path),
      (list) => list.length > 0,
    );
    const { id } = await tell(othello, [quick.id], "and you?");
    await replyTo(othello, quick, id);
    assert.equal(callsBefore, 1, "one call of a bot at a time, and the other's beside it");
    const { id: asked } = await tell(othello, [broken.id], "hello");
    const [note] = await replyTo(othello, broken, asked);
    assert.match(note?.content ?? "", /Failure! The bot is unavailable/);
    assert.equal(at(broken.path).length, 4);
    const [notice] = await replyTo(hamlet, broken, asked);
    assert.match(notice?.content ?? "", /could not be reached/);
  });

  test("a bot that is an hour behind begins anew, and its owner is told once", async () => {
    const { hamlet, othello } = server.cast;
    const bot = await createBot(hamlet, (response) => void response.destroy());
    const { sql } = server.database;
    const old: number[] = [];
    for (const content of ["one", "two", "three"]) old.push((await tell(othello, [bot.id], content)).id);
    await sql`update message set sent_at = sent_at - interval '2 hours' where id = any(${old})`;
    await replyTo(hamlet, bot, 0);
    behaviours.set(bot.path, says({ content: "here" }));
    const { id } = await tell(othello, [bot.id], "four");
    assert.equal((await replyTo(othello, bot, id))[0]?.content, "here");
    assert.deepEqual(
      (await replyTo(hamlet, bot, 0)).map(({ content }) => content),
      ["3 messages were not passed on to this bot's server, which was more than an hour behind."],
    );
    const heard = at(bot.path).map(({ body }) => (JSON.parse(body) as { data: string }).data);
    assert.ok(!heard.includes("two") && heard.at(-1) === "four", heard.join());
  });

  test("CVE-2021-30477: a bot speaks where it was spoken to, and its key opens no more than others", async () => {
    const { hamlet, iago } = server.cast;
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

  test("a call that a process has begun and not ended is made again by the next", async () => {
    const { hamlet } = server.cast;
    let isReady = false;
    const bot = await createBot(hamlet, (response) => {
      if (isReady) response.end(JSON.stringify({ content: "back again" }));
    });
    const { id } = await tell(hamlet, [bot.id], "stay");
    await until(
      () => at(bot.path),
      (list) => list.length === 1,
    );
    await server.stop("SIGKILL");
    isReady = true;
    // The lease of the process that died.
    await server.database.sql`update bot_call set due_at = now()`;
    server = await startTestServer({ database: server.database, env: { PARLEY_OUTBOUND_ALLOW_PRIVATE: "on" } });
    const replies = await replyTo(server.cast.hamlet, bot, id);
    assert.deepEqual(
      replies.map(({ content }) => content),
      ["back again"],
    );
  });

  test("without leave, no private address is called, and the owner learns that", async () => {
    server = await startTestServer();
    const { hamlet } = server.cast;
    const bot = await createBot(hamlet, says({ content: "x" }));
    const { id } = await tell(hamlet, [bot.id], "inside?");
    assert.match((await replyTo(hamlet, bot, id))[0]?.content ?? "", /Failure! Only the ports|not on the public/);
    assert.deepEqual(at(bot.path), []);
  });
});
