import assert from "node:assert/strict";
import { test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { startTestServer } from "../../../../test/harness/server.ts";

test("a user who renames a topic to another case of itself keeps one topic, in every operation", async () => {
  const server = await startTestServer();
  const { hamlet, othello } = server.cast;
  const { id: stream_id } = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
  for (const [topic, renamed, isSame] of [
    ["ΝΕΟΣ", "νεοσ", true],
    ["ΛΟΓΟΣ", "λογος", true],
    ["İş", "i̇ş", true],
    ["Maße", "MASSE", false],
    ["ÜBER", "über", true],
  ] as const) {
    const post = { type: "channel", to: stream_id, topic, content: "x" } as const;
    const { id: message_id } = await hamlet.call("POST /messages", post);
    await othello.call("POST /user_topics", { stream_id, topic, visibility_policy: 1 });
    const move = { message_id, topic: renamed, propagate_mode: "change_all" } as const;
    await holds(server, () => hamlet.call("PATCH /messages/{message_id}", move));
    const { user_topics: topics } = await othello.register({ fetch_event_types: ["user_topic"] });
    const names = (topics as { topic_name: string }[]).map(({ topic_name }) => topic_name);
    assert.deepEqual([names.includes(topic), names.includes(renamed)], [isSame, !isSame], topic);
  }
});
