import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../../test/harness/database.ts";
import { maintainPartitions, makePartitions, partitions } from "./partitions.ts";

after(stopOwnCluster);

test("the log's partitions are maintained after a long reader of the log has ended, and nobody waits for that", async (t) => {
  const database = await createDatabase();
  t.after(() => database.drop());
  const { sql } = database;
  await sql.begin((tx) => makePartitions(tx, ["2020-02-29"]));
  const oldest = async () => (await partitions(sql))[0]?.name;
  await sql.begin(async (reader) => {
    await reader`select count(*) from event_log`;
    await maintainPartitions(sql);
    assert.equal(await oldest(), "event_log_20200229");
  });
  await maintainPartitions(sql);
  assert.notEqual(await oldest(), "event_log_20200229");
});
