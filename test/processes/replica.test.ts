import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect } from "../../src/engine/db/database.ts";
import { createDatabase } from "../harness/database.ts";
import { metricsOf } from "../harness/metrics.ts";
import { startReplicatedPostgres } from "../harness/other-postgres.ts";
import { endServers, startTestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

test("history and searches are read from a replica, and never older than what was committed before", async (t) => {
  const postgres = await startReplicatedPostgres();
  if (postgres === undefined) {
    t.diagnostic("not tried, because there is no other PostgreSQL here: apt-get install postgresql");
    return;
  }
  const replica = connect({ url: postgres.replicaUrl }, { max: 1, name: "test" });
  after(async () => {
    await endServers();
    await replica.end();
    await postgres.stopReplica();
    await postgres.stop();
  });
  const database = { ...(await createDatabase("empty")), url: postgres.url };
  const server = await startTestServer({ database, flags: ["--replica-url", postgres.replicaUrl] });
  const { hamlet } = server.cast;

  const counted = async (name: string) =>
    Number(new RegExp(`^parley_replica_${name} (\\d+)$`, "m").exec(await metricsOf(server.url))?.[1]);
  const counts = async () => [await counted("reads"), await counted("behind"), await counted("failed")];
  const send = async (content: string) =>
    (await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "replica", content })).id;
  const found = async (search?: string) => {
    const narrow = [
      { operator: "topic", operand: "replica" },
      ...(search === undefined ? [] : [{ operator: "search", operand: search }]),
    ];
    const page = await hamlet.call("GET /messages", { anchor: "newest", num_before: 100, num_after: 0, narrow });
    return page.messages.map(({ id }) => id);
  };
  const untilReplayed = async () => {
    const [row] = await replica<{ newest: number }[]>`select last_message_id as newest from realm_head`;
    return row?.newest ?? 0;
  };

  const first = await send("needle one");
  await until(untilReplayed, (newest) => newest >= first);
  assert.deepEqual(await found(), [first]);
  assert.deepEqual(await found("needle"), [first]);
  assert.deepEqual(await counts(), [2, 0, 0]);

  await replica`select pg_wal_replay_pause()`;
  const second = await send("needle two");
  assert.deepEqual(await found(), [first, second]);
  assert.deepEqual(await found("needle"), [first, second]);
  assert.deepEqual(await counts(), [2, 2, 0], "the primary answers while the replica is behind");

  await replica`select pg_wal_replay_resume()`;
  await until(untilReplayed, (newest) => newest >= second);
  assert.deepEqual(await found("needle"), [first, second]);
  assert.deepEqual(await counts(), [3, 2, 0]);
  const narrow = [{ operator: "no such", operand: "x" }];
  const page = { anchor: "newest", num_before: 1, num_after: 0, narrow } as const;
  assert.equal((await hamlet.refused("GET /messages", page)).code, "BAD_NARROW");

  await postgres.stopReplica();
  assert.deepEqual(await found("needle"), [first, second]);
  assert.deepEqual(await found(), [first, second]);
  assert.deepEqual(await counts(), [3, 2, 1], "after a failure the replica is left alone for a while");
});
