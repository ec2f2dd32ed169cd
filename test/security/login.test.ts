import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { pathNames } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { PASSWORD } from "../harness/cast.ts";
import { basic, raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("logging in", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const form = (fields: Record<string, string>) =>
    raw(`${server.url}/api/v1/fetch_api_key`, { method: "POST", body: new URLSearchParams(fields) });

  test("CVE-2019-18933: no password opens an account without one", async () => {
    const { hamlet, othello } = server.cast;
    await server.database.sql`delete from password where user_id = ${hamlet.id}`;
    for (const password of ["", " ", "null", "undefined", "0"]) {
      const { status } = await form({ username: hamlet.email, password });
      assert.ok(status === 401 || status === 400, `${JSON.stringify(password)}: ${status}`);
    }
    assert.equal((await form({ username: hamlet.email })).status, 400);
    assert.equal((await form({ username: othello.email, password: PASSWORD })).status, 200);
  });

  test("CVE-2023-32682: a deactivated account cannot log in, and only its own password reveals that it is deactivated", async () => {
    const { cordelia, iago } = server.cast;
    await iago.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    const codes = [PASSWORD, "wrong horse"].map(async (password) => {
      const { status, json } = await form({ username: cordelia.email, password });
      return [status, json["code"]];
    });
    assert.deepEqual(await Promise.all(codes), [
      [401, "USER_DEACTIVATED"],
      [401, "AUTHENTICATION_FAILED"],
    ]);
    assert.equal((await cordelia.refused("GET /users/me")).code, "USER_DEACTIVATED");
  });

  test("CVE-2026-24458, CVE-2021-21393, CVE-2021-21394: a name or password of a megabyte is refused before it is processed", async () => {
    const { othello } = server.cast;
    const long = "x".repeat(1_000_000);
    for (const fields of [
      { username: othello.email, password: long },
      { username: long, password: PASSWORD },
    ]) {
      assert.equal((await form(fields)).status, 413);
    }
    const settings = { old_password: PASSWORD, new_password: long };
    assert.equal((await othello.refused("PATCH /settings", settings)).status, 413);
    assert.equal((await form({ username: othello.email, password: PASSWORD })).status, 200);
  });

  test("CVE-2026-30833, CVE-2021-22911, CVE-2022-32228: a structure in place of a name gives no access", async () => {
    const { othello } = server.cast;
    for (const odd of ['{"$regex":".*"}', '{"$ne":null}', "[]", '["othello@elsinore.example"]', "1", "true", ".*"]) {
      for (const fields of [
        { username: odd, password: PASSWORD },
        { username: othello.email, password: odd },
      ]) {
        const { status, json } = await form(fields);
        assert.ok(status === 401 || status === 400, JSON.stringify(fields));
        assert.equal(json["api_key"], undefined);
      }
    }
    const body = JSON.stringify({ username: { $ne: "" }, password: { $ne: "" } });
    const headers = { "content-type": "application/json" };
    const asJson = await raw(`${server.url}/api/v1/fetch_api_key`, { method: "POST", body, headers });
    assert.ok(asJson.status >= 400 && asJson.status < 500);
  });

  test("CVE-2026-25783: no malformed header stops the server or gives access", async () => {
    const { othello } = server.cast;
    const right = basic(othello.email, othello.apiKey);
    const odd = [
      "",
      " ",
      "Basic",
      "Basic ",
      "Basic :",
      "Bearer x",
      "Basic ////",
      `Basic ${"A".repeat(6000)}`,
      "\u00ff",
    ];
    for (const authorization of odd) {
      const { status } = await raw(`${server.url}/api/v1/users/me`, { headers: { authorization } });
      assert.ok(status === 401 || status === 400, `${authorization.slice(0, 20)}: ${status}`);
    }
    const names = [
      "user-agent",
      "accept-language",
      "origin",
      "referer",
      "x-forwarded-for",
      "x-forwarded-host",
      "cookie",
    ];
    for (const name of names) {
      for (const value of ["", "/", "Parley Mobile/", "x".repeat(3000), "a;b=c,d;q=NaN", "\u00ff\u00fe", "::1, 0"]) {
        const { status } = await raw(`${server.url}/api/v1/users/me`, {
          headers: { authorization: right, [name]: value },
        });
        assert.equal(status, 200, `${name}: ${value.slice(0, 20)}`);
      }
    }
  });

  test("the incident of 2021-03-18: no cache keeps the responses to an account", async () => {
    const { othello } = server.cast;
    for (const { method, path } of endpoints.filter(({ auth, method: verb }) => auth !== "none" && verb === "GET")) {
      const filled = pathNames(path).reduce((filled, name) => filled.replace(`{${name}}`, "1"), path);
      const { headers } = await raw(`${server.url}/api/v1${filled}?dont_block=true`, { method, as: othello });
      assert.match(headers.get("cache-control") ?? "", /no-store/, path);
      assert.match(headers.get("vary") ?? "", /authorization/i, path);
    }
  });

  test("CVE-2025-1412, CVE-2025-3230: another role applies from the next request on", async () => {
    const { desdemona, shiva } = server.cast;
    const give = (role: number) => desdemona.call("PATCH /users/{user_id}", { user_id: shiva.id, role });
    const define = () =>
      shiva.call("POST /realm/domains", { domain: `d${Math.random()}.example`, allow_subdomains: false });
    await give(200);
    await define();
    const [, ...answers] = await Promise.allSettled([give(300), define(), define(), define()]);
    await assert.rejects(define, /administrator/);
    // A concurrent request may have come first; a later one is refused.
    assert.ok(answers.every((answer) => answer.status === "fulfilled" || /administrator/.test(String(answer.reason))));
  });

  test("CVE-2024-32046: an internal failure reveals nothing of the inside", async () => {
    const broken = await startTestServer();
    await broken.database.sql`alter table draft rename to something_else`;
    const { status, text, json } = await raw(`${broken.url}/api/v1/drafts`, { as: broken.cast.hamlet });
    assert.deepEqual([status, json["code"]], [500, "INTERNAL_ERROR"]);
    assert.doesNotMatch(text, /draft|relation|select|\.ts|node_modules|at /i);
  });
});

test("CVE-2026-23477, CVE-2026-2463, CVE-2025-47870, CVE-2017-18902: only responses whose purpose it is contain a key", () => {
  const secretive = endpoints
    .filter(({ resultSchema }) => /"\w*(api_key|_token|secret)\w*":/.test(JSON.stringify(resultSchema)))
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(secretive.sort(), [
    "GET /bots",
    "GET /bots/{bot_id}/api_key",
    // The keys of bots that a user manages, see CVE-2016-4426.
    "GET /events",
    // Names of tokens, and when each was used.
    "GET /realm/scim_tokens",
    // How long keys last at most.
    "PATCH /realm",
    "POST /bots",
    "POST /bots/{bot_id}/api_key/regenerate",
    "POST /bots/{bot_id}/api_keys",
    "POST /dev_fetch_api_key",
    "POST /fetch_api_key",
    "POST /jwt/fetch_api_key",
    "POST /register",
    "POST /users/me/api_key/regenerate",
    "POST /users/me/api_keys",
    // What an authenticator app is told.
    "POST /users/me/two_step",
  ]);
});
