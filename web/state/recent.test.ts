import assert from "node:assert/strict";
import { test } from "node:test";
import { recentConversations } from "./recent.ts";
import type { State } from "./state.ts";
import type { Topics } from "./topics.ts";

test("recent conversations come from topics, direct messages and what is unread, the newest first and each once", () => {
  const state = {
    channels: { subscribed: new Map([[1, {}]]) },
    recentDirects: new Map([["@5", { userIds: [5], newestId: 30 }]]),
    unread: {
      messages: new Map([
        [40, { kind: "topic", channelId: 1, topic: "Lunch" }],
        [10, { kind: "topic", channelId: 1, topic: "lunch" }],
      ]),
    },
  } as unknown as State;
  const topics: Topics = new Map([
    [
      1,
      [
        { name: "lunch", newestId: 20 },
        { name: "tea", newestId: 35 },
      ],
    ],
    [2, [{ name: "of a channel that the user has left", newestId: 99 }]],
  ]);
  const found = recentConversations(state, topics, 10).map(({ newestId }) => newestId);
  assert.deepEqual(found, [40, 35, 30]);
  assert.equal(recentConversations(state, topics, 2).length, 2);
});
