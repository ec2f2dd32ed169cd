import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "../../../../test/harness/database.ts";
import { untilParked } from "../../../../test/harness/parked.ts";
import { startTestServer } from "../../../../test/harness/server.ts";

const FIRST = 100_000;

/** A server with so many further members, whose addresses are for administrators. */
async function serverOf(members: number) {
  const database = await createDatabase();
  await database.sql`
    insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
    select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, 400, now(), 3
    from generate_series(1, ${members}::int) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
  const server = await startTestServer({ database });
  const entries = async () =>
    (await database.sql<{ count: number }[]>`select count(*) from event_log`)[0]?.count as number;
  const setRole = async (role: number) => {
    const before = await entries();
    await server.cast.desdemona.call("PATCH /users/{user_id}", { user_id: server.cast.hamlet.id, role });
    return (await entries()) - before;
  };
  return { server, setRole };
}

test("a new administrator of 10,000 people costs a few entries of the log, and their clients register anew", async () => {
  const { server, setRole } = await serverOf(10_000);
  const { hamlet, othello } = server.cast;
  const second = await startTestServer({ database: server.database });
  for (const [role, isSeen] of [
    [200, true],
    [400, false],
  ] as const) {
    const [early, late, other] = [await hamlet.register(), await hamlet.register(), await othello.register()];
    const waiting = hamlet.call("GET /events", { queue_id: late.queue_id, last_event_id: late.last_event_id });
    await untilParked(server.url, 1);
    const entries = await setRole(role);
    assert.ok(entries < 20, String(entries));
    await waiting;
    // A register reads up to the head of the log, so that the other process has heard of the new role.
    await second.cast.othello.register();
    for (const where of [server, second]) {
      for (const { queue_id, last_event_id } of [early, late]) {
        const refusal = await where.cast.hamlet.refused("GET /events", { queue_id, last_event_id, dont_block: true });
        assert.equal(refusal.code, "BAD_EVENT_QUEUE_ID");
      }
    }
    const told = (await othello.drain(other)).filter(({ type }) => type === "realm_user");
    assert.partialDeepStrictEqual(told, [{ op: "update", person: { user_id: hamlet.id, role } }]);
    const { realm_users: users, ...queue } = await hamlet.register();
    assert.equal(JSON.stringify(users).includes("extra10000@"), isSeen);
    assert.deepEqual(await hamlet.drain(queue), []);
  }
});

test("a new administrator of few people hears of their addresses by events", async () => {
  const { server, setRole } = await serverOf(100);
  const queue = await server.cast.hamlet.register({ event_types: ["realm_user"] });
  assert.ok((await setRole(200)) > 100);
  assert.ok((await server.cast.hamlet.drain(queue)).length > 100);
});
