import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestRealm } from "../../../../test/harness/realm.ts";
import { startTestServer } from "../../../../test/harness/server.ts";
import { eraseExpiredMessages } from "./retention.ts";

test("users lose messages that are older than the retention of the organization or of their channel", async () => {
  const server = await startTestServer();
  const { hamlet, othello, desdemona } = server.cast;
  await hamlet.call("POST /users/me/subscriptions", {
    subscriptions: [{ name: "archive" }, { name: "news" }, { name: "spared" }],
    principals: [hamlet.id, othello.id],
  });
  const ids = new Map<string, number>();
  for (const to of ["archive", "news", "general", "spared"]) {
    for (const age of [40, 10, 0]) {
      const { id } = await hamlet.call("POST /messages", { type: "channel", to, topic: "t", content: `${age} days` });
      ids.set(`${to} ${age}`, id);
    }
  }
  const { id: letter } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "old" });
  const { sql } = server.database;
  await sql`
    update message set sent_at = now() - make_interval(days => 10) where content = '10 days'`;
  await sql`update message set sent_at = now() - make_interval(days => 40) where content in ('40 days', 'old')`;
  const channel = async (name: string) => (await hamlet.call("GET /get_stream_id", { stream: name })).stream_id;
  await desdemona.call("PATCH /realm", { message_retention_days: 30 });
  const set = async (name: string, days: string | number) =>
    desdemona.call("PATCH /streams/{stream_id}", {
      stream_id: await channel(name),
      message_retention_days: days as number,
    });
  await set("archive", "unlimited");
  await set("news", 5);
  const queue = await othello.register({ event_types: ["delete_message"] });

  const { realm, db } = await openTestRealm(server.database);
  // The process that deletes has not read this change yet.
  await set("spared", "unlimited");
  await eraseExpiredMessages(realm);
  await db.close();

  const left = async (id: number) => (await othello.call("GET /messages", { message_ids: [id] })).messages.length === 1;
  const kept: string[] = [];
  for (const [name, id] of ids) if (await left(id)) kept.push(name);
  assert.deepEqual(kept, [
    "archive 40",
    "archive 10",
    "archive 0",
    "news 0",
    "general 10",
    "general 0",
    "spared 40",
    "spared 10",
    "spared 0",
  ]);
  assert.equal(await left(letter), false);
  const gone = (await othello.drain(queue)).map(({ message_id }) => message_id);
  assert.ok([letter, ids.get("news 10"), ids.get("general 40")].every((id) => gone.includes(id)));
});
