import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createDatabase } from "../../../../test/harness/database.ts";
import { checkedClient, type TestQueue } from "../../../../test/harness/checked-client.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

const CROWD = 10_000;
const FIRST = 100_000;

test("one request creates at most 100 channels, because others wait meanwhile", async () => {
  const { cast } = await startTestServer();
  const { iago, othello } = cast;
  const named = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `one of many ${first + n}` }));
  const subscribe = (who: CastMember, subscriptions: { name: string }[]) =>
    who.call("POST /users/me/subscriptions", { subscriptions });
  const refusal = await iago.refused("POST /users/me/subscriptions", { subscriptions: named(0, 101) });
  assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
  assert.equal((await iago.call("GET /streams")).streams.filter(({ name }) => name.startsWith("one of")).length, 0);
  await subscribe(iago, named(0, 100));
  const { subscribed } = await subscribe(othello, named(0, 100));
  assert.equal(Object.values(subscribed).flat().length, 100);
});

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
  const response = await iago.call("POST /users/me/subscriptions", {
    subscriptions: names.map((name) => ({ name })),
    principals,
  });
  assert.equal(Object.keys(response.subscribed).length, CROWD);
  assert.equal(response.new_subscription_messages_sent, false);
  const during = await counts();
  assert.equal(during.rows - before.rows, 2 * CROWD);
  assert.ok(during.position - before.position <= CROWD / 20, `${during.position - before.position} entries`);

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
  assert.ok(after.position - during.position <= CROWD / 20, `${after.position - during.position} entries`);

  const peers = (await hamlet.drain(queue)).filter(({ op }) => op === "peer_add" || op === "peer_remove");
  for (const op of ["peer_add", "peer_remove"]) {
    const moved = peers.filter((event) => event.op === op).flatMap(({ user_ids }) => user_ids as number[]);
    assert.deepEqual(
      moved.sort((a, b) => a - b),
      principals.flatMap((id) => [id, id]),
      "each of them once in each channel",
    );
  }
});

suite("a crowd that comes into a channel in several commits", () => {
  const SIZE = 4000;
  let server: TestServer;
  before(async () => {
    const database = await createDatabase();
    await database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, 400, now(), 3
      from generate_series(0, ${SIZE}::int - 1) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
    server = await startTestServer({ database });
  });
  const principals = Array.from({ length: SIZE }, (_, n) => FIRST + n);
  const join = (name: string) => ({ subscriptions: [{ name }], principals });
  const sizeOf = async (name: string) => {
    const { subscribers } = await server.cast.desdemona.call("GET /streams/{stream_id}/members", {
      stream_id: (await server.cast.desdemona.call("GET /get_stream_id", { stream: name })).stream_id,
    });
    return subscribers.length;
  };
  /** Waits until the first of them have come. */
  const untilBegun = async (client: CastMember, queue: TestQueue) => {
    while (!(await client.drain(queue)).some(({ op }) => op === "peer_add"));
  };

  test("does not keep others from writing until the last of them is in", async () => {
    const { iago, hamlet } = server.cast;
    const queue = await hamlet.register({ event_types: ["subscription"] });
    let isDone = false;
    const joined = iago.call("POST /users/me/subscriptions", join("busy")).then(() => (isDone = true));
    await untilBegun(hamlet, queue);
    await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "t", content: "meanwhile" });
    assert.equal(isDone, false);
    await joined;
    assert.equal(await sizeOf("busy"), SIZE);
  });

  test("is told who is there, also in events that are logged in a short form", async () => {
    const { iago, hamlet } = server.cast;
    const queue = await hamlet.register({ event_types: ["subscription"] });
    const gone = FIRST + 17;
    const everybody = principals.filter((id) => id !== gone);
    const subscriptions = [{ name: "told" }];
    await iago.call("POST /users/me/subscriptions", { subscriptions, principals: [...everybody, hamlet.id] });
    const added = (await hamlet.drain(queue)).find(({ op }) => op === "add") as unknown as {
      subscriptions: [{ subscribers: number[]; subscriber_count: number }];
    };
    const [{ subscribers, subscriber_count }] = added.subscriptions;
    assert.deepEqual(subscribers, [hamlet.id, ...everybody]);
    assert.equal(subscriber_count, SIZE);
    assert.equal(await sizeOf("told"), SIZE);
  });

  test("is told how far it came when the caller loses their account, and a repeat does the rest", async () => {
    const { iago, hamlet, desdemona } = server.cast;
    const queue = await hamlet.register({ event_types: ["subscription"] });
    const refused = iago.refused("POST /users/me/subscriptions", join("stopped"));
    await untilBegun(hamlet, queue);
    await desdemona.call("DELETE /users/{user_id}", { user_id: iago.id });
    const { status, code, body } = await refused;
    const done = body["users_done"] as number;
    assert.deepEqual([status, code], [401, "PARTLY_DONE"]);
    assert.ok(done > 0 && done < SIZE);
    assert.equal(await sizeOf("stopped"), done);
    const rest = await desdemona.call("POST /users/me/subscriptions", join("stopped"));
    assert.equal(Object.keys(rest.already_subscribed).length, done);
    assert.equal(Object.keys(rest.subscribed).length, SIZE - done);
    assert.equal(await sizeOf("stopped"), SIZE);
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: iago.id });
  });

  test("is stored once under an Idempotency-Key, with the answer for all of them", async () => {
    const { desdemona } = server.cast;
    const keyed = checkedClient({ ...desdemona.connection, headers: { "idempotency-key": "crowd" } });
    const first = await keyed.call("POST /users/me/subscriptions", join("keyed"));
    assert.equal(Object.keys(first.subscribed).length, SIZE);
    assert.deepEqual(await keyed.call("POST /users/me/subscriptions", join("keyed")), first);
    const made = await keyedCreate(desdemona, "made");
    assert.deepEqual(await keyedCreate(desdemona, "made"), made);
    assert.equal(await sizeOf("made"), SIZE);
  });
  const keyedCreate = (client: CastMember, name: string) =>
    checkedClient({ ...client.connection, headers: { "idempotency-key": name } }).call("POST /channels/create", {
      name,
      subscribers: principals,
    });

  test("is refused as a whole where one of them does not exist", async () => {
    const { desdemona } = server.cast;
    const wrong = { subscriptions: [{ name: "nowhere" }], principals: [...principals, FIRST + SIZE] };
    const refusal = await desdemona.refused("POST /users/me/subscriptions", wrong);
    assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
    await desdemona.refused("GET /get_stream_id", { stream: "nowhere" });
  });
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
