import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOfNarrow, type Narrow } from "../narrow/terms.ts";
import { NO_MESSAGES, withAnswer } from "../narrow/messages.ts";
import type { Message } from "../state/registered.ts";
import { freshNarrows, messages, state } from "../store.ts";
import { openFeed } from "./selection.ts";
import { startTrimming } from "./trim.ts";

test("a tab keeps the views that were looked at last, and drops the messages of others beyond 6,000", () => {
  const narrowOf = (topic: number): Narrow => [
    { operator: "channel", operand: 7 },
    { operator: "topic", operand: `topic ${topic}` },
  ];
  const fill = (topic: number) => {
    const found = Array.from({ length: 500 }, (_, index) => ({ id: 1000 * topic + index }) as Message);
    const answer = { messages: found, hasOldest: true, hasNewest: true, isFresh: false };
    freshNarrows.add(keyOfNarrow(narrowOf(topic)));
    messages.value = withAnswer(messages.value, narrowOf(topic), answer);
  };
  const look = (topic: number) => {
    openFeed.value = { narrow: narrowOf(topic), ids: [], hasNewest: true, jumpTo() {}, toEnd() {} };
  };
  const topics = () => [...messages.value.narrows.keys()].map((key) => Number(/topic (\d+)/.exec(key)?.[1]));
  messages.value = NO_MESSAGES;
  state.value = { recentDirects: new Map(), unread: { messages: new Map() } } as never;
  const stop = startTrimming();
  for (let topic = 0; topic < 12; topic += 1) {
    fill(topic);
    look(topic);
  }
  look(0);
  assert.equal(topics().length, 12, "6,000 messages are kept");
  fill(12);
  assert.deepEqual(
    topics().sort((a, b) => a - b),
    [0, 5, 6, 7, 8, 9, 10, 11],
  );
  assert.equal(freshNarrows.size, 8);
  stop();
  openFeed.value = undefined;
  messages.value = NO_MESSAGES;
  state.value = undefined;
  freshNarrows.clear();
});
