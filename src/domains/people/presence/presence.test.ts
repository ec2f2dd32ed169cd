import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { TestEvent } from "../../../../test/harness/checked-client.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { listen } from "../../../../test/harness/listen.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

interface Modern {
  readonly active_timestamp: number;
  readonly idle_timestamp: number;
}

suite("presence", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const report = (who: CastMember, args: object = {}) =>
    who.call("POST /users/me/presence", { status: "active", ...args });
  /** Moves a user's stored sightings into the past. */
  const age = async (who: CastMember, seconds: number) => {
    const shown = async () => {
      const { presences } = await server.cast.iago.call("GET /realm/presence");
      return presences[`user${who.id}@localhost`]?.aggregated?.timestamp;
    };
    const before = await shown();
    await server.database.sql`
      with head as (
        update presence_head set last_update_id = last_update_id + 1 returning last_update_id
      )
      update presence set active_at = active_at - make_interval(secs => ${seconds}),
        connected_at = connected_at - make_interval(secs => ${seconds}), update_id = last_update_id
      from head where user_id = ${who.id}`;
    // A process reads what others have stored only once a second.
    await until(shown, (timestamp) => timestamp !== before);
  };

  test("a user who reports appears to everybody, in the old form and in the new", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const before = Date.now() / 1000;
    const own = await report(hamlet);
    const key = `user${hamlet.id}@localhost`;
    assert.deepEqual(Object.keys(own.presences ?? {}), [key]);
    const time = own.server_timestamp ?? 0;
    assert.ok(time > before - 1 && time < Date.now() / 1000 + 1);
    const legacy = own.presences?.[key];
    assert.deepEqual(legacy?.website, { ...legacy?.aggregated, pushable: false });
    assert.partialDeepStrictEqual(legacy?.aggregated, { client: "website", status: "active" });

    await report(othello, { status: "idle" });
    const slim = await report(cordelia, { slim_presence: true });
    const { presences = {}, presence_last_update_id: last } = slim;
    assert.deepEqual(Object.keys(presences).sort(), [hamlet.id, othello.id, cordelia.id].map(String).sort());
    const idle = presences[othello.id] as Modern;
    assert.ok(idle.idle_timestamp - idle.active_timestamp >= 0);
    assert.ok((presences[hamlet.id] as Modern).active_timestamp >= Math.floor(before) - 1);
    const nothing = await report(cordelia, { last_update_id: last });
    assert.deepEqual([nothing.presences, nothing.presence_last_update_id], [{}, last]);
    assert.deepEqual(await report(cordelia, { ping_only: true, last_update_id: 1 }).then(Object.keys), [
      "result",
      "msg",
      "presence_last_update_id",
    ]);
    assert.equal((await report(cordelia, { ping_only: true })).presence_last_update_id, -1);
    assert.deepEqual((await report(cordelia, { history_limit_days: 0 })).presences, {});
    const all = await report(cordelia, { last_update_id: -1 });
    assert.equal(Object.keys(all.presences ?? {}).length, 3);
  });

  test("a client that continues from an update gets each changed user once, as they are now, and no deactivated ones", async () => {
    const { hamlet, othello, cordelia, iago, shiva } = server.cast;
    await report(hamlet);
    const { presence_last_update_id: last } = await report(hamlet, { slim_presence: true });
    await age(othello, 100);
    await age(othello, 100);
    await report(shiva);
    const first = await report(hamlet, { last_update_id: last - 1 });
    assert.equal(Object.keys(first.presences ?? {}).filter((id) => id === String(othello.id)).length, 1);
    assert.ok(String(shiva.id) in (first.presences ?? {}));
    await iago.call("DELETE /users/{user_id}", { user_id: shiva.id });
    const { presences = {}, presence_last_update_id: next } = await report(cordelia, { last_update_id: last - 1 });
    assert.ok(!(String(shiva.id) in presences));
    const full = await report(cordelia, { slim_presence: true });
    for (const [id, presence] of Object.entries(presences)) assert.deepEqual(full.presences?.[id], presence);
    assert.deepEqual((await report(cordelia, { last_update_id: next })).presences, {});
    await iago.call("POST /users/{user_id}/reactivate", { user_id: shiva.id });
  });

  test("a client's first report leaves out those who were away for longer than it asks for, wherever they stand", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    for (const who of [hamlet, othello]) await report(who);
    await age(othello, 20 * 86_400);
    await report(cordelia);
    const idsOf = async (options: object) =>
      Object.keys((await report(hamlet, { slim_presence: true, ...options })).presences ?? {});
    const [recent, all] = [await idsOf({}), await idsOf({ history_limit_days: 30 })];
    for (const { id } of [hamlet, cordelia]) assert.ok(recent.includes(String(id)) && all.includes(String(id)));
    assert.deepEqual([recent.includes(String(othello.id)), all.includes(String(othello.id))], [false, true]);
    await report(othello);
  });

  test("a client gets the same answer with gzip and without", async () => {
    const { hamlet, othello } = server.cast;
    await report(othello);
    const ask = (encoding: string) =>
      raw(`${server.url}/api/v1/users/me/presence`, {
        method: "POST",
        body: new URLSearchParams({ status: "active", last_update_id: "1" }),
        headers: { "accept-encoding": encoding },
        as: hamlet,
      });
    // Segments that are sent again are sent in compressed form.
    const responses = [await ask("identity"), await ask("gzip"), await ask("gzip"), await ask("gzip")];
    assert.deepEqual(
      responses.map(({ headers }) => headers.get("content-encoding")),
      [null, "gzip", "gzip", "gzip"],
    );
    const [plain, ...packed] = responses.map(({ json }) => json["presences"] as object);
    for (const presences of packed) assert.deepEqual(presences, plain);
    assert.ok(String(othello.id) in (plain as object));
  });

  test("a client gets the same presences from register and from the other reads", async () => {
    const { hamlet, iago } = server.cast;
    await report(hamlet);
    const state = await iago.register({ event_types: ["presence"], slim_presence: true });
    assert.ok(String(hamlet.id) in (state["presences"] as object));
    assert.ok((state["presence_last_update_id"] as number) > 0);
    const none = await iago.register({ event_types: ["presence"], presence_history_limit_days: 0 });
    assert.deepEqual([none["presences"], none["presence_last_update_id"]], [{}, -1]);
    const { presences } = await iago.call("GET /realm/presence");
    assert.equal(presences[`user${hamlet.id}@localhost`]?.website?.status, "active");
    for (const user_id_or_email of [String(hamlet.id), `user${hamlet.id}@localhost`, hamlet.email]) {
      const { presence } = await iago.call("GET /users/{user_id_or_email}/presence", { user_id_or_email });
      assert.equal(presence.aggregated?.status, "active");
      assert.deepEqual(Object.keys(presence.website ?? {}), ["status", "timestamp"]);
    }
    await age(hamlet, 201);
    const { presence } = await iago.call("GET /users/{user_id_or_email}/presence", {
      user_id_or_email: String(hamlet.id),
    });
    assert.deepEqual([presence.aggregated?.status, presence.website?.status], ["offline", "active"]);
    await age(hamlet, 14 * 86_400);
    const late = await iago.call("GET /realm/presence");
    assert.equal(late.presences[`user${hamlet.id}@localhost`], undefined);
  });

  test("a client is refused the presence of bots, deactivated users, users never seen and invalid names", async () => {
    const { hamlet, iago, shiva } = server.cast;
    const bot = await hamlet.call("POST /bots", { full_name: "Robot", short_name: "robot" });
    const robot = server.as("robot-bot@localhost", bot.api_key);
    await report(shiva);
    await iago.call("DELETE /users/{user_id}", { user_id: shiva.id });
    const refusals = [
      await robot.refused("POST /users/me/presence", { status: "active" }),
      await hamlet.refused("POST /users/me/presence", { status: "busy" } as never),
      await hamlet.refused("POST /users/me/presence", { status: "idle", last_update_id: -2 }),
    ];
    for (const id of [bot.user_id, shiva.id, iago.id, 999_999, "nobody@elsinore.example"]) {
      refusals.push(await hamlet.refused("GET /users/{user_id_or_email}/presence", { user_id_or_email: String(id) }));
    }
    for (const { status, code } of refusals) assert.equal(`${status} ${code}`, "400 BAD_REQUEST");
    const { presences } = await hamlet.call("GET /realm/presence");
    assert.equal(presences[`user${shiva.id}@localhost`], undefined);
  });

  test("others get an event when a user comes online, and none for the later reports", async () => {
    const { cordelia, hamlet, desdemona } = server.cast;
    const plain = await listen(cordelia, { event_types: ["presence"] });
    const slim = await listen(hamlet, { event_types: ["presence"], slim_presence: true });
    await report(desdemona, { status: "idle" });
    const [event, ...others] = await plain.received();
    assert.partialDeepStrictEqual(event, {
      type: "presence",
      user_id: desdemona.id,
      email: `user${desdemona.id}@localhost`,
      presence: { website: { client: "website", status: "idle", pushable: false } },
    });
    assert.deepEqual(others, []);
    const [slimmer] = await slim.received();
    assert.deepEqual([slimmer?.["user_id"], slimmer?.["email"]], [desdemona.id, undefined]);
    await report(desdemona, { status: "idle" });
    assert.deepEqual(await plain.received(), []);
    await report(desdemona);
    assert.equal((await plain.received()).length, 1, "active for the first time");
    await age(desdemona, 100);
    await report(desdemona);
    assert.deepEqual(await plain.received(), [], "still shown as active");
    await age(desdemona, 140);
    await report(desdemona);
    assert.equal((await plain.received()).length, 1);
  });

  test("a user who becomes invisible is offline at once, cannot report, and is online again at once", async () => {
    const { othello, hamlet } = server.cast;
    await report(othello);
    const listener = await listen(hamlet, { event_types: ["presence"] });
    const of = async () =>
      (await report(hamlet, { last_update_id: -1 })).presences?.[othello.id] as Modern & { idle_timestamp: number };
    const seen = await of();
    await listener.received();
    await othello.call("PATCH /settings", { presence_enabled: false });
    const [gone] = (await listener.received()) as unknown as { presence: { website: { timestamp: number } } }[];
    assert.ok(seen.idle_timestamp - (gone?.presence.website.timestamp ?? 0) > 200);
    assert.ok(seen.idle_timestamp - (await of()).idle_timestamp > 200);
    const response = await report(othello, { last_update_id: -1 });
    assert.ok(String(hamlet.id) in (response.presences ?? {}), "and still sees others");
    assert.deepEqual(await listener.received(), []);
    assert.ok(seen.idle_timestamp - (await of()).idle_timestamp > 200);
    await othello.call("PATCH /settings", { presence_enabled: true });
    assert.equal((await listener.received()).length, 1);
    assert.ok((await of()).active_timestamp >= seen.active_timestamp);
  });

  test("CVE-2023-43796: a guest gets no presence of users whom they may not see, in answers and in events", async () => {
    const database = await createDatabase();
    await database.sql`
      update realm set settings = settings || jsonb_build_object('can_access_all_users_group',
        (select id from user_group where name = 'role:members'))`;
    const limited = await startTestServer({ database });
    const { polonius, hamlet } = limited.cast;
    const listener = await listen(polonius, { event_types: ["presence"] });
    await report(hamlet);
    const { presences } = await report(polonius, { last_update_id: -1 });
    assert.deepEqual(Object.keys(presences ?? {}), [String(polonius.id)]);
    assert.deepEqual(Object.keys((await polonius.call("GET /realm/presence")).presences), [
      `user${polonius.id}@localhost`,
    ]);
    assert.deepEqual(
      (await listener.received()).map(({ user_id: id }) => id),
      [polonius.id],
    );
    const read = (id: number) =>
      polonius.refused("GET /users/{user_id_or_email}/presence", { user_id_or_email: String(id) });
    assert.deepEqual((await read(hamlet.id)).body, (await read(2_000_000_000)).body);
  });

  test("users of two processes see the same presences, and parked polls of each get the events of the other", async () => {
    const first = await startTestServer({ isSeparate: true });
    const second = await startTestServer({ database: first.database, isSeparate: true });
    const near = await listen(first.cast.iago, { event_types: ["presence"] });
    const far = await listen(second.cast.othello, { event_types: ["presence"] });
    const idsOf = (events: readonly TestEvent[]) => events.map(({ user_id: id }) => id);
    const { presence_last_update_id: last } = await report(second.cast.cordelia, { last_update_id: -1 });
    assert.deepEqual(idsOf(await near.next()), [second.cast.cordelia.id]);
    assert.deepEqual(idsOf(await far.received()), [second.cast.cordelia.id]);
    await report(first.cast.hamlet);
    assert.deepEqual(idsOf(await far.next()), [first.cast.hamlet.id]);
    const news = await until(
      () => report(second.cast.cordelia, { last_update_id: last }),
      (response) => response.presence_last_update_id > last,
    );
    assert.deepEqual(Object.keys(news.presences ?? {}), [String(first.cast.hamlet.id)]);
  });

  test("many users who report at once cause a few statements, and no report is lost", async () => {
    const many = await startTestServer();
    const { hamlet, iago } = many.cast;
    const everybody = Object.values(many.cast);
    await Promise.all(everybody.flatMap((who) => Array.from({ length: 20 }, () => report(who, { ping_only: true }))));
    const { presences } = await report(hamlet, { last_update_id: -1 });
    assert.equal(Object.keys(presences ?? {}).length, everybody.length);
    const [head] = await many.database.sql<{ last: number }[]>`select last_update_id::int as last from presence_head`;
    assert.ok((head?.last ?? 0) <= everybody.length, "a report that changes nothing is not stored");
    assert.ok((await iago.call("GET /realm/presence")).server_timestamp > 0);
  });
});
