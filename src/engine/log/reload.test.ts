import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Sql } from "#engine/db/database.ts";
import { loadModel } from "#engine/model/load.ts";
import { REALM_ID } from "../../../test/harness/cast.ts";
import { createDatabase } from "../../../test/harness/database.ts";
import { comparableModel } from "../../../test/harness/model.ts";
import { untilParked } from "../../../test/harness/parked.ts";
import { raw } from "../../../test/harness/raw.ts";
import { openTestRealm } from "../../../test/harness/realm.ts";
import { startTestServer } from "../../../test/harness/server.ts";
import { until } from "../../../test/harness/until.ts";
import { nothing } from "./event-kinds.ts";

/** A change of a user who does not exist, which no model can apply. */
const IMPOSSIBLE = { kind: "user_changed", id: 424_242, set: { fullName: "Nobody" } } as const;
/** A change that only a newer version knows, which serves the same database during an upgrade. */
const OF_A_NEWER_VERSION = { kind: "changed_by_a_newer_version" };

/** Appends a change that cannot be applied, and renames a user without a log entry. */
async function corrupt(sql: Sql, userId: number, name: string, change: object = IMPOSSIBLE): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update account set full_name = ${name} where realm_id = ${REALM_ID} and id = ${userId}`;
    await tx`
      with head as (update realm_head set position = position + 1 where realm_id = ${REALM_ID} returning position)
      insert into event_log (realm_id, position, change)
      select ${REALM_ID}, position, ${JSON.stringify(change)}::text::json from head`;
  });
}

/** Takes back the newest entries and renames a user, as after a failover to a standby that was behind. */
async function loseEntries(sql: Sql, entries: number, userId: number, name: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update account set full_name = ${name} where realm_id = ${REALM_ID} and id = ${userId}`;
    await tx`
      with head as (update realm_head set position = position - ${entries} where realm_id = ${REALM_ID} returning position)
      delete from event_log where realm_id = ${REALM_ID} and position > (select position from head)`;
  });
}

suite("a model that cannot follow the log", () => {
  test("is loaded again, whichever process wrote the entry, and equals that of a new process", async () => {
    const database = await createDatabase();
    const { realm, db } = await openTestRealm(database);
    const isFresh = async () =>
      assert.deepEqual(comparableModel(realm.model), comparableModel(await loadModel(db.reads, REALM_ID, "localhost")));
    const [user] = realm.model.users.values();
    const userId = user?.id as number;

    await corrupt(database.sql, userId, "Renamed by another process");
    await realm.writeAsServer((tx) => {
      // The action decides by the reloaded model.
      assert.equal(tx.model.users.get(userId)?.fullName, "Renamed by another process");
      tx.emit(nothing, {}, { to: "users", ids: [] });
    });
    await isFresh();

    await corrupt(database.sql, userId, "Renamed by a newer version", OF_A_NEWER_VERSION);
    await realm.tail.catchUp();
    assert.equal(realm.model.users.get(userId)?.fullName, "Renamed by a newer version");
    await isFresh();

    const position = await realm.writeAsServer(async (tx) => {
      await tx.sql`update account set full_name = 'Renamed here' where id = ${userId}`;
      tx.change(IMPOSSIBLE);
      return tx.model.position;
    });
    assert.ok(realm.model.position > position);
    assert.equal(realm.model.users.get(userId)?.fullName, "Renamed here");
    await isFresh();

    // Entries that the log no longer holds cannot be followed either.
    await database.sql`update realm_head set position = position + 5 where realm_id = ${REALM_ID}`;
    await realm.tail.catchUp();
    await isFresh();

    const ahead = realm.model.position;
    await loseEntries(database.sql, 2, userId, "Renamed at a standby");
    await realm.writeAsServer((tx) => {
      assert.equal(tx.model.position, ahead - 2);
      assert.equal(tx.model.users.get(userId)?.fullName, "Renamed at a standby");
      tx.emit(nothing, {}, { to: "users", ids: [] });
    });
    assert.equal(realm.model.position, ahead - 1);
    await isFresh();
    await realm.writeAsServer((tx) => tx.emit(nothing, {}, { to: "users", ids: [] }));
    await realm.drain();
    await db.close();
    await database.drop();
  });

  test("serves no request until it has been loaded, and polls continue from where they were", async () => {
    const server = await startTestServer();
    const { sql } = server.database;
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message"] });
    const message = (content: string) => ({ type: "channel", to: "general", topic: "t", content }) as const;
    await hamlet.call("POST /messages", message("before"));
    assert.equal((await othello.drain(queue)).length, 1);
    const poll = () => othello.call("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    const parked = poll();
    await untilParked(server.url, 1);

    // Makes loading fail, too.
    await sql`alter table muted_user rename to muted_user_elsewhere`;
    await corrupt(sql, hamlet.id, "Hamlet the Dane");
    const self = () => raw(`${server.url}/api/v1/users/me`, { as: hamlet });
    const refusal = await until(self, ({ status }) => status !== 200);
    assert.deepEqual([refusal.status, refusal.json["code"]], [503, "SERVICE_UNAVAILABLE"]);
    assert.equal((await hamlet.refused("POST /messages", message("refused"))).code, "SERVICE_UNAVAILABLE");
    const health = await raw(`${server.url}/health`);
    assert.equal(health.status, 503);
    assert.match(health.text, /Organization 1/);

    await sql`alter table muted_user_elsewhere rename to muted_user`;
    const response = await until(self, ({ status }) => status === 200);
    assert.equal(response.json["full_name"], "Hamlet the Dane");
    await hamlet.call("POST /messages", message("after"));
    const { events } = await parked;
    const further = events.length > 0 ? events : (await poll()).events;
    assert.partialDeepStrictEqual(further, [{ type: "message", message: { content: "after" } }]);
    await until(
      () => raw(`${server.url}/health`),
      ({ status }) => status === 200,
    );
  });

  test("is loaded again when the database has lost entries, and a client that has read them must register", async () => {
    const server = await startTestServer();
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message"] });
    const message = { type: "channel", to: "general", topic: "t", content: "lost" } as const;
    await hamlet.call("POST /messages", message);
    await hamlet.call("POST /messages", message);
    assert.equal((await othello.drain(queue)).length, 2);
    await loseEntries(server.database.sql, 2, hamlet.id, "Hamlet of the standby");
    await until(
      () => raw(`${server.url}/api/v1/users/me`, { as: hamlet }),
      ({ json }) => json["full_name"] === "Hamlet of the standby",
    );
    const { queue_id, last_event_id } = queue;
    const refusal = await othello.refused("GET /events", { queue_id, last_event_id });
    assert.equal(refusal.code, "BAD_EVENT_QUEUE_ID");
  });
});
