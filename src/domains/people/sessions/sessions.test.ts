import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import {
  type BrowserSession,
  browserSession,
  browserWith,
  cookieSetBy,
  SAME_ORIGIN,
} from "../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { untilParked } from "../../../../test/harness/parked.ts";
import { until } from "../../../../test/harness/until.ts";

import { makeLoginLink } from "./login-link.ts";

const DIRECT = { type: "direct", content: "x" } as const;

suite("sessions", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const logIn = (fields: Record<string, string>) =>
    fetch(`${server.url}/json/login`, { method: "POST", headers: SAME_ORIGIN, body: new URLSearchParams(fields) });

  test("a login sets a cookie that only the server can read, and that lives as long as was asked for", async () => {
    const { hamlet } = server.cast;
    const passing = await logIn({ username: hamlet.email, password: PASSWORD });
    assert.match(
      passing.headers.get("set-cookie") ?? "",
      /^__Host-parley=[A-Za-z0-9]{64}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    assert.deepEqual(await passing.json(), { result: "success", msg: "", email: hamlet.email, user_id: hamlet.id });
    const lasting = await logIn({ username: hamlet.email, password: PASSWORD, remember: "true" });
    assert.match(lasting.headers.get("set-cookie") ?? "", /; Max-Age=2592000$/);
    const wrong = await logIn({ username: hamlet.email, password: "wrong" });
    assert.deepEqual(
      [wrong.status, wrong.headers.get("set-cookie"), wrong.headers.get("www-authenticate")],
      [401, null, 'Session realm="svc"'],
    );
    const [{ value } = { value: "" }] = await server.database.sql<{ value: string }[]>`
      select string_agg(to_jsonb(s)::text || to_jsonb(l)::text, '') as value from browser_session s, event_log l`;
    assert.ok(!value.includes(cookieSetBy(lasting).split("=")[1]?.slice(0, 32) as string), "no secret is stored");
  });

  test("below /json the cookie counts and a key does not; below /api/v1 the other way round", async () => {
    const { hamlet } = server.cast;
    const browser = await browserSession(server, hamlet);
    assert.equal((await browser.call("GET /users/me")).user_id, hamlet.id);
    const { cookie } = browser;
    const byCookie = await raw(`${server.url}/api/v1/users/me`, { headers: { cookie } });
    assert.deepEqual([byCookie.status, byCookie.headers.get("www-authenticate")], [401, 'Basic realm="svc"']);
    const byKey = await raw(`${server.url}/json/users/me`, { as: hamlet });
    assert.deepEqual(
      [byKey.status, byKey.json["code"], byKey.headers.get("www-authenticate")],
      [401, "UNAUTHORIZED", 'Session realm="svc"'],
    );
    assert.equal(byKey.headers.get("access-control-allow-origin"), null);
    const poll = await raw(`${server.url}/json/events?queue_id=x&last_event_id=1`);
    assert.deepEqual([poll.status, poll.headers.get("www-authenticate")], [401, 'Session realm="svc"']);
  });

  test("what somebody sends from a browser they have read, and its events come by the cookie", async () => {
    const browser = await browserSession(server, server.cast.othello);
    const queue = await browser.register({ event_types: ["message"] });
    const waiting = browser.call("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    const { id } = await browser.call("POST /messages", {
      ...DIRECT,
      to: [server.cast.othello.id],
      client: "curl",
    } as never);
    const { events } = await waiting;
    assert.partialDeepStrictEqual(events, [{ type: "message", message: { id, client: "website" }, flags: ["read"] }]);
  });

  test("sessions are listed and ended one by one, and a logout clears the browser", async () => {
    const { cordelia, hamlet } = server.cast;
    const [here, there] = [await browserSession(server, cordelia), await browserSession(server, cordelia)];
    const { sessions } = await here.call("GET /sessions");
    assert.deepEqual([sessions.length, sessions.filter(({ is_current }) => is_current).length], [2, 1]);
    const other = sessions.find(({ is_current }) => !is_current)?.session_id as number;
    const another = await browserSession(server, hamlet);
    assert.equal(
      (await another.refused("DELETE /sessions/{session_id}", { session_id: other })).body["msg"],
      "Session does not exist.",
    );
    await here.call("DELETE /sessions/{session_id}", { session_id: other });
    assert.equal((await there.refused("GET /users/me")).status, 401);
    const out = await here.fetch("/json/logout", { method: "POST" });
    assert.deepEqual([out.status, out.headers.get("clear-site-data")], [200, '"cache", "storage"']);
    assert.match(out.headers.get("set-cookie") ?? "", /^__Host-parley=; .*; Max-Age=0$/);
    assert.equal((await here.refused("GET /users/me")).status, 401);
    assert.equal((await here.fetch("/json/logout", { method: "POST" })).status, 200, "twice is once");
    assert.deepEqual((await cordelia.call("GET /sessions")).sessions, []);
  });

  test("another login of the same browser ends the session before it", async () => {
    const browser = await browserSession(server, server.cast.iago);
    const body = new URLSearchParams({ username: server.cast.iago.email, password: PASSWORD });
    const response = await browser.fetch("/json/login", { method: "POST", body });
    assert.equal((await browser.refused("GET /users/me")).status, 401);
    assert.equal((await browserWith(server.url, cookieSetBy(response)).call("GET /sessions")).sessions.length, 1);
  });

  test("a link of the operator's logs in once", async () => {
    const { id } = server.cast.shiva;
    const path = await makeLoginLink(server.database.sql, 1, id);
    const open = (method = "GET") => fetch(`${server.url}${path}`, { redirect: "manual", method });
    assert.equal((await open("HEAD")).status, 200, "looking does not use it up");
    const first = await open();
    assert.deepEqual([first.status, first.headers.get("location")], [303, "/"]);
    assert.equal(first.headers.get("clear-site-data"), `"storage"`, "of whoever used the browser before");
    assert.equal((await browserWith(server.url, cookieSetBy(first)).call("GET /users/me")).user_id, id);
    const second = await open();
    assert.deepEqual([second.status, second.headers.get("set-cookie")], [410, null]);
    const late = await makeLoginLink(server.database.sql, 1, id);
    await server.database.sql`update login_link set expires_at = now()`;
    assert.equal((await fetch(`${server.url}${late}`, { redirect: "manual" })).status, 410);
  });

  test("a link that logs somebody in ends the session that the browser had, and one that does not work leaves it", async () => {
    const { othello, shiva } = server.cast;
    const before = await browserSession(server, othello);
    assert.equal((await before.fetch(`/login/once/${"x".repeat(32)}`)).status, 410);
    assert.equal((await before.call("GET /users/me")).user_id, othello.id);
    const answer = await before.fetch(await makeLoginLink(server.database.sql, 1, shiva.id));
    assert.equal((await browserWith(server.url, cookieSetBy(answer)).call("GET /users/me")).user_id, shiva.id);
    assert.equal((await before.refused("GET /users/me")).status, 401);
  });

  test("an answer to the cookie of a session that has ended removes it and what was kept, but never the next one", async () => {
    const { cordelia } = server.cast;
    const [here, there] = [await browserSession(server, cordelia), await browserSession(server, cordelia)];
    const headersOf = async (browser: BrowserSession, path: string) => {
      const { status, headers } = await browser.fetch(path);
      return [status, headers.get("set-cookie"), headers.get("clear-site-data")];
    };
    const paths = [
      "/json/users/me",
      "/json/events?queue_id=x&last_event_id=1",
      "/user_uploads/1/ab/x.txt",
      `/avatar/${cordelia.id}`,
    ];
    const password = { old_password: PASSWORD, new_password: "nothing will come of nothing" };
    const changed = await here.fetch("/json/settings", { method: "PATCH", body: new URLSearchParams(password) });
    for (const path of paths) {
      // A poll by the former cookie may be answered after the next cookie has come.
      assert.deepEqual(await headersOf(here, path), [401, null, null], path);
      const [status, cookie, data] = await headersOf(there, path);
      assert.deepEqual([status, data], [401, '"cache"'], path);
      assert.match(String(cookie), /^__Host-parley=; .*; Max-Age=0$/, path);
    }
    const next = browserWith(server.url, cookieSetBy(changed));
    assert.deepEqual((await (await next.fetch("/json/sessions/current")).json()) as object, {
      result: "success",
      msg: "",
      user_id: cordelia.id,
      is_persistent: false,
    });
    const forged = browserWith(server.url, `__Host-parley=${"A".repeat(64)}`);
    assert.match(String((await headersOf(forged, "/json/users/me"))[1]), /Max-Age=0/);
    await server.database.sql`update browser_session set created_at = created_at - interval '2 minutes'`;
    assert.match(String((await headersOf(here, "/json/users/me"))[1]), /Max-Age=0/, "later it is of no use");
  });

  test("a session ends when it was not used for its time, and lives on while it is used", async () => {
    const database = server.database.sql;
    const age = (interval: string) =>
      database`update browser_session set seen_at = now() - ${interval}::interval where user_id = ${server.cast.polonius.id}`;
    const passing = await browserSession(server, server.cast.polonius);
    await age("23 hours");
    const used = await passing.fetch("/json/users/me");
    assert.deepEqual([used.status, used.headers.get("set-cookie")], [200, null], "the browser's end is its end");
    const seen = () => database<{ isNow: boolean }[]>`
      select seen_at > now() - interval '1 minute' as is_now from browser_session where user_id = ${server.cast.polonius.id}`;
    await until(seen, ([row]) => row?.isNow === true);
    const lasting = await browserSession(server, server.cast.polonius, { remember: true });
    await age("29 days");
    assert.match((await lasting.fetch("/json/users/me")).headers.get("set-cookie") ?? "", /Max-Age=2592000/);
    const old = await browserSession(server, server.cast.polonius);
    await age("25 hours");
    assert.equal((await old.refused("GET /users/me")).status, 401);
  });

  test("a poll that waits by a session ends with it", async () => {
    const browser = await browserSession(server, server.cast.desdemona);
    const { queue_id, last_event_id } = await browser.register();
    const waiting = browser.call("GET /events", { queue_id, last_event_id });
    await untilParked(server.url, 1);
    const [{ session_id } = { session_id: 0 }] = (await server.cast.desdemona.call("GET /sessions")).sessions;
    await server.cast.desdemona.call("DELETE /sessions/{session_id}", { session_id });
    assert.deepEqual((await waiting).events, []);
    assert.equal((await browser.refused("GET /events", { queue_id, last_event_id })).status, 401);
  });
});
