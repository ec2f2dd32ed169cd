import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("editing and deleting messages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const say = async (who: CastMember, content: string, topic = "castle", to = "general") =>
    (await who.call("POST /messages", { type: "channel", to, topic, content })).id;
  const edit = (who: CastMember, message_id: number, change: object) =>
    who.call("PATCH /messages/{message_id}", { message_id, ...change });
  const refused = async (who: CastMember, message_id: number, change: object, code = "BAD_REQUEST") => {
    const refusal = await who.refused("PATCH /messages/{message_id}", { message_id, ...change });
    assert.deepEqual([refusal.status, refusal.code], [400, code]);
    return refusal;
  };
  const get = async (who: CastMember, message_id: number, apply_markdown = false) =>
    (await who.call("GET /messages/{message_id}", { message_id, apply_markdown })).message;

  test("the author edits the text, all readers get the event, and the history contains the old text", async () => {
    const { hamlet, othello, iago } = server.cast;
    const id = await say(hamlet, "to be");
    const queue = await othello.register({ event_types: ["update_message"] });
    await holds(server, () => edit(hamlet, id, { content: "to be or not to be" }));
    const [event] = await othello.drain(queue);
    assert.partialDeepStrictEqual(event, {
      message_id: id,
      message_ids: [id],
      user_id: hamlet.id,
      orig_content: "to be",
      content: "to be or not to be",
      rendered_content: "<p>to be or not to be</p>",
      flags: [],
      rendering_only: false,
    });
    const message = await get(othello, id);
    assert.partialDeepStrictEqual(message, {
      content: "to be or not to be",
      edit_history: [{ prev_content: "to be" }],
    });
    assert.ok(message.last_edit_timestamp !== undefined && message.last_moved_timestamp === undefined);
    const { message_history: history } = await othello.call("GET /messages/{message_id}/history", { message_id: id });
    assert.deepEqual(
      history.map(({ content }) => content),
      ["to be", "to be or not to be"],
    );
    assert.match(history[1]?.content_html_diff ?? "", /<span class="highlight_text_inserted">not<\/span>/);
    await refused(othello, id, { content: "mine now" });
    await refused(iago, id, { content: "administrators neither" });
    await refused(hamlet, id, {});
    await refused(hamlet, id, { content: "x", propagate_mode: "change_all" });
    await refused(hamlet, id, { content: "a\0b" });
    await edit(hamlet, id, { content: "  " });
    assert.equal((await get(hamlet, id)).content, "(deleted)");
  });

  test("an author who edits a text that has changed since they read it is refused", async () => {
    const { hamlet } = server.cast;
    const id = await say(hamlet, "first");
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    await edit(hamlet, id, { content: "second", prev_content_sha256: hash("first") });
    const refusal = await refused(
      hamlet,
      id,
      { content: "third", prev_content_sha256: hash("first") },
      "EXPECTATION_MISMATCH",
    );
    assert.equal(refusal.body["field_name"], "prev_content_sha256");
    assert.equal((await get(hamlet, id)).content, "second");
  });

  test("a former subscriber who has the message is mentioned by an edit, and a later subscriber is not", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const open = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    const closed = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id], invite_only: true });
    for (const { id: channel, name } of [open, closed]) {
      const { id } = await hamlet.call("POST /messages", { type: "channel", to: channel, topic: "t", content: "x" });
      await othello.call("DELETE /users/me/subscriptions", { subscriptions: [name] });
      await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [cordelia.id] });
      const queue = await othello.register({ event_types: ["update_message"] });
      await edit(hamlet, id, { content: `@**${othello.fullName}** @**${cordelia.fullName}**` });
      const heard = (await othello.drain(queue)).map(({ flags }) => flags);
      assert.deepEqual(heard, channel === open.id ? [["read", "mentioned"]] : []);
      const { messages } = await cordelia.call("GET /messages", { message_ids: [id] });
      assert.deepEqual(
        messages.flatMap(({ flags }) => flags),
        channel === open.id ? ["read", "historical"] : [],
      );
      if (channel === open.id) assert.deepEqual((await get(othello, id)).flags, ["read", "mentioned"]);
    }
  });

  test("a user's report of the longest message is no longer than a message can be", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    const { id: desk } = await createChannel(desdemona, { invite_only: true });
    await desdemona.call("PATCH /realm", { moderation_request_channel_id: desk });
    const id = await say(othello, `\u{1F600}${"x".repeat(9999)}`);
    const queue = await desdemona.register({ event_types: ["message"], apply_markdown: false });
    const report = { message_id: id, report_type: "spam", description: "y".repeat(1000) } as const;
    await hamlet.call("POST /messages/{message_id}/report", report);
    const [content = ""] = (await desdemona.drain(queue)).map(
      ({ message }) => (message as { content: string }).content,
    );
    assert.ok(Array.from(content).length <= 10_000);
    assert.match(content, /y{1000}[^]*\u{1F600}x{8000,}\n\[message truncated\]\n`+$/u);
  });

  test("an author cannot give a direct message a topic", async () => {
    const { hamlet, othello } = server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "first" });
    await refused(hamlet, id, { content: "second", topic: "castle" });
    await refused(hamlet, id, { topic: "" });
    await edit(hamlet, id, { content: "second", topic: "" });
    assert.equal((await get(hamlet, id)).content, "second");
    const { message_history: history } = await othello.call("GET /messages/{message_id}/history", { message_id: id });
    assert.deepEqual(
      history.map(({ topic, content }) => [topic, content]),
      [
        ["", "first"],
        ["", "second"],
      ],
    );
  });

  test("an author edits only where the organization allows it, and only within its time limit", async () => {
    const { hamlet, desdemona } = server.cast;
    const id = await say(hamlet, "late");
    await desdemona.call("PATCH /realm", { allow_message_editing: false });
    await refused(hamlet, id, { content: "later" });
    await desdemona.call("PATCH /realm", { allow_message_editing: true, message_content_edit_limit_seconds: 600 });
    await server.database.sql`update message set sent_at = sent_at - interval '11 minutes' where id = ${id}`;
    await refused(hamlet, id, { content: "later" });
    await desdemona.call("PATCH /realm", { message_edit_history_visibility_policy: "none" });
    await hamlet.refused("GET /messages/{message_id}/history", { message_id: id });
    await desdemona.call("PATCH /realm", { message_edit_history_visibility_policy: "all" });
  });

  test("the author, or a user who may delete any message, deletes a message, and all clients remove it", async () => {
    const { hamlet, othello, iago, cordelia } = server.cast;
    const [mine, yours, starred] = [await say(hamlet, "one"), await say(hamlet, "two"), await say(hamlet, "three")];
    await say(cordelia, "the newest");
    await othello.call("POST /messages/flags", { messages: [starred], op: "add", flag: "starred" });
    const remove = (who: CastMember, id: number) => who.call("DELETE /messages/{message_id}", { message_id: id });
    assert.equal((await othello.refused("DELETE /messages/{message_id}", { message_id: mine })).code, "BAD_REQUEST");
    await holds(server, () => remove(hamlet, mine));
    await holds(server, () => remove(iago, yours));
    await holds(server, () => remove(hamlet, starred));
    const gone = await hamlet.refused("DELETE /messages/{message_id}", { message_id: mine });
    const never = await hamlet.refused("DELETE /messages/{message_id}", { message_id: 999_999 });
    assert.deepEqual(gone.body, never.body);
    await hamlet.refused("GET /messages/{message_id}", { message_id: yours });
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "psst" });
    await cordelia.refused("DELETE /messages/{message_id}", { message_id: id });
    await say(cordelia, "the newest again");
    await holds(server, () => remove(hamlet, id));
  });

  test("GHSA-m257-w4r5-5rmf: a user renders a text as their own message, but none that is too long to send", async () => {
    const { hamlet, othello } = server.cast;
    const render = (content: string) => hamlet.call("POST /messages/render", { content });
    assert.equal(
      (await render(`@**${othello.fullName}** *x*`)).rendered,
      `<p><span class="user-mention" data-user-id="${othello.id}">@${othello.fullName}</span> <em>x</em></p>`,
    );
    assert.equal((await render("")).rendered, "");
    await render("x".repeat(10_000));
    const cut = "\n[message truncated]";
    assert.equal(
      (await render("x".repeat(10_001))).rendered,
      (await render("x".repeat(10_000 - cut.length) + cut)).rendered,
    );
    assert.equal(
      (await hamlet.refused("POST /messages/render", { content: "x".repeat(1_000_001) })).code,
      "BAD_REQUEST",
    );
  });

  test("an administrator deletes a topic, and clients get the events that they support", async () => {
    const { hamlet, iago, othello } = server.cast;
    for (let i = 0; i < 120; i += 1) await say(hamlet, `${i}`, "to forget");
    const last = await say(hamlet, "stays", "To remember");
    const [many, single] = [
      await othello.register({
        event_types: ["delete_message"],
        client_capabilities: { notification_settings_null: false, bulk_message_deletion: true },
      }),
      await othello.register({ event_types: ["delete_message"] }),
    ];
    const { streams } = await hamlet.call("GET /streams");
    const stream_id = streams.find(({ name }) => name === "general")?.stream_id as number;
    const topic = { stream_id, topic_name: "TO FORGET" };
    assert.equal(
      (await hamlet.refused("POST /streams/{stream_id}/delete_topic", topic)).code,
      "UNAUTHORIZED_PRINCIPAL",
    );
    assert.deepEqual((await iago.call("POST /streams/{stream_id}/delete_topic", topic)).complete, true);
    assert.deepEqual(
      (await othello.drain(many)).map((event) => (event["message_ids"] as number[]).length),
      [100, 20],
    );
    const singles = await othello.drain(single);
    assert.equal(singles.length, 120);
    assert.ok(singles.every((event) => event["message_ids"] === undefined && event["topic"] === "to forget"));
    assert.equal((await get(hamlet, last)).content, "stays");
  });

  test("a topic that is spelled in several ways goes by one event", async () => {
    const { hamlet, iago, othello } = server.cast;
    const { id: stream_id } = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    const say = async (topic: string) =>
      (await hamlet.call("POST /messages", { type: "channel", to: stream_id, topic, content: "x" })).id;
    const ids = [await say("Yorick"), await say("YORICK"), await say("yorick")];
    const queue = await othello.register({
      event_types: ["delete_message"],
      client_capabilities: { notification_settings_null: false, bulk_message_deletion: true },
    });
    await iago.call("POST /streams/{stream_id}/delete_topic", { stream_id, topic_name: "yorick" });
    assert.deepEqual(
      (await othello.drain(queue)).map((event) => event["message_ids"]),
      [ids],
    );
  });
});
