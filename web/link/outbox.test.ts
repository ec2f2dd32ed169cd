import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { createOutbox } from "./outbox.ts";
import type { Outgoing } from "./protocol.ts";

const { fetch } = globalThis;

suite("the outbox", () => {
  after(() => {
    globalThis.fetch = fetch;
  });

  /** Answers each request with a status, and tells how many there were. */
  function answering(status: number): () => number {
    let requests = 0;
    globalThis.fetch = () => {
      requests += 1;
      return Promise.resolve(Response.json({ id: 7 }, { status }));
    };
    return () => requests;
  }
  const message = (userId: number): Outgoing => ({
    localId: `of ${userId}`,
    userId,
    conversation: { kind: "direct", userIds: [] },
    content: "Hello",
    time: 1,
    progress: "waiting",
  });
  const outboxOf = (ownId: () => number) =>
    createOutbox({ queueId: () => undefined, ownId, onChange() {}, onUncertain() {} });

  test("never sends or shows what somebody else has written who used this browser before", async () => {
    let ownId = 1;
    const outbox = outboxOf(() => ownId);
    outbox.add(message(1));
    ownId = 2;
    outbox.add(message(2));
    const requests = answering(200);
    await outbox.flush();
    assert.equal(requests(), 1);
    assert.deepEqual(
      outbox.entries().map(({ localId, progress }) => [localId, progress]),
      [["of 2", "sent"]],
    );
    outbox.noteRegistered();
    ownId = 1;
    assert.deepEqual(outbox.entries(), []);
  });

  test("keeps a message for later whose author's session has ended", async () => {
    const outbox = outboxOf(() => 1);
    outbox.add(message(1));
    answering(401);
    await outbox.flush();
    assert.equal(outbox.entries()[0]?.progress, "waiting");
    answering(200);
    await outbox.flush();
    assert.equal(outbox.entries()[0]?.progress, "sent");
  });

  test("holds a message whose topic is moved before it could be sent, and lets it follow one that is resolved", () => {
    const outbox = outboxOf(() => 1);
    const to = (localId: string, topic: string): Outgoing => ({
      ...message(1),
      localId,
      conversation: { kind: "topic", channelId: 7, topic },
    });
    for (const [localId, topic] of [
      ["a", "Walls"],
      ["b", "graves"],
      ["c", "other"],
    ] as const)
      outbox.add(to(localId, topic));
    const move = { type: "update_message", id: 1, stream_id: 7, propagate_mode: "change_all" };
    const moveOfOne = { ...move, orig_subject: "other", subject: "one of many", propagate_mode: "change_one" };
    const events = [
      { ...move, orig_subject: "walls", subject: "battlements", new_stream_id: 8 },
      { ...move, orig_subject: "graves", subject: "✔ graves" },
      moveOfOne,
    ];
    outbox.note(events as never);
    const shown = () =>
      outbox
        .entries()
        .map(({ progress, conversation, movedTo }) => [progress, topicIn(conversation), topicIn(movedTo)]);
    assert.deepEqual(shown(), [
      ["failed", "Walls", "battlements"],
      ["waiting", "✔ graves", undefined],
      ["waiting", "other", undefined],
    ]);
    outbox.retry("a");
    assert.deepEqual(shown()[0], ["waiting", "Walls", undefined]);
  });

  test("tells of what people see: once for all changes of a moment, and not that its answer has come", async () => {
    const told: string[][] = [];
    const onChange = () => void told.push(outbox.entries().map(({ progress }) => progress));
    const outbox = createOutbox({ queueId: () => undefined, ownId: () => 1, onChange, onUncertain() {} });
    answering(200);
    outbox.add(message(1));
    await outbox.flush();
    assert.equal(outbox.entries()[0]?.progress, "sent");
    assert.deepEqual(told, [["sending"]]);
    const event = { type: "message", id: 1, message: { id: 7 }, local_message_id: "of 1" };
    assert.equal(outbox.note([event] as never), true);
    assert.deepEqual(outbox.entries(), []);
    assert.equal(outbox.note([event] as never), false);
    assert.equal(told.length, 1, "the hub tells of it with the events");
  });
});

const topicIn = (conversation: Outgoing["conversation"] | undefined): string | undefined =>
  conversation?.kind === "topic" ? conversation.topic : undefined;
