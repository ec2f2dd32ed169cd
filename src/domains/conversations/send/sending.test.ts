import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("sending messages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const toGeneral = { type: "channel", to: "general", topic: "castle" } as const;
  const read = async (who: CastMember, id: number) => who.call("GET /messages/{message_id}", { message_id: id });

  test("a user names a channel by its ID, by its name or in a list of one", async () => {
    const { hamlet } = server.cast;
    const { streams } = await hamlet.call("GET /streams");
    const general = streams.find(({ name }) => name === "general")?.stream_id as number;
    for (const to of [general, "general", " GENERAL ", [general], ["general"]]) {
      const { id } = await hamlet.call("POST /messages", { ...toGeneral, type: "stream", to, content: "x" });
      assert.equal((await read(hamlet, id)).message.stream_id, general);
    }
    for (const to of [[general, general], [], ["general", "parley"]]) {
      assert.equal((await hamlet.refused("POST /messages", { ...toGeneral, to, content: "x" })).code, "BAD_REQUEST");
    }
  });

  test("a user names people by IDs or addresses, and a conversation is the set of them", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const conversation = async (to: string | number[] | string[]) => {
      const { id } = await hamlet.call("POST /messages", { type: "private", to, content: "x" });
      const { message } = await read(hamlet, id);
      return [message.recipient_id, (message.display_recipient as { id: number }[]).map((recipient) => recipient.id)];
    };
    const pair = await conversation([othello.id]);
    assert.deepEqual(pair[1], [hamlet.id, othello.id]);
    assert.deepEqual(await conversation([othello.id, hamlet.id, othello.id]), pair);
    assert.deepEqual(await conversation([`user${othello.id}@localhost`]), pair);
    assert.deepEqual(await conversation(`user${othello.id}@localhost, `), pair);
    const three = await conversation([othello.id, cordelia.id]);
    assert.notEqual(three[0], pair[0]);
    assert.deepEqual((await conversation([hamlet.id]))[1], [hamlet.id]);
    for (const to of [[], "", [999_999], ["nobody@elsinore.example"], 5 as never]) {
      assert.equal((await hamlet.refused("POST /messages", { type: "direct", to, content: "x" })).code, "BAD_REQUEST");
    }
  });

  test("a user gets the same refusal for a missing channel and for one that they may not see", async () => {
    const { hamlet, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "ghosts" }], invite_only: true });
    const { streams } = await hamlet.call("GET /streams");
    const ghosts = streams.find(({ name }) => name === "ghosts")?.stream_id as number;
    const refusal = async (to: string | number, hide: string) => {
      const { body } = await cordelia.refused("POST /messages", { ...toGeneral, to, content: "x" });
      return JSON.stringify(body).replaceAll(hide, "CHANNEL");
    };
    assert.equal(await refusal("ghosts", "ghosts"), await refusal("nothing", "nothing"));
    assert.equal(await refusal(ghosts, String(ghosts)), await refusal(999_999, "999999"));
    assert.match(await refusal("nothing", "x"), /STREAM_DOES_NOT_EXIST/);
  });

  test("a user's content and topics are trimmed, truncated or refused", async () => {
    const { hamlet } = server.cast;
    const stored = async (args: { topic?: string; content: string }) => {
      const { id } = await hamlet.call("POST /messages", { ...toGeneral, ...args });
      return read(hamlet, id);
    };
    assert.equal((await stored({ content: "\n\n  words  \n " })).raw_content, "  words");
    const long = (await stored({ content: "🦄".repeat(10_001) })).raw_content;
    assert.equal(Array.from(long).length, 10_000);
    assert.ok(long.endsWith("🦄\n[message truncated]"));
    assert.equal((await stored({ content: "🦄".repeat(10_000) })).raw_content, "🦄".repeat(10_000));
    assert.equal((await stored({ content: "x", topic: "t".repeat(61) })).message.subject, `${"t".repeat(57)}...`);
    for (const topic of ["", "  ", "(no topic)", "general chat"]) {
      assert.equal((await stored({ content: "x", topic })).message.subject, "general chat");
    }
    for (const bad of [{ content: " \n" }, { content: "a\0b" }, { content: "x", topic: "a\nb" }]) {
      assert.equal((await hamlet.refused("POST /messages", { ...toGeneral, ...bad })).code, "BAD_REQUEST");
    }
    assert.equal(
      (await hamlet.refused("POST /messages", { type: "channel", to: "general", content: "x" })).code,
      "BAD_REQUEST",
    );
  });

  test("CVE-2022-36048: a user's links lead only where they say, and to nothing of the server's own", async () => {
    const { hamlet } = server.cast;
    const html = async (content: string) => {
      const { id } = await hamlet.call("POST /messages", { ...toGeneral, content });
      return (await read(hamlet, id)).message.content;
    };
    for (const address of [
      "javascript:alert(1)",
      "//evil.example",
      "\\\\evil",
      "/\\evil",
      "java\tscript:x",
      "javascript&#58;x",
      "data:text/html,x",
    ]) {
      assert.doesNotMatch(await html(`[x](${address}) [y](<${address}>)`), /href/, address);
    }
    assert.equal(await html("[x](https://example.com/a)"), '<p><a href="https://example.com/a">x</a></p>');
    assert.equal(await html("<script>alert(1)</script>"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  });

  test("CVE-2021-30478: nobody sends in another user's name", async () => {
    const { hamlet, othello } = server.cast;
    for (const forgery of [{ sender: othello.email }, { forged: "true" }, { forged: "yes" }]) {
      const refusal = await hamlet.refused("POST /messages", { ...toGeneral, content: "x", ...forgery });
      assert.equal(refusal.code, "BAD_REQUEST", JSON.stringify(forgery));
    }
    const { id } = await hamlet.call("POST /messages", { ...toGeneral, content: "x", forged: "no" });
    assert.equal((await read(hamlet, id)).message.sender_id, hamlet.id);
  });

  test("a user's interactive client has read what it sends, and a script has not", async () => {
    const { hamlet } = server.cast;
    const flags = async (args: object) => {
      const { id } = await hamlet.call("POST /messages", { ...toGeneral, content: "x", ...args });
      return (await read(hamlet, id)).message.flags;
    };
    assert.deepEqual(await flags({}), []);
    assert.deepEqual(await flags({ read_by_sender: true }), ["read"]);
    assert.deepEqual(await flags({ client: "website" }), ["read"]);
    assert.deepEqual(await flags({ client: "website", read_by_sender: false }), []);
  });
});
