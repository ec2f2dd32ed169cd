import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { suite, test } from "node:test";
import { startTestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { webhookStage } from "./test-support.ts";

suite("outgoing webhooks that fail", () => {
  const stage = webhookStage();
  const { behaviours, createBot, says, at, sendDirect, replyTo } = stage;

  test("users see that a bot has failed, and the bot's owner gets the reason, for every failure", async () => {
    const { hamlet, othello } = stage.server.cast;
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
    for (const [name, behave, reason, detail] of cases) {
      const bot = await createBot(hamlet, behave);
      const { id } = await sendDirect(othello, [bot.id], "well?");
      const [note] = await replyTo(othello, bot, id);
      assert.match(note?.content ?? "", /^Failure!/, name);
      assert.match(note?.content ?? "", reason, name);
      const [notice] = await replyTo(hamlet, bot, id);
      assert.match(notice?.content ?? "", detail, name);
      assert.match(notice?.content ?? "", new RegExp(`near/${id}\\)`), name);
      assert.equal(at(bot.path).length, 1, `${name} is not tried again`);
    }
    assert.match(stage.server.output(), /webhook call failed/);
  });

  test("a bot's server that breaks off is called four times, and one that never answers delays no other bot", async () => {
    const { hamlet, othello } = stage.server.cast;
    const silent = await createBot(hamlet, () => {});
    let callsBefore = 0;
    const quick = await createBot(hamlet, (response) => {
      callsBefore = at(silent.path).length;
      says({ content: "here" })(response);
    });
    const broken = await createBot(hamlet, (response) => void response.destroy());
    for (let count = 0; count < 5; count += 1) await sendDirect(othello, [silent.id], "anybody?");
    await until(
      () => at(silent.path),
      (list) => list.length > 0,
    );
    const { id } = await sendDirect(othello, [quick.id], "and you?");
    await replyTo(othello, quick, id);
    assert.equal(callsBefore, 1, "one call of a bot at a time, and the other's beside it");
    const { id: asked } = await sendDirect(othello, [broken.id], "hello");
    const [note] = await replyTo(othello, broken, asked);
    assert.match(note?.content ?? "", /Failure! The bot is unavailable/);
    assert.equal(at(broken.path).length, 4);
    const [notice] = await replyTo(hamlet, broken, asked);
    assert.match(notice?.content ?? "", /could not be reached/);
  });

  test("a bot that is an hour late drops its old calls, and its owner gets one notice", async () => {
    const { hamlet, othello } = stage.server.cast;
    const bot = await createBot(hamlet, (response) => void response.destroy());
    const { sql } = stage.server.database;
    const old: number[] = [];
    for (const content of ["one", "two", "three"]) old.push((await sendDirect(othello, [bot.id], content)).id);
    await sql`update message set sent_at = sent_at - interval '2 hours' where id = any(${old})`;
    await replyTo(hamlet, bot, 0);
    behaviours.set(bot.path, says({ content: "here" }));
    const { id } = await sendDirect(othello, [bot.id], "four");
    assert.equal((await replyTo(othello, bot, id))[0]?.content, "here");
    assert.deepEqual(
      (await replyTo(hamlet, bot, 0)).map(({ content }) => content),
      ["3 messages were not passed on to this bot's server, which was more than an hour behind."],
    );
    const heard = at(bot.path).map(({ body }) => (JSON.parse(body) as { data: string }).data);
    assert.ok(!heard.includes("two") && heard.at(-1) === "four", heard.join());
  });

  test("a bot's call that a process has begun and not ended is made again by the next process", async () => {
    const { hamlet } = stage.server.cast;
    let isReady = false;
    const bot = await createBot(hamlet, (response) => {
      if (isReady) response.end(JSON.stringify({ content: "back again" }));
    });
    const { id } = await sendDirect(hamlet, [bot.id], "stay");
    await until(
      () => at(bot.path),
      (list) => list.length === 1,
    );
    await stage.server.stop("SIGKILL");
    isReady = true;
    // This ends the lease of the process that was killed.
    await stage.server.database.sql`update bot_call set due_at = now()`;
    stage.goOn(
      await startTestServer({ database: stage.server.database, env: { PARLEY_OUTBOUND_ALLOW_PRIVATE: "on" } }),
    );
    const replies = await replyTo(stage.server.cast.hamlet, bot, id);
    assert.deepEqual(
      replies.map(({ content }) => content),
      ["back again"],
    );
  });

  test("a bot cannot call a private address without the operator's setting, and its owner gets the reason", async () => {
    stage.goOn(await startTestServer());
    const { hamlet } = stage.server.cast;
    const bot = await createBot(hamlet, says({ content: "x" }));
    const { id } = await sendDirect(hamlet, [bot.id], "inside?");
    assert.match((await replyTo(hamlet, bot, id))[0]?.content ?? "", /Failure! Only the ports|not on the public/);
    assert.deepEqual(at(bot.path), []);
  });
});
