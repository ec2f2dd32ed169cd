import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connectPool, openDatabase } from "#engine/db/database.ts";
import { unavailability } from "#engine/db/failure.ts";
import { createDatabase } from "../harness/database.ts";
import { metricsOf } from "../harness/metrics.ts";
import { skipWithout } from "../harness/needs/needs.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../harness/other-postgres.ts";
import { endServers, startTestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const needsPostgres = { skip: skipWithout("postgresql") };

let starting: Promise<ReplicatedPostgres> | undefined;
after(async () => {
  await endServers();
  const postgres = await starting;
  await postgres?.stopReplica();
  await postgres?.stop();
});

const replicated = (): Promise<ReplicatedPostgres> => (starting ??= startReplicatedPostgres());

test("a server never reads from a standby in place of its database", needsPostgres, async (t) => {
  const postgres = await replicated();
  const db = openDatabase({ url: postgres.replicaUrl }, { reads: 1, writes: 1, commits: 0, background: 1 });
  t.after(() => db.close());
  const isReadOnly = (error: unknown) => unavailability(error) === "The database is read-only";
  for (const pool of [db.reads, db.background, db.writes]) await assert.rejects(pool`select 1 as one`, isReadOnly);
  await assert.rejects(db.writes.reserve(), isReadOnly);
  await assert.rejects(
    db.reads.listen("standby", () => {}),
    isReadOnly,
  );
});

test(
  "history and searches are read from a replica, and never older than what was committed before",
  needsPostgres,
  async (t) => {
    const postgres = await replicated();
    const replica = connectPool({ url: postgres.replicaUrl }, { max: 1, name: "test" });
    t.after(() => replica.end());
    const database = { ...(await createDatabase("empty")), url: postgres.url };
    const server = await startTestServer({ database, flags: ["--replica-url", postgres.replicaUrl] });
    const { hamlet } = server.cast;

    const counted = async (name: string) =>
      Number(new RegExp(`^parley_replica_${name} (\\d+)$`, "m").exec(await metricsOf(server.url))?.[1]);
    const counts = async () => [
      await counted("reads"),
      await counted("behind"),
      await counted("ahead"),
      await counted("failed"),
    ];
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
    assert.deepEqual(await counts(), [2, 0, 0, 0]);

    await replica`select pg_wal_replay_pause()`;
    const second = await send("needle two");
    assert.deepEqual(await found(), [first, second]);
    assert.deepEqual(await found("needle"), [first, second]);
    assert.deepEqual(await counts(), [2, 2, 0, 0], "the primary answers while the replica is behind");

    await replica`select pg_wal_replay_resume()`;
    await until(untilReplayed, (newest) => newest >= second);
    assert.deepEqual(await found("needle"), [first, second]);
    assert.deepEqual(await counts(), [3, 2, 0, 0]);
    const narrow = [{ operator: "no such", operand: "x" }];
    const page = { anchor: "newest", num_before: 1, num_after: 0, narrow } as const;
    assert.equal((await hamlet.refused("GET /messages", page)).code, "BAD_NARROW");

    const primary = connectPool({ url: postgres.url }, { max: 1, name: "test" });
    t.after(() => primary.end());
    const waitFor = async (standby: string) => {
      await primary.unsafe(`alter system set synchronous_standby_names = '${standby}'`);
      await primary`select pg_reload_conf()`;
    };
    await waitFor("another");
    const unconfirmed = send("needle three");
    await until(untilReplayed, (newest) => newest > second);
    assert.deepEqual(await found(), [first, second], "nobody sees what another standby has yet to confirm");
    await waitFor("");
    const third = await unconfirmed;
    assert.deepEqual(await found(), [first, second, third]);
    assert.deepEqual(await counts(), [4, 2, 1, 0]);

    await postgres.stopReplica();
    assert.deepEqual(await found("needle"), [first, second, third]);
    assert.deepEqual(await found(), [first, second, third]);
    assert.deepEqual(await counts(), [4, 2, 1, 1], "after a failure the replica is left alone for a while");
  },
);
