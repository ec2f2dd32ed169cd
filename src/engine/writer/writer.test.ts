import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestRealm } from "../../../test/harness/realm.ts";
import { nothing } from "../log/event-kinds.ts";
import { setTimeout } from "node:timers/promises";
import { createDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import type { RowStore } from "../db/batch-insert.ts";

/** Rows that look valid until they are stored. */
const POISON = "insert into installation (name, value) select 'poison', (1 / (random() * 0)::int)::text";
const poison: RowStore<number> = { insertion: () => POISON, insertionOfSeveral: () => POISON };

test("an action whose rows cannot be stored fails alone, and the rest of its group is committed", async () => {
  const database = await createDatabase();
  const { realm, db } = await openTestRealm(database);
  const good = () => realm.writeAsServer((tx) => tx.emit(nothing, {}, { to: "users", ids: [] }));
  const bad = () =>
    realm.writeAsServer((tx) => {
      tx.store(poison, 0);
      tx.emit(nothing, {}, { to: "users", ids: [] });
    });
  const before = realm.model.position;
  const outcomes = await Promise.allSettled([good(), bad(), good(), bad(), good()]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"],
  );
  assert.equal(realm.model.position, before + 3);
  await realm.drain();
  await db.close();
  await database.drop();
});

test("actions that arrive while the head row is waited for share the commit", async () => {
  const database = await createDatabase();
  const { realm, db } = await openTestRealm(database);
  const before = realm.model.position;
  const write = () =>
    realm.writeAsServer(async (tx) => {
      await tx.sql`select 1`;
      tx.emit(nothing, {}, { to: "users", ids: [] });
    });
  const holder = await database.sql.reserve();
  await holder`begin`;
  await holder`select from realm_head where realm_id = ${realm.id} for update`;
  const first = write();
  await untilBlocked(database);
  const others = [write(), write()];
  await holder`rollback`;
  holder.release();
  await Promise.all([first, ...others]);
  const commits = await database.sql`
    select distinct xmin::text from event_log where realm_id = ${realm.id} and position > ${before}`;
  assert.equal(commits.length, 1);
  await realm.drain();
  await db.close();
  await database.drop();
});

async function untilBlocked(database: TestDatabase): Promise<void> {
  for (;;) {
    const waiting = await database.sql`
      select 1 as one from pg_stat_activity
      where datname = current_database() and application_name = 'parley writes' and wait_event_type = 'Lock'`;
    if (waiting.length > 0) return;
    await setTimeout(10);
  }
}
