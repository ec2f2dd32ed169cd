import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { checkedClient } from "../../../../test/harness/checked-client.ts";
import { makeHook } from "../../../../test/harness/hook.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("the links of a message that was sent", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const sent = async (who: CastMember, to: number | number[], topic = "") => {
    const type = typeof to === "number" ? ("channel" as const) : ("direct" as const);
    const answer = await who.call("POST /messages", { type, to, topic, content: "x" });
    assert.ok(answer.message_url.startsWith(`${server.url}/#narrow/`), answer.message_url);
    const hide = (text: string) => text.replaceAll(server.url, "").replaceAll(`/near/${answer.id}`, "/near/ID");
    return [hide(answer.message_url), hide(answer.message_link)];
  };

  test("lead to its topic, whatever characters that has", async () => {
    const { hamlet } = server.cast;
    const { id } = await createChannel(hamlet, { name: "The (old) castle. 100%" });
    const channel = `/#narrow/channel/${id}-The-.28old.29-castle.2E-100.25`;
    assert.deepEqual(await sent(hamlet, id, "Test topic"), [
      `${channel}/topic/Test.20topic/near/ID`,
      `[#The (old) castle. 100% > Test topic @ 💬](${channel}/topic/Test.20topic/near/ID)`.replace(" > ", " &#62; "),
    ]);
    const [empty, link] = await sent(hamlet, id);
    assert.equal(empty, `${channel}/topic//near/ID`);
    assert.equal(link, `[#The (old) castle. 100% &#62; general chat @ 💬](${channel}/topic//near/ID)`);
  });

  test("become a link to it when somebody writes it, and nothing else", async () => {
    const { hamlet } = server.cast;
    const { id } = await createChannel(hamlet);
    for (const topic of ["*all* [of](it) `or` $$none$$", "a > b & c", "![x](y)"]) {
      const { message_link, message_url } = await hamlet.call("POST /messages", {
        ...{ type: "channel", to: id, topic, content: "x" },
      });
      const { rendered } = await hamlet.call("POST /messages/render", { content: message_link });
      assert.match(rendered, /^<p><a href="[^"]+">#[^<]* @ 💬<\/a><\/p>$/, topic);
      assert.ok(rendered.includes(`href="${message_url.replace(`${server.url}/`, "")}"`), rendered);
      const shown = rendered.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      assert.ok(shown.includes(`${topic} @`), `${shown} has ${topic}`);
    }
  });

  test("name the people of a direct message in order, and say that three are a group", async () => {
    const { hamlet, othello, iago } = server.cast;
    const ids = (...people: CastMember[]) => people.map(({ id }) => id).sort((a, b) => a - b);
    for (const [to, narrow] of [
      [[othello.id], ids(hamlet, othello).join(",")],
      [[hamlet.id], String(hamlet.id)],
      [[othello.id, iago.id], `${ids(hamlet, othello, iago).join(",")}-group`],
    ] as const) {
      const url = `/#narrow/dm/${narrow}/near/ID`;
      assert.deepEqual(await sent(hamlet, [...to]), [url, url]);
    }
  });

  test("do not tell a bot the name of a private channel in which it writes by its owner's subscription", async () => {
    const { hamlet } = server.cast;
    const { id, name } = await createChannel(hamlet, { invite_only: true });
    const hook = await makeHook(server, hamlet, { bot_type: 1 });
    const bot = checkedClient({ url: server.url, email: hook.email, apiKey: hook.key });
    const message = { type: "channel", to: id, topic: "a b", content: "x" } as const;
    const hidden = await bot.call("POST /messages", message);
    assert.equal(hidden.message_url, `${server.url}/#narrow/channel/${id}/topic/a.20b/near/${hidden.id}`);
    assert.equal(hidden.message_link, hidden.message_url);
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [hook.id] });
    const open = await bot.call("POST /messages", message);
    assert.ok(open.message_url.includes(`/${id}-`) && open.message_link.includes(name), open.message_link);
  });
});
