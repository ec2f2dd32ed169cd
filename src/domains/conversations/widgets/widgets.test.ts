import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("polls and task lists", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const say = async (who: CastMember, content: string) =>
    (await who.call("POST /messages", { type: "channel", to: "general", topic: "castle", content })).id;
  const add = (who: CastMember, message_id: number, content: unknown) =>
    who.call("POST /submessage", { message_id, msg_type: "widget", content: JSON.stringify(content) });
  const refused = async (who: CastMember, message_id: number, content: string) => {
    const refusal = await who.refused("POST /submessage", { message_id, msg_type: "widget", content });
    assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
  };
  const submessagesOf = async (who: CastMember, message_id: number) =>
    (await who.call("GET /messages/{message_id}", { message_id })).message.submessages;

  test("a user's message that asks a question is a poll from the start, and all readers get the votes", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message", "submessage"] });
    const id = await say(hamlet, "/poll To be?\n- yes\n* no\n\n");
    await add(othello, id, { type: "vote", key: "canned,0", vote: 1 });
    await add(hamlet, id, { type: "question", question: "Or not?" });
    const [message, vote, question] = await othello.drain(queue);
    const widget = { widget_type: "poll", extra_data: { question: "To be?", options: ["yes", "no"] } };
    const sent = message?.["message"] as { submessages: { content: string }[] } | undefined;
    assert.deepEqual(JSON.parse(sent?.submessages[0]?.content ?? ""), widget);
    assert.deepEqual([vote?.["sender_id"], question?.["sender_id"]], [othello.id, hamlet.id]);
    const stored = await submessagesOf(othello, id);
    assert.deepEqual(
      stored.map(({ sender_id }) => sender_id),
      [hamlet.id, othello.id, hamlet.id],
    );
    await refused(othello, id, JSON.stringify({ type: "question", question: "mine" }));
    await refused(othello, id, JSON.stringify({ type: "vote", key: "canned,0", vote: 2 }));
    await refused(othello, id, JSON.stringify({ type: "vote", key: "canned,0", vote: 1, more: 1 }));
    await refused(othello, id, JSON.stringify({ type: "strike", key: "0" }));
    await refused(othello, id, "{");
    await hamlet.refused("PATCH /messages/{message_id}", { message_id: id, content: "no poll" });
  });

  test("users add tasks with titles and details, and only a message's author makes it a widget", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet, "/todo Plan\nfind ghost: at midnight\nrest");
    const [widget] = await submessagesOf(othello, id);
    assert.deepEqual(JSON.parse(widget?.content ?? "").extra_data, {
      task_list_title: "Plan",
      tasks: [
        { task: "find ghost", desc: "at midnight" },
        { task: "rest", desc: "" },
      ],
    });
    await add(othello, id, { type: "new_task", key: 2, task: "silence", desc: "", completed: false });
    const plain = await say(hamlet, "/polls are not polls");
    assert.deepEqual(await submessagesOf(othello, plain), []);
    await refused(othello, plain, JSON.stringify({ type: "anything" }));
    await add(hamlet, plain, { type: "anything" });
    assert.equal((await submessagesOf(othello, plain)).length, 1);
  });

  test("what readers add to a message has 2 MiB at most, and every reader gets all of it", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet, "a widget of no known kind");
    const content = JSON.stringify("剣".repeat(9998));
    const fitting = Math.floor((2 * 1024 * 1024) / Buffer.byteLength(content));
    for (let count = 0; count < fitting; count += 1)
      await hamlet.call("POST /submessage", { message_id: id, msg_type: "widget", content });
    await refused(hamlet, id, content);
    await refused(othello, id, content);
    await add(othello, id, "short");
    const stored = await submessagesOf(othello, id);
    assert.equal(stored.length, fitting + 1);
    assert.deepEqual([stored[0]?.content, stored.at(-1)?.content], [content, '"short"']);
  });

  test("CVE-2025-20033, CVE-2025-20086, CVE-2025-20088, CVE-2025-20621, CVE-2024-54083, CVE-2024-4182: nobody sends an invalid form", async () => {
    const { hamlet } = server.cast;
    const form = { widget_type: "zform", extra_data: { type: "choices", heading: "Which?", choices: [] } };
    const message = { type: "channel", to: "general", topic: "forms", content: "choose" } as const;
    const { id } = await hamlet.call("POST /messages", { ...message, widget_content: JSON.stringify(form) });
    assert.equal((await submessagesOf(hamlet, id)).length, 1);
    for (const bad of ["{", JSON.stringify({ widget_type: "script" }), JSON.stringify({ ...form, more: 1 })]) {
      await hamlet.refused("POST /messages", { ...message, widget_content: bad });
    }
  });
});
