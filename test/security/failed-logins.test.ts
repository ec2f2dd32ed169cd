import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { JobContext, RunningJob } from "#engine/jobs/job.ts";
import { noteFailedLogin } from "#api/callers/failed-logins.ts";
import { startFailedLogins } from "#domains/people/login/failed-logins-job.ts";
import { createLogger } from "#platform/logger.ts";
import { systemClock } from "#platform/clock.ts";
import { PASSWORD, SECRET } from "../harness/cast.ts";
import { runCommandHere } from "../harness/command.ts";
import { createDatabase } from "../harness/database.ts";
import { basic } from "../harness/raw.ts";
import { openTestRealm } from "../harness/realm.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

/** What a server has recorded when it is gone: another one on the same database tells. */
async function recordedBy(server: TestServer) {
  await server.stop();
  const next = await startTestServer({ database: server.database });
  const { entries } = await next.cast.iago.call("GET /audit_log", { action: "login.failed", limit: 500 });
  const { output } = await runCommandHere(["audit", "--database-url", server.database.url], { PARLEY_SECRET: SECRET });
  const printed = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as (typeof entries)[number])
    .filter(({ action }) => action === "login.failed");
  assert.deepEqual(printed.toReversed(), entries, "the command prints what the endpoint returns");
  await next.stop();
  return entries;
}

const logIn = (server: TestServer, username: string, password: string) =>
  server.anonymous.refused("POST /fetch_api_key", { username, password });

suite("failed logins in the audit log", () => {
  test("those of one account from one address are one row with their number, without what was typed as password", async () => {
    const server = await startTestServer();
    const { hamlet } = server.cast;
    for (const secret of ["frailty", "thy name", "woman"]) await logIn(server, hamlet.email, secret);
    await logIn(server, hamlet.email.toUpperCase(), "in capitals");
    const wrongKey = "x".repeat(32);
    const keys = [basic(hamlet.email, wrongKey), basic("nobody@elsinore.example", wrongKey), `Bearer ${wrongKey}`];
    for (const authorization of keys)
      assert.equal((await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })).status, 401);
    const [entry, ...others] = await recordedBy(server);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(entry, {
      actor: { kind: "server", id: null, key_id: null, session_id: null },
      target: { kind: "user", id: String(hamlet.id) },
      address: "127.0.0.1",
      data: { count: 5, reasons: { wrong_password: 4, wrong_key: 1 } },
    });
    assert.ok(!/frailty|thy name|woman|capitals|xxx/.test(JSON.stringify(entry)));
    assert.ok(typeof entry?.data["first_at"] === "number" && entry.data["first_at"] <= entry.time);
  });

  test("a flood of made-up names makes a few rows, and hides nothing about an account", async () => {
    const server = await startTestServer();
    const { hamlet } = server.cast;
    const long = `${"long".repeat(15)}@${"a".repeat(60)}.example`;
    await logIn(server, long, "x");
    for (let n = 0; n < 60; n += 1) await logIn(server, `nobody${n}@elsinore.example`, "x");
    await logIn(server, hamlet.email, "x");
    const entries = await recordedBy(server);
    assert.equal(entries.length, 22);
    const names = entries.filter(({ data }) => data["typed"] !== undefined);
    assert.equal(names.length, 20);
    assert.deepEqual(new Set(names.map(({ target }) => target.id)), new Set([""]));
    assert.ok(names.some(({ data }) => data["typed"] === long.slice(0, 100)));
    const rest = entries.find(({ data }) => data["others"] === "names");
    assert.partialDeepStrictEqual(rest, { address: null, data: { count: 41, reasons: { wrong_password: 41 } } });
    assert.ok(entries.some(({ target }) => target.id === String(hamlet.id)));
  });

  test("attempts that a limit refuses, and those of deactivated accounts, are counted", async () => {
    const server = await startTestServer({ rateLimit: "on" });
    const { hamlet, othello, iago } = server.cast;
    await iago.call("DELETE /users/{user_id}", { user_id: othello.id });
    assert.equal((await logIn(server, othello.email, PASSWORD)).code, "USER_DEACTIVATED");
    const codes = [];
    for (let n = 0; n < 8; n += 1) codes.push((await logIn(server, hamlet.email, "x")).code);
    assert.deepEqual(new Set(codes), new Set(["AUTHENTICATION_FAILED", "RATE_LIMIT_HIT"]));
    const entries = await recordedBy(server);
    const reasons = Object.fromEntries(entries.map(({ target, data }) => [target.id, data["reasons"]]));
    assert.deepEqual(reasons, {
      [hamlet.id]: { wrong_password: 5, too_many: 3 },
      [othello.id]: { deactivated: 1 },
    });
  });

  test("a login by a browser's form that fails has the browser's name", async () => {
    const server = await startTestServer();
    const { status } = await fetch(`${server.url}/json/login`, {
      method: "POST",
      headers: { origin: server.url, "user-agent": "Horatio/1.0" },
      body: new URLSearchParams({ username: server.cast.hamlet.email, password: "x" }),
    });
    assert.equal(status, 401);
    assert.deepEqual(
      (await recordedBy(server)).map(({ agent }) => agent),
      ["Horatio/1.0"],
    );
  });

  test("they are stored once a minute by one write, and wait for a database that fails", async (t) => {
    const { realm, db } = await openTestRealm(await createDatabase());
    t.after(() => db.close());
    const commits: number[] = [];
    let isBroken = true;
    const watched = Object.create(realm, {
      writeAsServer: {
        value: (action: Parameters<typeof realm.writeAsServer>[0]) => {
          commits.push(1);
          return isBroken ? Promise.reject(new Error("no database")) : realm.writeAsServer(action);
        },
      },
    }) as typeof realm;
    t.mock.timers.enable({ apis: ["setInterval"] });
    const context = { site: { log: createLogger("silent") }, realms: { all: () => [watched] } };
    const job = (await startFailedLogins(context as unknown as JobContext)) as RunningJob;
    const source = { address: "192.0.2.1", agent: "test" };
    const fail = (users: number) => {
      for (const user of [...realm.model.users.values()].slice(0, users))
        noteFailedLogin(watched, systemClock, { name: user, source, reason: "wrong_password" });
    };
    const stored = async () => {
      const rows = await db.reads<{ count: number }[]>`
        select (data->>'count')::int as count from audit_event where action = 'login.failed' order by id`;
      return rows.map(({ count }) => count);
    };
    fail(2);
    fail(1);
    t.mock.timers.tick(60_000);
    await until(
      () => commits.length,
      (count) => count === 1,
    );
    assert.deepEqual(await stored(), []);
    isBroken = false;
    fail(1);
    t.mock.timers.tick(60_000);
    const rows = await until(stored, ({ length }) => length > 0);
    assert.deepEqual(rows, [3, 1]);
    t.mock.timers.tick(60_000);
    assert.equal(commits.length, 2, "nothing is written where nothing has failed");
    await job.stop();
  });
});
