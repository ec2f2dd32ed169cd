import assert from "node:assert/strict";
import { after, test } from "node:test";
import { REALM_ID } from "../../../test/harness/cast.ts";
import { createDatabase, stopOwnCluster } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import { createLogger } from "#platform/logger.ts";
import { NO_CAPABILITIES } from "#engine/log/queue.ts";
import { createQueues, sweepQueues } from "./queues.ts";

after(stopOwnCluster);

const options = {
  eventTypes: null,
  applyMarkdown: false,
  clientGravatar: false,
  slimPresence: false,
  allPublicStreams: false,
  narrow: [],
  capabilities: NO_CAPABILITIES,
};

test("a queue with a lifespan of seconds outlives a parked poll, and no more than that", async () => {
  const database = await createDatabase();
  const { sql } = database;
  let now = Date.now();
  const clock = { now: () => now, monotonic: () => now };
  const queues = createQueues({ reads: sql, background: sql, realmId: REALM_ID, clock, log: createLogger("silent") });
  const { id } = await queues.create({ userId: 1, keyId: undefined }, options, 3, -1);
  assert.ok(await queues.find(id, 1), "which is a poll");
  /** A poll writes down that the queue was used, and does not wait for that. */
  const touched = async (before: Date) => {
    const read = () => sql<{ touchedAt: Date; isSafe: boolean }[]>`
      select touched_at, touched_at + make_interval(secs => lifespan_secs) > now() + interval '55 s' as is_safe
      from event_queue where id = ${id}`;
    const [row] = await until(read, ([found]) => found !== undefined && found.touchedAt > before && found.isSafe);
    return (row as { touchedAt: Date }).touchedAt;
  };
  const first = await touched(new Date(0));
  now += 55_000;
  assert.ok(queues.remembered(id, 1), "the next poll comes when the first has ended");
  await touched(first);
  now += 64_000;
  assert.equal(queues.remembered(id, 1), undefined, "and then none, for too long");
  await sql`update event_queue set touched_at = touched_at - interval '64 s' where id = ${id}`;
  assert.equal(await queues.find(id, 1), undefined);
  assert.equal(await sweepQueues(sql), 1);
  await database.drop();
});
