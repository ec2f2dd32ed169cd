import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "../../../../test/harness/database.ts";
import { startTestServer } from "../../../../test/harness/server.ts";

const CROWD = 10_000;
const FIRST = 100_000;

test("an administrator subscribes and unsubscribes a crowd by one request each, with one row a subscription and few log entries", async () => {
  const database = await createDatabase();
  const { sql } = database;
  await sql`
    insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
    select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, 400, now(), 3
    from generate_series(0, ${CROWD}::int - 1) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
  const { cast } = await startTestServer({ database });
  const { iago, hamlet } = cast;
  const counts = async () => {
    const [row] = await sql<{ position: number; rows: number; subscribed: number }[]>`
      select (select position from realm_head) as position, count(*)::int as rows,
             count(*) filter (where upper_inf(received))::int as subscribed
      from subscription`;
    assert.ok(row);
    return row;
  };
  const principals = Array.from({ length: CROWD }, (_, n) => FIRST + n);
  const queue = await hamlet.register();
  const before = await counts();

  const names = ["crowd", "throng"];
  const answer = await iago.call("POST /users/me/subscriptions", {
    subscriptions: names.map((name) => ({ name })),
    principals,
  });
  assert.equal(Object.keys(answer.subscribed).length, CROWD);
  assert.equal(answer.new_subscription_messages_sent, false);
  const during = await counts();
  assert.equal(during.rows - before.rows, 2 * CROWD);
  assert.ok(during.position - before.position <= 10, `${during.position - before.position} entries`);

  const partly = await hamlet.register({ include_subscribers: "partial", fetch_event_types: ["subscription"] });
  const lists = ["subscriptions", "never_subscribed"].flatMap((name) => partly[name] as { name: string }[]);
  const crowd = lists.find(({ name }) => name === "crowd");
  assert.ok(crowd !== undefined && "partial_subscribers" in crowd && !("subscribers" in crowd));
  assert.ok("subscribers" in (lists.find(({ name }) => name === "general") ?? {}));

  const left = await iago.call("DELETE /users/me/subscriptions", { subscriptions: names, principals });
  assert.equal(left.removed.length, 2 * CROWD);
  const after = await counts();
  assert.equal(after.rows, during.rows, "the rows stay, with everybody's settings");
  assert.equal(after.subscribed, before.subscribed);
  assert.ok(after.position - during.position <= 10, `${after.position - during.position} entries`);

  const peers = (await hamlet.drain(queue)).filter(({ op }) => op === "peer_add" || op === "peer_remove");
  assert.deepEqual(
    peers.map(({ op, user_ids }) => [op, (user_ids as number[]).length]),
    ["peer_add", "peer_add", "peer_remove", "peer_remove"].map((op) => [op, CROWD]),
  );
});

test("an administrator subscribes a crowd with limited guests in parts, because one request has a limit of pairs", async () => {
  const database = await createDatabase();
  const { sql } = database;
  const PEOPLE = 2000;
  await sql`
    insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
    select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, case when n % 2 = 0 then 400 else 600 end, now(), 3
    from generate_series(0, ${PEOPLE}::int - 1) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
  await sql`
    update realm set settings = settings || jsonb_build_object('can_access_all_users_group',
      (select id from user_group where name = 'role:members'))`;
  const { cast } = await startTestServer({ database });
  const { iago } = cast;
  const all = Array.from({ length: PEOPLE }, (_, n) => FIRST + n);
  const join = (principals: number[]) => ({ subscriptions: [{ name: "crowd" }], principals });
  const refusal = await iago.refused("POST /users/me/subscriptions", join(all));
  assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
  await iago.refused("GET /get_stream_id", { stream: "crowd" });
  const introductions = async () => {
    const [row] = await sql<{ count: number }[]>`select count(*) from event_log where event ->> 'type' = 'realm_user'`;
    return row?.count ?? 0;
  };
  const before = await introductions();
  await iago.call("POST /users/me/subscriptions", join(all.slice(0, 100)));
  assert.equal((await introductions()) - before, 100, "one for each person, not for each pair");
});
