import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestRealm } from "../../../test/harness/realm.ts";
import { nothing } from "../log/event-kinds.ts";
import { createDatabase } from "../../../test/harness/database.ts";
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
