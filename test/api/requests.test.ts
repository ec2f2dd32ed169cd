import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { basic, raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("reading a request", () => {
  let server: TestServer;
  let api: string;
  before(async () => {
    server = await startTestServer();
    api = `${server.url}/api/v1`;
  });

  const send = (init: RequestInit, query = "") =>
    raw(`${api}/messages${query}`, { method: "POST", as: server.cast.hamlet, ...init });
  const toGeneral = { type: "channel", to: "general", topic: "castle" };

  test("parameters may come as a form, as multipart or in the query", async () => {
    const fields = { ...toGeneral, content: "words" };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const query = `?${new URLSearchParams(fields).toString()}`;
    for (const answer of [
      await send({ body: new URLSearchParams(fields) }),
      await send({ body: multipart }),
      await send({}, query),
      await send({ headers: { "content-type": "multipart/form-data;boundary=x" } }, query),
    ]) {
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json["result"], "success");
    }
  });

  test("the body wins over the query, and of a repeated name the last wins", async () => {
    const body = new URLSearchParams({ ...toGeneral, content: "first" });
    body.append("content", "from the body");
    const { json } = await send({ body }, "?content=from+the+query");
    const message = await server.cast.hamlet.call("GET /messages/{message_id}", { message_id: json["id"] as number });
    assert.equal(message.raw_content, "from the body");
  });

  test("a body of another content type is not decoded, so a required parameter is missing", async () => {
    const body = JSON.stringify({ ...toGeneral, content: "x" });
    for (const kind of ["application/json", "nonsense", ";", "text/plain; charset"]) {
      const { status, json } = await send({ body, headers: { "content-type": kind } });
      assert.equal(status, 400, kind);
      assert.deepEqual(
        { code: json["code"], var_name: json["var_name"] },
        { code: "REQUEST_VARIABLE_MISSING", var_name: "type" },
      );
    }
  });

  test("a malformed multipart body is refused", async () => {
    const answer = await send({ body: "--x\r\nnonsense", headers: { "content-type": "multipart/form-data" } });
    assert.equal(answer.status, 400);
  });

  test("CVE-2020-26890: values inside fields are strict JSON, and no number is NaN or infinite", async () => {
    const { hamlet } = server.cast;
    const wrong: [string, string][] = [
      ["client_gravatar", "True"],
      ["client_gravatar", "1"],
      ["client_gravatar", '"true"'],
      ["user_ids", "[1"],
      ["user_ids", "[1.5]"],
      ["user_ids", '["1"]'],
      ["user_ids", "[null]"],
      ["user_ids", "{}"],
      ["user_ids", "[2147483648]"],
    ];
    for (const [name, value] of wrong) {
      const { status, json } = await raw(`${api}/users?${name}=${encodeURIComponent(value)}`, { as: hamlet });
      assert.deepEqual([status, json["code"]], [400, "BAD_REQUEST"], `${name}=${value}`);
      assert.match(String(json["msg"]), new RegExp(name));
    }
    for (const value of ["5.0", "1e2", "-0", '"5"', "0x5", "५", "5 ", "NaN", "1e400", "9007199254740993", "[]"]) {
      const query = `anchor=newest&num_before=${encodeURIComponent(value)}`;
      const { status } = await raw(`${api}/messages?${query}`, { as: hamlet });
      assert.equal(status, 400, `num_before=${value}`);
    }
  });

  test("null counts as absent for parameters where clients send it", async () => {
    const body = new URLSearchParams({ client_gravatar: "null", event_types: "null", fetch_event_types: "[]" });
    const { status, text } = await raw(`${api}/register`, { method: "POST", as: server.cast.hamlet, body });
    assert.equal(status, 200, text);
  });

  test("a parameter together with its older name is refused", async () => {
    const { json } = await send({ body: new URLSearchParams({ ...toGeneral, subject: "x", content: "x" }) });
    assert.equal(json["code"], "REQUEST_CONFUSING_VAR");
    assert.deepEqual([json["var_name1"], json["var_name2"]], ["topic", "subject"]);
  });

  test("unknown parameters are reported, sorted, and only on success", async () => {
    const { hamlet } = server.cast;
    const fine = await raw(`${api}/users/me?zebra=1&apple=2&client=x`, { as: hamlet });
    assert.deepEqual(fine.json["ignored_parameters_unsupported"], ["apple", "zebra"]);
    assert.equal((await raw(`${api}/users/me`, { as: hamlet })).json["ignored_parameters_unsupported"], undefined);
    const refused = await raw(`${api}/users/999999?zebra=1`, { as: hamlet });
    assert.equal(refused.status, 400);
    assert.equal(refused.json["ignored_parameters_unsupported"], undefined);
  });

  test("an unknown path is a 404 in JSON", async () => {
    for (const path of ["/api/v1/nothing", "/nothing", "/api/v1/users/", "/api/v1/users/1x/y", "/api/v1/events/"]) {
      const { status, json } = await raw(`${server.url}${path}`);
      assert.deepEqual([status, json["result"], json["code"]], [404, "error", "BAD_REQUEST"], path);
    }
  });

  test("a method that is not offered gets a 405 that names the others, before authentication", async () => {
    const { status, json, headers } = await raw(`${api}/users/me`, { method: "PUT" });
    assert.equal(status, 405);
    assert.deepEqual(json["allowed_methods"], ["DELETE", "GET", "HEAD", "OPTIONS"]);
    assert.equal(headers.get("allow"), "DELETE, GET, HEAD, OPTIONS");
    assert.equal(json["code"], undefined);
    assert.equal((await raw(`${api}/events`, { method: "POST" })).status, 405);
  });

  test("OPTIONS lists the methods and HEAD is GET without a body", async () => {
    const options = await raw(`${api}/messages`, { method: "OPTIONS" });
    assert.deepEqual(
      [options.status, options.headers.get("allow"), options.text],
      [204, "GET, HEAD, OPTIONS, POST", ""],
    );
    const head = await raw(`${api}/users/me`, { method: "HEAD", as: server.cast.hamlet });
    assert.deepEqual([head.status, head.text], [200, ""]);
  });

  test("every response allows other origins, and none may be cached", async () => {
    const { hamlet } = server.cast;
    for (const answer of [
      await raw(`${api}/users/me`, { as: hamlet }),
      await raw(`${api}/users/me`),
      await raw(`${api}/nothing`),
    ]) {
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.equal(answer.headers.get("access-control-allow-headers"), "Authorization");
      assert.match(answer.headers.get("access-control-allow-methods") ?? "", /PATCH/);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      assert.match(answer.headers.get("vary") ?? "", /Authorization/);
      assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
      assert.ok(answer.text.endsWith("\n"));
    }
    const events = await raw(`${api}/events`, { as: hamlet });
    assert.equal(events.headers.get("access-control-allow-methods"), "OPTIONS, GET, DELETE");
  });

  test("the client's name comes from its parameter or its User-Agent", async () => {
    const { hamlet } = server.cast;
    const clientOf = async (headers: Record<string, string>, extra: Record<string, string> = {}) => {
      const { json } = await send({ body: new URLSearchParams({ ...toGeneral, content: "x", ...extra }), headers });
      return (await hamlet.call("GET /messages/{message_id}", { message_id: json["id"] as number })).message.client;
    };
    assert.equal(await clientOf({ "user-agent": "SvcMobile/20.0.103 (Android)" }), "SvcMobile");
    assert.equal(await clientOf({ "user-agent": "node-fetch/1.0 (+https://example.com)" }), "node-fetch");
    assert.equal(await clientOf({ "user-agent": "///" }), "Unspecified");
    assert.equal(await clientOf({ "user-agent": "curl/7.1" }, { client: "my own" }), "my own");
    assert.equal(await clientOf({ "user-agent": "x".repeat(100) }), "x".repeat(30));
    assert.equal(await clientOf({}, { client: `x${"😀".repeat(100)}` }), `x${"😀".repeat(29)}`);
  });

  test("a program learns from the server settings and at /compatibility whether it is too old", async () => {
    const asked = async (path: string, agent: string) =>
      raw(`${server.url}${path}`, { headers: { "user-agent": agent } });
    for (const [agent, isTooOld] of [
      ["SvcMobile/20.0", false],
      ["SvcInvalid/1.0", true],
    ] as const) {
      assert.equal((await asked("/api/v1/server_settings", agent)).json["is_incompatible"], isTooOld);
      const { status, json } = await asked("/compatibility", agent);
      assert.deepEqual([status, json["result"]], isTooOld ? [400, "error"] : [200, "success"]);
    }
    assert.equal((await asked("/compatibility", "")).json["code"], "BAD_REQUEST");
  });

  test("a body over the limit is refused, and so is a path that is too long", async () => {
    const { hamlet } = server.cast;
    const huge = await send({ body: "x".repeat(26 * 1024 * 1024), headers: { "content-type": "x/y" } });
    assert.equal(huge.status, 413);
    // The limit is much lower where the endpoint needs little, above all without authentication.
    for (const [path, length] of [
      ["fetch_api_key", 16 * 1024 + 1],
      ["users/me/presence", 100_000],
      ["users/me/avatar", 9 * 1024 * 1024],
    ] as const) {
      const large = "x".repeat(length);
      for (const body of [large, new Blob([large]).stream()]) {
        const init = { method: "POST", headers: { "content-type": "x/y" }, body, duplex: "half", as: hamlet };
        assert.equal((await raw(`${api}/${path}`, init as RequestInit)).status, 413, path);
      }
    }
    const long = await raw(`${api}/${"x".repeat(9000)}`, { as: hamlet });
    assert.equal(long.status, 414);
    for (const [path, status] of [
      ["users/%zz", 400],
      ["navigation_views/%", 400],
      [`users/${"x".repeat(2000)}`, 414],
    ] as const) {
      const answer = await raw(`${api}/${path}`, { as: hamlet });
      assert.deepEqual(
        [answer.status, answer.json["result"], answer.json["code"]],
        [status, "error", "BAD_REQUEST"],
        path,
      );
      assert.deepEqual(Object.keys(answer.json), ["result", "msg", "code"]);
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    }
  });

  test("missing, malformed and wrong credentials get 401 with different reasons", async () => {
    const { hamlet, othello } = server.cast;
    const me = (authorization?: string) =>
      raw(`${api}/users/me`, authorization === undefined ? {} : { headers: { authorization } });
    const cases: [string | undefined, number, string][] = [
      [undefined, 401, "UNAUTHORIZED"],
      ["Bearer x", 400, "BAD_REQUEST"],
      ["Basic !!!", 401, "UNAUTHORIZED"],
      [basic("a", "b:c"), 401, "UNAUTHORIZED"],
      [basic(hamlet.email, "short"), 401, "INVALID_API_KEY"],
      [basic(hamlet.email, "x".repeat(32)), 401, "INVALID_API_KEY"],
      [basic(hamlet.email, othello.apiKey), 401, "INVALID_API_KEY"],
      [basic("nobody@elsinore.example", hamlet.apiKey), 401, "INVALID_API_KEY"],
      [basic("", ""), 401, "INVALID_API_KEY"],
    ];
    for (const [header, status, code] of cases) {
      const answer = await me(header);
      assert.deepEqual([answer.status, answer.json["code"]], [status, code], header ?? "none");
      if (status === 401) assert.equal(answer.headers.get("www-authenticate"), 'Basic realm="svc"');
    }
    for (const header of [
      basic(hamlet.email.toUpperCase(), hamlet.apiKey),
      basic(`user${hamlet.id}@localhost`, hamlet.apiKey),
      basic(` ${hamlet.email} `, ` ${hamlet.apiKey} `),
      basic(hamlet.email, hamlet.apiKey).replace("Basic", "bAsIc"),
    ]) {
      assert.equal((await me(header)).status, 200, header);
    }
  });

  test("the order of checks is: method, authentication, gate, parameters, access", async () => {
    const { hamlet, iago } = server.cast;
    const users = (init: Parameters<typeof raw>[1]) => raw(`${api}/users`, init);
    assert.equal((await users({ method: "PUT" })).status, 405);
    assert.equal((await users({ method: "POST", body: "x".repeat(26 * 1024 * 1024) })).status, 401);
    assert.equal((await users({ method: "POST", as: hamlet })).json["code"], "UNAUTHORIZED_PRINCIPAL");
    assert.equal((await users({ method: "POST", as: iago })).json["code"], "REQUEST_VARIABLE_MISSING");
    const body = new URLSearchParams({ email: "a@b.example", password: "x", full_name: "A B" });
    assert.equal((await users({ method: "POST", as: iago, body })).json["msg"], "User not authorized to create users");
  });
});
