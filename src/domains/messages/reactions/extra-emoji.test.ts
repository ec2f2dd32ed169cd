import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../../../../test/harness/server.ts";

const EXTRA = { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" };

test("what an older version has stored of the extra emoji is sent in the form that clients can read", async () => {
  const first = await startTestServer();
  const { hamlet, othello } = first.cast;
  const { sql } = first.database;
  const post = { type: "channel", to: "general", topic: "castle", content: "look" } as const;
  const { id: message_id } = await hamlet.call("POST /messages", post);
  const queue = await hamlet.register({ event_types: ["reaction", "user_status"] });
  await othello.call("POST /messages/{message_id}/reactions", { message_id, ...EXTRA });
  await othello.call("POST /users/me/status", EXTRA);
  await first.stop();
  const before = { emoji_name: "svc", emoji_code: "svc", reaction_type: "svc_extra_emoji" };
  await sql`update reaction set ${sql(before)}`;
  await sql`update user_status set ${sql(before)}`;
  await sql`
    update event_log set event = (event::jsonb || ${sql.json(before)}::jsonb)::json
    where event ->> 'type' in ('reaction', 'user_status')`;
  await sql`delete from schema_version where number = 114`;

  const { cast } = await startTestServer({ database: first.database });
  const events = await cast.hamlet.drain(queue);
  assert.equal(events.length, 2);
  for (const event of events) assert.partialDeepStrictEqual(event, { ...EXTRA, user_id: othello.id });
  const { message } = await cast.hamlet.call("GET /messages/{message_id}", { message_id });
  assert.deepEqual(message.reactions, [{ ...EXTRA, user_id: othello.id }]);
  const { user_status: all } = await cast.hamlet.register({ fetch_event_types: ["user_status"] });
  assert.deepEqual((all as Record<string, unknown>)[othello.id], EXTRA);
  await cast.othello.call("DELETE /messages/{message_id}/reactions", { message_id, emoji_name: "svc" });
});
