import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "../../../../test/harness/database.ts";
import { untilParked } from "../../../../test/harness/parked.ts";
import { startTestServer } from "../../../../test/harness/server.ts";

const FIRST = 10_000;

/** A server with `members` additional members, and one guest for every ten of them. */
async function crowdedServer(members: number) {
  const database = await createDatabase();
  await database.sql`
    insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
    select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, case when n % 11 = 0 then 600 else 400 end, now(), 3
    from generate_series(0, ${Math.round(members * 1.1)}::int - 1) n,
         lateral (select 'extra' || n || '@elsinore.example') e (email)`;
  const server = await startTestServer({ database });
  const { realm_user_groups: groups } = await server.cast.desdemona.register({
    fetch_event_types: ["realm_user_groups"],
  });
  const idOf = (name: string) =>
    (groups as { id: number; name: string }[]).find((group) => group.name === name)?.id as number;
  const logSize = async () => {
    const [row] = await database.sql<{ entries: number; bytes: number }[]>`
      select count(*) as entries, coalesce(sum(length(event::text) + length(audience::text)), 0)::int8 as bytes
      from event_log where event is not null`;
    return row as { entries: number; bytes: number };
  };
  const limit = async (name: string) => {
    const before = await logSize();
    await server.cast.desdemona.call("PATCH /realm", { can_access_all_users_group: { new: idOf(name) } });
    const after = await logSize();
    return { entries: after.entries - before.entries, bytes: after.bytes - before.bytes };
  };
  return { server, limit };
}

test("guests of a large organization that limits them lose their queues instead of getting an event for each user", async () => {
  const { server, limit } = await crowdedServer(4000);
  const { polonius, hamlet } = server.cast;
  const second = await startTestServer({ database: server.database });
  for (const [name, isKnown] of [
    ["role:members", false],
    ["role:everyone", true],
  ] as const) {
    const [early, late, other] = [await polonius.register(), await polonius.register(), await hamlet.register()];
    const parked = polonius.call("GET /events", { queue_id: late.queue_id, last_event_id: late.last_event_id });
    await untilParked(server.url, 1);
    const cost = await limit(name);
    assert.ok(cost.entries <= 2 && cost.bytes < 10_000, JSON.stringify(cost));
    await parked;
    // A register reads up to the head of the log, so that the other process has heard of the new limit.
    await second.cast.hamlet.register({ event_types: [] });
    for (const where of [server, second]) {
      for (const { queue_id, last_event_id } of [early, late]) {
        const refusal = await where.cast.polonius.refused("GET /events", { queue_id, last_event_id, dont_block: true });
        assert.equal(refusal.code, "BAD_EVENT_QUEUE_ID");
      }
    }
    assert.ok(
      (await hamlet.drain(other)).some(({ type }) => type === "realm"),
      "the queues of others go on",
    );
    const { realm_users: users, ...queue } = await polonius.register();
    assert.equal(JSON.stringify(users).includes("Hamlet"), isKnown);
    assert.deepEqual(await polonius.drain(queue), []);
  }
  const third = await startTestServer({ database: server.database });
  assert.deepEqual(await third.cast.polonius.drain(await third.cast.polonius.register()), []);
});

test("guests of a small organization that limits them get an event for each user", async () => {
  const { server, limit } = await crowdedServer(100);
  const { polonius } = server.cast;
  const queue = await polonius.register({ event_types: ["realm_user"] });
  const { entries } = await limit("role:members");
  const lost = await polonius.drain(queue);
  assert.ok(lost.length > 100 && lost.every(({ op }) => op === "remove"));
  assert.ok(entries <= 130, String(entries));
});
