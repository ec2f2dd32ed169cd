import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test, type TestContext } from "node:test";
import { openTestRealm } from "../../../test/harness/realm.ts";
import { nothing } from "#engine/log/event-kinds.ts";
import { setTimeout } from "node:timers/promises";
import { createDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import { rowStore, type RowStore } from "#engine/db/batch-insert.ts";
import { addValue, type Parameters } from "#engine/db/client/values/parameters.ts";
import type { Database, WriterConnection } from "#engine/db/database.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Tx } from "./tx.ts";
import { badRequest } from "#platform/errors.ts";

async function openFor(t: TestContext): Promise<{ database: TestDatabase; realm: RealmRuntime }> {
  const database = await createDatabase();
  const { realm, db } = await openTestRealm(database);
  t.after(async () => {
    await realm.drain();
    await db.close();
    await database.drop();
  });
  return { database, realm };
}

/** The users that the entries after a position are for, in the order of the entries. */
async function loggedAfter(database: TestDatabase, realmId: number, position: number): Promise<number[]> {
  const rows = await database.sql<{ ids: number[] }[]>`
    select audience -> 'ids' as ids from event_log
    where realm_id = ${realmId} and position > ${position} order by position`;
  return rows.flatMap(({ ids }) => ids);
}

/** Rows that look valid until they are stored. */
const poisonous = (parameters: Parameters) => {
  addValue(parameters, "text", "poison");
  return `insert into installation (name, value) select $${parameters.count}::text, (1 / (random() * 0)::int)::text`;
};
const poison: RowStore<number> = { insertion: poisonous, insertionOfSeveral: poisonous };
/** Rows that cannot even be sent, such as those with a number that is too large for its column. */
const unencodable = rowStore<number>("installation", { value: ["int2", () => 2 ** 20] });
const BAD_ROWS = { poison, unencodable };

for (const [kind, badRows] of Object.entries(BAD_ROWS)) {
  test(`an action whose rows cannot be stored fails alone, and the rest of its group is committed: ${kind}`, async (t) => {
    const { realm } = await openFor(t);
    const good = () => realm.writeAsServer((tx) => tx.emit(nothing, {}, { to: "users", ids: [] }));
    const bad = () =>
      realm.writeAsServer((tx) => {
        tx.store(badRows, 0);
        tx.emit(nothing, {}, { to: "users", ids: [] });
      });
    const before = realm.model.position;
    for (let turn = 1; turn <= 2; turn += 1) {
      const outcomes = await Promise.allSettled([good(), bad(), good(), bad(), good()]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"],
      );
      assert.equal(realm.model.position, before + 3 * turn);
    }
  });

  test(`rows that cannot be stored fail alone also where actions around them have savepoints: ${kind}`, async (t) => {
    const { database, realm } = await openFor(t);
    const before = realm.model.position;
    const emit = (tx: Tx, number: number) => tx.emit(nothing, {}, { to: "users", ids: [number] });
    const locked = (number: number) =>
      realm.writeAsServer(async (tx) => {
        await tx.sql`select 1`;
        emit(tx, number);
      });
    const bad = (number: number) =>
      realm.writeAsServer((tx) => {
        tx.store(badRows, 0);
        emit(tx, number);
      });
    const outcomes = await Promise.allSettled([locked(1), bad(2), locked(3)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.deepEqual(await loggedAfter(database, realm.id, before), [1, 3]);
  });
}

test("a group of refusals alone leaves the head as it is", async (t) => {
  const { database, realm } = await openFor(t);
  const head = () =>
    database.sql<{ position: number }[]>`select xmin::text, * from realm_head where realm_id = ${realm.id}`.then(
      ([row]) => row ?? assert.fail("there is no head"),
    );
  const emit = (tx: Tx) => tx.emit(nothing, {}, { to: "users", ids: [] });
  await realm.writeAsServer(emit);
  const before = await head();
  const refused = realm.writeAsServer(async (tx) => {
    await tx.sql`select 1`;
    emit(tx);
    throw badRequest("refused late");
  });
  await assert.rejects(refused, /refused late/);
  assert.deepEqual(await head(), before);
  await realm.writeAsServer(emit);
  assert.equal(realm.model.position, before.position + 1);
});

test("actions that arrive while the head row is waited for share the commit", async (t) => {
  const { database, realm } = await openFor(t);
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
});

suite("a group that follows the one in flight", () => {
  let database: TestDatabase;
  let db: Database;
  let realm: RealmRuntime;
  let holder: WriterConnection;
  let before: number;
  /** The numbers of the actions, in the order in which they were decided. */
  const decided: number[] = [];
  const FOLLOWERS = Array.from({ length: 20 }, (_, index) => index + 1);

  const open = async (env: Readonly<Record<string, string>> = {}) => {
    database = await createDatabase();
    ({ realm, db } = await openTestRealm(database, env));
    // The first write is decided under the lock, and the next ones can be optimistic.
    await write(0);
    decided.length = 0;
    before = realm.model.position;
    holder = await database.sql.reserve();
    await holder`begin`;
    await holder`select from realm_head where realm_id = ${realm.id} for update`;
  };
  const close = async () => {
    await realm.drain();
    await db.close();
    await database.drop();
  };
  beforeEach(() => open());
  afterEach(close);

  const write = (number: number, also: (tx: Tx) => unknown = () => {}) =>
    realm.writeAsServer(async (tx) => {
      decided.push(number);
      await also(tx);
      tx.emit(nothing, {}, { to: "users", ids: [number] });
      return number;
    });
  const release = async (statement: "rollback" | "commit") => {
    await holder.unsafe(statement);
    holder.release();
  };
  const untilDecided = (count: number) =>
    until(
      () => decided.length,
      (length) => length === count,
      10,
    );
  /** The numbers of the actions in the log. */
  const logged = () => loggedAfter(database, realm.id, before);

  test("is decided while the other one is being stored, and both are committed in order", async () => {
    const first = write(0);
    await untilBlocked(database);
    const followers = FOLLOWERS.map((number) => write(number));
    await untilDecided(21);
    await release("rollback");
    assert.deepEqual(await Promise.all([first, ...followers]), [0, ...FOLLOWERS]);
    assert.deepEqual(await logged(), [0, ...FOLLOWERS]);
    assert.equal(realm.model.position, before + 21);
  });

  test("waits for the other one where the operator has turned groups in flight off", async () => {
    await release("rollback");
    await close();
    await open({ PARLEY_GROUPS_IN_FLIGHT: "1" });
    const first = write(0);
    await untilBlocked(database);
    const followers = FOLLOWERS.map((number) => write(number));
    await setTimeout(80);
    assert.deepEqual(decided, [0]);
    await release("rollback");
    assert.deepEqual(await Promise.all([first, ...followers]), [0, ...FOLLOWERS]);
    assert.deepEqual(await logged(), [0, ...FOLLOWERS]);
  });

  test("is decided once also where the other one takes long", async () => {
    const first = write(0);
    await untilBlocked(database);
    await setTimeout(80);
    const followers = FOLLOWERS.map((number) => write(number));
    await untilDecided(21);
    await release("rollback");
    await Promise.all([first, ...followers]);
    assert.deepEqual(decided, [0, ...FOLLOWERS]);
    assert.deepEqual(await logged(), [0, ...FOLLOWERS]);
  });

  test("is decided again with the other one, and in order, when another process has written", async () => {
    const first = write(0);
    await untilBlocked(database);
    const followers = FOLLOWERS.map((number) => write(number));
    await untilDecided(21);
    await holder`
      insert into event_log (realm_id, position, event, audience)
      select realm_id, position + 1, event, '{"to":"users","ids":[99]}'::json from event_log
      where realm_id = ${realm.id} and position = ${before}`;
    await holder`update realm_head set position = position + 1 where realm_id = ${realm.id}`;
    await release("commit");
    assert.deepEqual(await Promise.all([first, ...followers]), [0, ...FOLLOWERS]);
    assert.deepEqual(decided, [0, ...FOLLOWERS, 0, ...FOLLOWERS]);
    assert.deepEqual(await logged(), [99, 0, ...FOLLOWERS]);
  });

  test("is stored when the database refuses the other one", async () => {
    const first = assert.rejects(
      write(0, (tx) => tx.store(poison, 0)),
      /division by zero/,
    );
    await untilBlocked(database);
    const followers = FOLLOWERS.map((number) => write(number));
    await untilDecided(21);
    await release("rollback");
    await first;
    assert.deepEqual(await Promise.all(followers), FOLLOWERS);
    assert.deepEqual(await logged(), FOLLOWERS);
  });

  test("waits for the other one where it needs the connection, and sees its entries", async () => {
    const first = write(0);
    await untilBlocked(database);
    const seen: unknown[] = [];
    const followers = FOLLOWERS.map((number) =>
      write(number, async (tx) => {
        seen.push(tx.since(before)?.map(({ audience }) => audience));
        if (number === 2) await tx.sql`select 1`;
      }),
    );
    await untilDecided(3);
    await release("rollback");
    await Promise.all([first, ...followers]);
    assert.deepEqual(await logged(), [0, ...FOLLOWERS]);
    const to = (...numbers: number[]) => numbers.map((number) => ({ to: "users", ids: [number] }));
    // Twice before the first one is stored, and again after that.
    assert.deepEqual(seen.slice(0, 2), [to(0), to(0, 1)]);
    assert.deepEqual(seen.slice(-20)[19], to(0, ...FOLLOWERS.slice(0, -1)));
  });

  test("does not change the model before the other one is stored", async () => {
    const first = write(0);
    await untilBlocked(database);
    const positions: number[] = [];
    const followers = FOLLOWERS.map((number) =>
      write(number, (tx) => {
        if (number > 1) return;
        positions.push(tx.model.position);
        tx.change({ kind: "realm_changed", set: { name: "Helsingor" } });
      }),
    );
    await untilDecided(2);
    await release("rollback");
    await Promise.all([first, ...followers]);
    assert.deepEqual(positions, [before, before + 1]);
    assert.equal(realm.model.realm.name, "Helsingor");
  });
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
