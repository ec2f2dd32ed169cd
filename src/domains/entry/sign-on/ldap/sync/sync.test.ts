import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../../../../test/harness/server.ts";
import {
  groupEntry,
  passwordOf,
  PEOPLE,
  personEntry,
  type Slapd,
  startSlapd,
  withoutSlapd,
} from "../../../../../../test/harness/slapd.ts";
import { signOnFlags } from "../../test-support.ts";
import { directoryAt, enter, fetchKey, proxyBefore, synchronizeNow } from "../test-support.ts";

const CAST = ["hamlet", "othello", "cordelia", "shiva", "polonius"] as const;
const crowd = (count: number) => Array.from({ length: count }, (_, index) => `page-${index}`);

const modify = (slapd: Slapd, uid: string, ...lines: readonly string[]) =>
  slapd.modify([`dn: uid=${uid},${PEOPLE}`, "changetype: modify", ...lines, ""].join("\n"));
const lock = (slapd: Slapd, uid: string) =>
  modify(slapd, uid, "add: pwdAccountLockedTime", "pwdAccountLockedTime: 000001010000Z");
const unlock = (slapd: Slapd, uid: string) => modify(slapd, uid, "delete: pwdAccountLockedTime");

suite("accounts that are kept in step with a directory", { skip: withoutSlapd }, () => {
  /** A server with a directory of its own, which everybody named has logged in by. */
  const start = async (uids: readonly string[], settings: object = {}, options: TestServerOptions = {}) => {
    const slapd = await startSlapd(uids.map((uid) => personEntry(uid)));
    const server = await startTestServer({ ...options, flags: signOnFlags([directoryAt(slapd, settings)]) });
    for (const uid of uids) assert.equal((await fetchKey(server, uid, passwordOf(uid))).status, 200, uid);
    return { slapd, server };
  };
  const activeOf = async ({ cast, database: { sql } }: TestServer, names: readonly string[]) => {
    const { members } = await cast.desdemona.call("GET /users");
    const active = new Set(members.filter((user) => user.is_active).map(({ user_id }) => user_id));
    const accounts = await sql<{ id: number; email: string }[]>`select id, email from account`;
    const ids = new Map(accounts.map(({ id, email }) => [email, id]));
    return names.filter((name) => active.has(ids.get(`${name}@elsinore.example`) ?? -1));
  };
  const headOf = async ({ database: { sql } }: TestServer) =>
    (await sql<{ position: number }[]>`select max(position) as position from event_log`)[0]?.position;
  const toldTo = async ({ cast }: TestServer) => {
    const { messages } = await cast.desdemona.call("GET /messages", {
      ...{ anchor: "newest", num_before: 20, num_after: 0, narrow: [{ operator: "is", operand: "dm" }] },
      apply_markdown: false,
    });
    return messages.map(({ content }) => content).filter((content) => content.startsWith("About the directory"));
  };

  test("who is gone or disabled there is deactivated, and only they are reactivated when they are back", async () => {
    const { slapd, server } = await start([...CAST]);
    const { desdemona, hamlet, othello, cordelia, iago } = server.cast;
    const { response } = await enter(server, "hamlet", passwordOf("hamlet"));
    const queue = await desdemona.register({ event_types: ["realm_user"] });
    lock(slapd, "hamlet");
    slapd.remove(`uid=othello,${PEOPLE}`);
    await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, [...CAST, "iago"]), ["shiva", "polonius", "iago"]);
    assert.equal(iago.name, "iago");
    const events = await desdemona.drain(queue);
    assert.deepEqual(
      events.flatMap(({ person }) =>
        (person as { is_active?: boolean; user_id: number }).is_active === false
          ? [(person as { user_id: number }).user_id]
          : [],
      ),
      [cordelia.id, hamlet.id, othello.id],
    );
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    assert.equal((await fetch(`${server.url}/json/users/me`, { headers: { cookie } })).status, 401);
    const { entries } = await desdemona.call("GET /audit_log", { action: "user.deactivated" });
    assert.deepEqual(
      entries.map(({ actor, target }) => [actor.kind, target.id]),
      [
        ["directory", String(othello.id)],
        ["directory", String(hamlet.id)],
        ["user", String(cordelia.id)],
      ],
    );

    unlock(slapd, "hamlet");
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, CAST), ["hamlet", "shiva", "polonius"], "Cordelia was an owner's decision");

    // What somebody decides here afterwards is theirs again.
    await desdemona.call("DELETE /users/{user_id}", { user_id: hamlet.id });
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, ["hamlet"]), []);
  });

  test("who is back there gets in at once, before the next synchronization", async () => {
    const { slapd, server } = await start(["hamlet", "othello"]);
    lock(slapd, "hamlet");
    await synchronizeNow(server);
    assert.equal((await fetchKey(server, "hamlet", passwordOf("hamlet"))).body["code"], "USER_DEACTIVATED");
    unlock(slapd, "hamlet");
    assert.equal((await fetchKey(server, "hamlet", passwordOf("hamlet"))).status, 200);
    await server.cast.desdemona.call("DELETE /users/{user_id}", { user_id: server.cast.othello.id });
    assert.equal((await fetchKey(server, "othello", passwordOf("othello"))).body["code"], "USER_DEACTIVATED");
  });

  test("names and groups follow the directory, and a synchronization without changes writes nothing", async () => {
    const mappings = { name: "cn", groups: { claim: "groups", map: { scholars: "scholars" } } };
    const { slapd, server } = await start(["hamlet", "othello"], { mappings });
    const { desdemona, hamlet, othello } = server.cast;
    const { group_id } = await desdemona.call("POST /user_groups/create", {
      ...{ name: "scholars", description: "", members: [othello.id] },
    });
    slapd.add([groupEntry("scholars", ["hamlet"])]);
    modify(slapd, "hamlet", "replace: cn", "cn: Hamlet of the directory");
    await synchronizeNow(server);
    const { user } = await desdemona.call("GET /users/{user_id}", { user_id: hamlet.id });
    assert.equal(user.full_name, "Hamlet of the directory");
    const { members } = await desdemona.call("GET /user_groups/{user_group_id}/members", { user_group_id: group_id });
    assert.deepEqual(members, [hamlet.id]);
    const head = await headOf(server);
    await synchronizeNow(server);
    assert.equal(await headOf(server), head);
  });

  test("what would be too much to be true changes nothing, and the owners are told once", async () => {
    const uids = crowd(11);
    const { slapd, server } = await start(uids);
    for (const uid of uids) lock(slapd, uid);
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, uids), uids);
    await synchronizeNow(server);
    const told = await toldTo(server);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /Staff: .*11 of 11 accounts would be deactivated, and 10 is the most/);
    unlock(slapd, uids[0] ?? "");
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, uids), [uids[0]], "ten are possible");

    slapd.remove(...uids.map((uid) => `uid=${uid},${PEOPLE}`));
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, uids), [uids[0]]);
    assert.match((await toldTo(server)).at(-1) ?? "", /it has nobody in it/);
  });

  test("a directory that fails between two pages changes nothing", async () => {
    const slapd = await startSlapd([...crowd(700), "hamlet", "othello"].map((uid) => personEntry(uid)));
    const proxy = await proxyBefore(slapd);
    const server = await startTestServer({ flags: signOnFlags([directoryAt(proxy)]) });
    for (const uid of ["hamlet", "othello"]) await fetchKey(server, uid, passwordOf(uid));
    lock(slapd, "hamlet");
    proxy.cutAfter(100_000);
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, ["hamlet", "othello"]), ["hamlet", "othello"]);
    assert.match((await toldTo(server)).at(-1) ?? "", /it does not answer as it should/);
    proxy.cutAfter(Infinity);
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, ["hamlet", "othello"]), ["othello"]);
  });

  test("the only owner stays, and is told so", async () => {
    const { slapd, server } = await start(["hamlet"]);
    const { sql } = server.database;
    await sql`update identity set user_id = ${server.cast.desdemona.id}`;
    lock(slapd, "hamlet");
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, ["desdemona"]), ["desdemona"]);
    assert.match(
      (await toldTo(server)).at(-1) ?? "",
      /The only owner of the organization is not in it any more, and stays/,
    );
  });

  test("of several processes one synchronizes, and what another one has under way is left to it", async () => {
    const { slapd, server } = await start(["hamlet", "othello"]);
    const other = await startTestServer({ database: server.database, flags: signOnFlags([directoryAt(slapd)]) });
    const attempts = async () =>
      (await server.database.sql<{ attempt: number }[]>`select attempt from directory_sync`)[0]?.attempt;
    await synchronizeNow(server);
    const first = Number(await attempts());
    for (let round = 1; round <= 3; round += 1) {
      await synchronizeNow(server);
      assert.equal(Number(await attempts()), first + round);
    }
    lock(slapd, "hamlet");
    await server.database.sql`update directory_sync set next_at = now(), leased_until = now() + interval '2 seconds'`;
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(other, ["hamlet"]), []);
  });

  test("a directory that the operator has taken out of the file, or switched off, deactivates nobody", async () => {
    const { slapd, server } = await start(["hamlet"], { sync_minutes: 0 });
    lock(slapd, "hamlet");
    await synchronizeNow(server);
    assert.deepEqual(await activeOf(server, ["hamlet"]), ["hamlet"]);
    await server.stop();
  });
});
