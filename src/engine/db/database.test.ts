import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../../test/harness/database.ts";
import { openDatabase, poolSizes, type ReadSql } from "./database.ts";

test("PostgreSQL refuses writes through the pool for reads, and accepts them from the others", async (t) => {
  const database = await createDatabase();
  const db = openDatabase(database.address, { reads: 1, writes: 1, commits: 0, background: 1 });
  t.after(async () => {
    await db.close();
    await database.drop();
    await stopOwnCluster();
  });
  const writes: readonly ((sql: ReadSql) => Promise<unknown>)[] = [
    (sql) => sql`insert into realm_domain (realm_id, domain, allow_subdomains) values (1, 'read.example', false)`,
    (sql) => sql`update realm set name = 'Read'`,
    (sql) => sql`delete from mail`,
    (sql) => sql`select id from realm for update`,
    (sql) => sql.unsafe("create table read ()"),
  ];
  for (const write of writes) {
    await assert.rejects(write(db.reads), { code: "25006" });
    await assert.rejects(
      db.reads.begin((tx) => write(tx)),
      { code: "25006" },
    );
  }
  const read = await db.reads<{ id: number }[]>`select id from realm`;
  assert.deepEqual(
    read.map(({ id }) => id),
    [1],
  );
  for (const pool of [db.background, db.writes]) {
    assert.equal((await pool<{ id: number }[]>`update realm set name = name returning id`).length, 1);
  }
});

test("the pools together hold as many connections as allowed, and each holds at least one", () => {
  assert.equal(poolSizes(3).commits, 0);
  for (let total = 3; total <= 1000; total += 1) {
    const { reads, writes, commits, background } = poolSizes(total);
    assert.equal(reads + writes + commits + background, total);
    assert.ok(Math.min(reads, writes, background) >= 1 && reads >= Math.max(writes, background));
  }
});
