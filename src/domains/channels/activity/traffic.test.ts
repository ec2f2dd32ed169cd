import assert from "node:assert/strict";
import { test } from "node:test";
import { channelOf, createChannel } from "../../../../test/harness/channels.ts";
import { makeHook } from "../../../../test/harness/hook.ts";
import { openTestRealm } from "../../../../test/harness/realm.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { updateChannelActivity, weeklyTraffic } from "./cleanup.ts";

const DAY = 86_400;

test("a channel's weekly traffic is an average of at most four weeks, in two digits, and null in its first week", () => {
  const after = (days: number, messages: number) => weeklyTraffic(0, days * DAY, messages);
  assert.equal(after(6, 500), null);
  assert.equal(after(7, 7), 7);
  assert.equal(after(8, 80), 70);
  assert.equal(after(28, 10), 2);
  assert.equal(after(28, 1), 1, "never nothing where there is something");
  assert.equal(after(400, 0), 0);
  assert.equal(after(400, 49_380), 12_000);
  assert.equal(after(400, 4 * 125), 130);
});

/** Runs the hourly task in another process. */
async function runHourlyTask(server: TestServer): Promise<number> {
  const { realm, db } = await openTestRealm(server.database);
  await updateChannelActivity(realm);
  await realm.drain();
  const { position } = realm.model;
  await db.close();
  return position;
}

test("clients see a channel's traffic as counted every hour, and a message makes the channel active again", async () => {
  const server = await startTestServer();
  const { hamlet } = server.cast;
  const { sql } = server.database;
  const silent = { send_new_subscription_messages: false };
  const [busy, quiet, alerts, young] = [
    await createChannel(hamlet, silent),
    await createChannel(hamlet, silent),
    await createChannel(hamlet, silent),
    await createChannel(hamlet, silent),
  ];
  const say = (id: number) => hamlet.call("POST /messages", { type: "channel", to: id, topic: "t", content: "x" });
  for (let i = 0; i < 4; i += 1) await say(busy.id);
  await say(quiet.id);
  await say(alerts.id);
  const old = [busy.id, quiet.id, alerts.id];
  await sql`update channel set created_at = now() - interval '300 days' where id = any(${old})`;
  await sql`update message set sent_at = now() - interval '10 days' where conversation_id = ${busy.id}`;
  await sql`update message set sent_at = now() - interval '200 days' where conversation_id in (${quiet.id}, ${alerts.id})`;
  await runHourlyTask(server);
  for (let i = 0; i < 8; i += 1) await say(busy.id);
  const queue = await hamlet.register();
  const position = await runHourlyTask(server);
  assert.equal(await runHourlyTask(server), position, "nothing is counted or emitted twice");
  await say(young.id);
  const shown = async (id: number) => {
    const { stream_weekly_traffic: traffic, is_recently_active: isActive } = await channelOf(hamlet, id);
    return [traffic, isActive];
  };
  assert.deepEqual(await shown(busy.id), [3, true]);
  assert.deepEqual(await shown(quiet.id), [0, false]);
  assert.deepEqual(await shown(young.id), [null, true]);
  await say(quiet.id);
  assert.deepEqual(await shown(quiet.id), [0, true]);
  const hook = await makeHook(server, hamlet);
  assert.equal((await hook.send("json", { query: { stream: String(alerts.id) } })).status, 200);
  const news = (await hamlet.drain(queue)).filter(({ property }) => property === "is_recently_active");
  assert.deepEqual(
    news.map(({ stream_id, value }) => [stream_id, value]),
    [quiet.id, alerts.id].map((id) => [id, true]),
  );
});
