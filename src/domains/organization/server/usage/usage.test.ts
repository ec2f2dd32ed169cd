import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../../../../../test/harness/server.ts";
import { firstMessageSince } from "./queries.ts";

test("administrators see how much the organization is used, day by day; others do not", async () => {
  const server = await startTestServer();
  const { iago, hamlet, othello } = server.cast;
  const before = await iago.call("GET /realm/usage", { days: 3 });
  const send = (who: typeof hamlet, content: string) =>
    who.call("POST /messages", { type: "channel", to: "general", topic: "figures", content });
  await send(hamlet, "one");
  await send(hamlet, "two");
  const { id: newest } = await send(othello, "three");
  const after = await iago.call("GET /realm/usage", { days: 3 });
  assert.equal(after.days.length, 3);
  assert.equal(after.days[2]?.date, new Date().toISOString().slice(0, 10));
  assert.equal(after.days[2].messages, (before.days[2]?.messages ?? 0) + 3);
  assert.ok(after.days[2].senders >= 2);
  assert.equal(after.days[2].people, after.members + after.guests);
  assert.ok(after.members > 0 && after.file_bytes >= 0);
  await assert.rejects(() => hamlet.call("GET /realm/usage"), /administrator/);
  await assert.rejects(() => iago.call("GET /realm/usage", { days: 0 }), /days/);

  // The first message of a time is found without reading all of them.
  const { sql } = server.database;
  await sql`update message set sent_at = now() - interval '40 days' where id < ${newest}`;
  const since = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  assert.equal(await firstMessageSince(sql as never, 1, since), newest);
  const { days } = await iago.call("GET /realm/usage");
  assert.deepEqual([days.length, days.reduce((sum, { messages }) => sum + messages, 0)], [30, 1]);
});
