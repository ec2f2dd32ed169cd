import assert from "node:assert/strict";
import { test } from "node:test";
import { holds } from "../../test/events/holds.ts";
import { createChannel } from "../../test/harness/channels.ts";
import { startTestServer } from "../../test/harness/server.ts";
import { caseless } from "../platform/characters.ts";

test("topics that differ by more than case for the database do so for everything that happens to them", async () => {
  const server = await startTestServer();
  const { hamlet, othello } = server.cast;
  const { id: stream_id } = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
  for (const [topic, renamed, isSame] of [
    ["ΝΕΟΣ", "νεοσ", true],
    ["ΛΟΓΟΣ", "λογος", false],
    ["İş", "i̇ş", false],
    ["ÜBER", "über", true],
  ] as const) {
    const [row] = await server.database.sql<{ lower: string }[]>`select lower(${topic}::text)`;
    assert.equal(caseless(topic), row?.lower);
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
