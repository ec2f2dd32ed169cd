import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { before, suite, test } from "node:test";
import { browserEndpoints } from "../../src/app.ts";
import { browserSession, browserWith, cookieSetBy, SAME_ORIGIN } from "../harness/browser.ts";
import { PASSWORD } from "../harness/cast.ts";
import { untilParked } from "../harness/parked.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { beginSlowRequest } from "../harness/slow-request.ts";
import { until } from "../harness/until.ts";

const NEXT = "another very good password";

suite("requests that another site makes a browser send", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("are refused whatever the endpoint, unless the browser or its Origin says that our own page asked", async () => {
    const browser = await browserSession(server, server.cast.hamlet);
    const { host } = new URL(server.url);
    const rename = async (headers: Record<string, string>) => {
      const body = new URLSearchParams({ type: "direct", to: `[${server.cast.hamlet.id}]`, content: "x" });
      const { cookie } = browser;
      const answer = await raw(`${server.url}/json/messages`, {
        method: "POST",
        body,
        headers: { cookie, ...headers },
      });
      return [answer.status, answer.json["code"]];
    };
    const refused = [403, "CSRF_FAILED"];
    assert.deepEqual(await rename(SAME_ORIGIN), [200, undefined]);
    assert.deepEqual(await rename({ origin: `http://${host}` }), [200, undefined]);
    for (const site of ["cross-site", "same-site", "none", ""]) {
      assert.deepEqual(await rename({ "sec-fetch-site": site, origin: `http://${host}` }), refused, site);
    }
    const others = [
      "http://evil.example",
      "null",
      `http://${host}.evil.example`,
      `http://user@${host}`,
      `ftp://${host}`,
      "",
    ];
    for (const origin of others) assert.deepEqual(await rename({ origin }), refused, origin);
    assert.deepEqual(await rename({}), refused);
  });

  test("are refused by each endpoint that browsers alone have, and change nothing", async () => {
    const browser = await browserSession(server, server.cast.othello, { remember: true });
    for (const { method, path } of browserEndpoints.filter((endpoint) => endpoint.method !== "GET")) {
      const filled = path.replaceAll(/\{\w+\}/g, "1");
      const answer = await browser.fetch(`/json${filled}`, { method, headers: { "sec-fetch-site": "cross-site" } });
      const { code } = (await answer.json()) as { readonly code: string };
      assert.deepEqual([answer.status, code], [403, "CSRF_FAILED"], `${method} ${path}`);
    }
    assert.equal((await browser.call("GET /users/me")).user_id, server.cast.othello.id);
  });

  test("cannot log anybody in or out, and refused requests change nothing", async () => {
    const browser = await browserSession(server, server.cast.hamlet);
    const body = () => new URLSearchParams({ username: server.cast.hamlet.email, password: PASSWORD });
    const foreign = { "sec-fetch-site": "cross-site" };
    const login = await fetch(`${server.url}/json/login`, { method: "POST", body: body(), headers: foreign });
    assert.deepEqual([login.status, login.headers.get("set-cookie")], [403, null]);
    const logout = await browser.fetch("/json/logout", { method: "POST", headers: foreign });
    assert.deepEqual([logout.status, logout.headers.get("set-cookie")], [403, null]);
    assert.equal((await browser.call("GET /users/me")).user_id, server.cast.hamlet.id);
  });

  test("of a page that another user has opened is refused, and every answer says whose it is", async () => {
    const { hamlet, cordelia } = server.cast;
    const browser = await browserSession(server, hamlet);
    const ask = async (method: string, path: string, headers: Record<string, string>) => {
      const response = await browser.fetch(path, { method, headers });
      const { code = "" } = (await response.json()) as { code?: string };
      return [response.status, code, response.headers.get("parley-user")];
    };
    const own = { "parley-user": String(hamlet.id) };
    const others = { "parley-user": String(cordelia.id) };
    for (const path of ["/json/users/me", "/json/events?queue_id=x"]) {
      assert.deepEqual(await ask("GET", path, others), [403, "OTHER_USER", String(hamlet.id)], path);
      const [, code, user] = await ask("GET", path, own);
      assert.deepEqual([code === "OTHER_USER", user], [false, String(hamlet.id)], path);
    }
    assert.deepEqual(await ask("GET", "/json/users/me", {}), [200, "", String(hamlet.id)]);
    assert.deepEqual(await ask("POST", "/json/users/me/status?status_text=x", others), [
      403,
      "OTHER_USER",
      String(hamlet.id),
    ]);
    assert.deepEqual((await hamlet.call("GET /users/{user_id}/status", { user_id: hamlet.id })).status, {});
  });
});

suite("CVE-2022-24751, CVE-2025-1412: a session that was ended opens nothing more", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("after the account was deactivated, however many requests were under way", async () => {
    const { desdemona, cordelia } = server.cast;
    const browser = await browserSession(server, cordelia);
    const { queue_id, last_event_id } = await browser.register();
    const waiting = browser.call("GET /events", { queue_id, last_event_id });
    await untilParked(server.url, 1);
    let isDone = false;
    const flood = Array.from({ length: 4 }, async () => {
      while (!isDone) await browser.fetch("/json/users/me");
      return (await browser.fetch("/json/users/me")).status;
    });
    await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    const poll = await waiting.catch(() => undefined);
    isDone = true;
    assert.deepEqual(await Promise.all(flood), [401, 401, 401, 401]);
    assert.ok(poll === undefined || poll.events.length <= 1);
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: cordelia.id });
    assert.equal((await browser.refused("GET /users/me")).status, 401, "nor when the account is back");
  });

  test("after a new password, and the browser that chose it goes on by another session", async () => {
    const { othello } = server.cast;
    const [here, there] = [await browserSession(server, othello), await browserSession(server, othello)];
    const body = new URLSearchParams({ old_password: PASSWORD, new_password: NEXT });
    const changed = await here.fetch("/json/settings", { method: "PATCH", body });
    assert.equal(changed.status, 200);
    for (const old of [here, there]) assert.equal((await old.refused("GET /users/me")).status, 401);
    const renewed = browserWith(server.url, cookieSetBy(changed));
    assert.equal((await renewed.call("GET /sessions")).sessions.length, 1);
    await othello.call("PATCH /settings", { old_password: NEXT, new_password: PASSWORD });
    assert.equal((await renewed.refused("GET /users/me")).status, 401, "by key, none is renewed");
  });

  test("CVE-2021-3967: after a new API key, which a session alone does not get", async () => {
    const { shiva } = server.cast;
    const browser = await browserSession(server, shiva);
    const path = "/json/users/me/api_key/regenerate";
    const refused = await browser.fetch(path, { method: "POST" });
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { code: string }).code],
      [403, "CONFIRMATION_REQUIRED"],
    );
    assert.equal((await shiva.call("GET /users/me")).user_id, shiva.id, "the old key still works");
    const made = await browser.fetch(path, { method: "POST", body: new URLSearchParams({ password: PASSWORD }) });
    assert.equal(made.status, 200);
    assert.equal((await shiva.refused("GET /users/me")).code, "INVALID_API_KEY");
    assert.equal((await browser.refused("GET /users/me")).status, 401);
    assert.equal((await browserWith(server.url, cookieSetBy(made)).call("GET /users/me")).user_id, shiva.id);
  });

  test("while the body of a request is on its way", async () => {
    const browser = await browserSession(server, server.cast.hamlet);
    await browser.call("GET /users/me");
    const args = { type: "direct", to: [server.cast.hamlet.id], content: "x" };
    const { cookie } = browser;
    const slow = await beginSlowRequest({ url: server.url, operation: "POST /messages", args, cookie });
    await browser.fetch("/json/logout", { method: "POST" });
    assert.equal((await slow.finish()).status, 401);
  });

  test("and a role that was lost is lost with the next request", async () => {
    const { desdemona, iago } = server.cast;
    const browser = await browserSession(server, iago);
    await browser.call("PATCH /realm", { name: "Elsinore" });
    await desdemona.call("PATCH /users/{user_id}", { user_id: iago.id, role: 400 });
    assert.equal((await browser.refused("PATCH /realm", { name: "Elsinore" })).status, 400);
  });
});

test("a session made by one process is known to the other at once, and its end ends the other's polls", async () => {
  const first = await startTestServer({ isSeparate: true });
  const second = await startTestServer({ database: first.database, isSeparate: true });
  const { cookie } = await browserSession(first, first.cast.hamlet);
  const there = browserWith(second.url, cookie);
  const { queue_id, last_event_id } = await there.register();
  const waiting = there.call("GET /events", { queue_id, last_event_id });
  await untilParked(second.url, 1);
  await browserWith(first.url, cookie).fetch("/json/logout", { method: "POST" });
  assert.deepEqual((await waiting).events, []);
  await until(
    () => there.fetch("/json/users/me"),
    ({ status }) => status === 401,
  );
});

test("guesses at a cookie never reach the database, and a cookie of another organization is no cookie here", async () => {
  const server = await startTestServer();
  const { cookie, fetch: ask } = await browserSession(server, server.cast.hamlet);
  const value = cookie.split("=")[1] as string;
  const guesses = [
    `${"A".repeat(32)}${value.slice(32)}`,
    `${value.slice(0, 63)}_`,
    value.slice(0, 32),
    `${value}x`,
    "",
  ];
  for (const guess of guesses) {
    assert.equal((await ask("/json/users/me", { headers: { cookie: `__Host-parley=${guess}` } })).status, 401, guess);
  }
  const plain = await ask("/json/users/me", { headers: { cookie: `parley=${value}` } });
  assert.equal(plain.status, 401, "where cookies can be secure, no other kind is taken");
});

test("a browser of a deactivated organization is told so, also where its body arrives late", async () => {
  const server = await startTestServer();
  const { desdemona, hamlet, othello } = server.cast;
  const [browser, other] = [await browserSession(server, hamlet), await browserSession(server, othello)];
  await other.call("GET /users/me");
  await desdemona.call("DELETE /users/{user_id}", { user_id: othello.id });
  assert.equal((await other.refused("GET /users/me")).code, "USER_DEACTIVATED");
  await desdemona.call("POST /realm/deactivate");
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = `POST /json/messages HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${browser.cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n`;
  socket.write(`${head}content=`);
  // The server has read the head without the end of the body.
  assert.equal((await browser.refused("GET /users/me")).code, "REALM_DEACTIVATED");
  socket.write("x");
  const [answer] = (await once(socket, "data")) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 401 .*REALM_DEACTIVATED/s);
  socket.destroy();
});
