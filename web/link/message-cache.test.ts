import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { keyOfNarrow, type Narrow } from "../narrow/terms.ts";
import { messageIn } from "../state/message-map.ts";
import type { Event, Message } from "../state/registered.ts";
import { createMessageCache, type MessageCache } from "./message-cache.ts";

const OWN_ID = 1;
const topicOf = (topic: string): Narrow => [
  { operator: "channel", operand: 7 },
  { operator: "topic", operand: topic },
];
const message = (id: number, topic = "ghosts"): Message =>
  ({ id, type: "stream", stream_id: 7, subject: topic, content: `text ${id}`, flags: [], reactions: [] }) as never;
const answer = (narrow: Narrow, messages: readonly Message[], since: number) => ({
  narrow,
  messages,
  hasOldest: true,
  hasNewest: true,
  since,
});
const deletion = (id: number, messageId: number): Event =>
  ({ id, type: "delete_message", message_ids: [messageId], message_type: "stream" }) as never;
const idsIn = (cache: MessageCache, narrow: Narrow): readonly number[] =>
  cache
    .current()
    .narrows.get(keyOfNarrow(narrow))
    ?.runs.flatMap(({ ids }) => ids) ?? [];
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

suite("messages that are kept for the next tab", () => {
  test("follow the queue", () => {
    const cache = createMessageCache();
    cache.clear(10);
    cache.add(answer(topicOf("ghosts"), [message(1), message(2)], 10), OWN_ID);
    cache.apply([deletion(11, 1)], OWN_ID);
    assert.deepEqual(idsIn(cache, topicOf("ghosts")), [2]);
    assert.equal(messageIn(cache.current().byId, 1), undefined);
  });

  test("that were deleted while an answer with them was on its way are not kept", () => {
    const cache = createMessageCache();
    cache.clear(10);
    cache.apply([deletion(11, 1)], OWN_ID);
    cache.add(answer(topicOf("ghosts"), [message(1), message(2)], 10), OWN_ID);
    assert.deepEqual(idsIn(cache, topicOf("ghosts")), [2]);
  });

  test("of an answer that is older than the events that are remembered are not kept", () => {
    const cache = createMessageCache();
    cache.clear(10);
    cache.apply([deletion(11, 1), ...range(12, 1000).map((id) => deletion(id, 5_000_000))], OWN_ID);
    cache.add(answer(topicOf("ghosts"), [message(1), message(2)], 10), OWN_ID);
    assert.deepEqual(idsIn(cache, topicOf("ghosts")), []);
  });

  test("are forgotten where an event says that the reader may have lost some, also while an answer is on its way", () => {
    const events: Record<string, object> = {
      "a channel is gone": { type: "stream", op: "delete", stream_ids: [7] },
      "a subscription ends": { type: "subscription", op: "remove", subscriptions: [{ stream_id: 7 }] },
      "a channel becomes private": { type: "stream", op: "update", stream_id: 7, property: "invite_only", value: true },
      "the reader leaves a group": { type: "user_group", op: "remove_members", group_id: 3, user_ids: [OWN_ID] },
      "the reader gets another role": { type: "realm_user", op: "update", person: { user_id: OWN_ID, role: 600 } },
    };
    for (const [what, event] of Object.entries(events)) {
      const cache = createMessageCache();
      cache.clear(10);
      const fetched = answer(topicOf("ghosts"), [message(1)], 10);
      cache.add(fetched, OWN_ID);
      assert.deepEqual(idsIn(cache, topicOf("ghosts")), [1]);
      cache.apply([{ id: 11, ...event } as never], OWN_ID);
      cache.add(fetched, OWN_ID);
      assert.deepEqual(idsIn(cache, topicOf("ghosts")), [], what);
    }
  });

  test("are at most 200 of a narrow, 2,000 in all, and of the 30 narrows that were used last", () => {
    let now = 0;
    const cache = createMessageCache(() => (now += 1));
    cache.clear(10);
    const add = (number: number, count: number) => {
      const topic = `topic ${number}`;
      const messages = range(number * 1000, count).map((id) => message(id, topic));
      cache.add(answer(topicOf(topic), messages, 10), OWN_ID);
    };
    for (let number = 1; number <= 40; number += 1) add(number, 10);
    assert.equal(cache.current().narrows.size, 30);
    assert.deepEqual(idsIn(cache, topicOf("topic 10")), []);
    assert.equal(idsIn(cache, topicOf("topic 11")).length, 10);

    cache.noteUse(keyOfNarrow(topicOf("topic 11")));
    for (let number = 41; number <= 49; number += 1) add(number, 300);
    assert.deepEqual(idsIn(cache, topicOf("topic 49")), range(49_100, 200));
    assert.equal(idsIn(cache, topicOf("topic 11")).length, 10, "it was used");
    const held = [...cache.current().byId.values()].reduce((sum, chunk) => sum + chunk.size, 0);
    assert.ok(held <= 2000, `${held} messages`);
  });

  test("of searches are not kept: only the server knows what is in them", () => {
    const cache = createMessageCache();
    cache.clear(10);
    cache.add(answer([{ operator: "search", operand: "king" }], [message(1)], 10), OWN_ID);
    assert.deepEqual(cache.takeChanges(), { put: [], drop: [] });
  });

  test("are stored once, again when they change, and restored as they were", () => {
    const cache = createMessageCache();
    cache.clear(10);
    cache.add(answer(topicOf("ghosts"), [message(1), message(2)], 10), OWN_ID);
    const { put } = cache.takeChanges();
    assert.deepEqual(cache.takeChanges(), { put: [], drop: [] });

    const next = createMessageCache();
    next.restore(put);
    assert.deepEqual(next.current(), cache.current());
    assert.deepEqual(next.takeChanges(), { put: [], drop: [] });
    next.apply([deletion(11, 1)], OWN_ID);
    assert.deepEqual(
      next.takeChanges().put.map(({ messages }) => messages.map(({ id }) => id)),
      [[2]],
    );
    next.apply([{ id: 12, type: "stream", op: "delete", stream_ids: [7] } as never], OWN_ID);
    assert.deepEqual(next.takeChanges(), { put: [], drop: [keyOfNarrow(topicOf("ghosts"))] });
  });
});
