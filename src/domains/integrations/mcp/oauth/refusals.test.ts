import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { browserSession } from "../../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../../test/harness/cast.ts";
import { raw } from "../../../../../test/harness/raw.ts";
import { openTestRealm } from "../../../../../test/harness/realm.ts";
import type { TestServer } from "../../../../../test/harness/server.ts";
import { PING, send, startForAgents } from "../test-support.ts";
import { removeOldGrants } from "./cleanup.ts";
import {
  ALL_FIELDS,
  answered,
  asking,
  challengeOf,
  codeOf,
  exchanged,
  post,
  question,
  REDIRECT,
  refreshed,
  registerProgram,
  startForStrangers,
  type TokenAnswer,
  tokensOf,
} from "./test-support.ts";

suite("what OAuth refuses", () => {
  let server: TestServer;
  before(async () => {
    server = await startForStrangers();
  });

  const opens = async (token: string) => {
    const { status } = await send(server, PING, { authorization: `Bearer ${token}` });
    assert.ok(status === 200 || status === 401);
    return status === 200;
  };
  const errorOf = ({ status, json }: { status: number; json: Record<string, unknown> }) => [status, json["error"]];
  const INVALID_GRANT = [400, "invalid_grant"];

  test("nobody is sent to an address that a program has not registered, and programs hear what is wrong with a request", async () => {
    const { id } = await registerProgram(server, {
      redirect_uris: [REDIRECT, "https://app.example/back", "app.example:/back"],
    });
    const browser = await browserSession(server, server.cast.hamlet);
    const shownFor = async (changes: Record<string, string | undefined>) =>
      question(browser, asking(server, id, changes).url);
    for (const redirect_uri of [
      ...[
        "https://evil.example/back",
        "https://app.example/back/",
        "https://app.example:444/back",
        "http://app.example/back",
      ],
      ...["http://127.0.0.1:7777/other", "http://localhost:7777/callback", "http://127.0.0.1:7777/callback?a=1"],
      ...["https://app.example/back#x", "app.example:/other", "javascript:alert(1)", "", "//evil.example"],
    ]) {
      const { status, text, next } = await shownFor({ redirect_uri });
      assert.deepEqual([status, next], [400, undefined], redirect_uri);
      assert.match(text, /does not send people to where it says/);
    }
    for (const redirect_uri of ["https://app.example/back", "http://127.0.0.1:1234/callback", "app.example:/back"]) {
      const { status, text } = await shownFor({ redirect_uri });
      assert.equal(status, 200, text);
    }
    assert.equal((await shownFor({ client_id: "nobody" })).status, 400);
    const told = async (changes: Record<string, string | undefined>) => {
      const { next } = await shownFor(changes);
      const { searchParams: told } = next ?? new URL("http://nowhere");
      assert.equal(told.get("code"), null);
      assert.equal(told.get("iss"), server.url);
      return told.get("error");
    };
    assert.equal(await told({ response_type: "token" }), "unsupported_response_type");
    assert.equal(await told({ code_challenge: undefined }), "invalid_request");
    assert.equal(await told({ code_challenge_method: "plain" }), "invalid_request");
    assert.equal(await told({ code_challenge_method: undefined }), "invalid_request");
    assert.equal(await told({ resource: "https://other.example/mcp" }), "invalid_target");
    assert.equal(await told({ resource: undefined }), "invalid_target");
    assert.equal(await told({ scope: "everything" }), "invalid_scope");
    assert.equal(await told({ state: "x".repeat(2001) }), "invalid_request");
  });

  test("a person is asked on a page that no other site can show or send, and shows that it is them", async () => {
    const { hamlet, othello } = server.cast;
    const { id } = await registerProgram(server, { client_name: "<b>Evil</b> \u202efoo" });
    const { url } = asking(server, id, { scope: "messages:read users:write", state: "kept" });
    const stranger = await raw(url.href);
    assert.match(stranger.text, /Log in first/);
    assert.ok(stranger.text.includes(`/login?next=${encodeURIComponent("/oauth/authorize?").slice(0, 10)}`));
    const browser = await browserSession(server, hamlet);
    const { text } = await question(browser, url);
    assert.match(text, /Connect &lt;b&gt;Evil&lt;\/b&gt; foo\?/);
    assert.match(text, /nobody has checked it/);
    assert.match(text, /a program on this computer/);
    assert.ok(text.includes("scope_messages_read") && !text.includes("scope_messages_write"));
    assert.match(text, /href="http:\/\/127.0.0.1:7777\/callback\?error=access_denied&amp;state=kept&amp;iss=/);
    const { headers } = await browser.fetch(url.pathname + url.search);
    assert.deepEqual([headers.get("x-frame-options"), headers.get("cache-control")], ["DENY", "no-store"]);
    const refusedOf = async (fields: Record<string, string>, sent: Record<string, string> = {}) => {
      const { status, next, text: said } = await answered(browser, url, fields, sent);
      assert.equal(next, undefined);
      return [status, /<p class="(?:error|alert)"[^>]*>([^<]*)</.exec(said)?.[1]];
    };
    const good = { ...ALL_FIELDS, password: PASSWORD };
    assert.deepEqual(await refusedOf({ password: PASSWORD }), [400, "Choose what the assistant is allowed to do."]);
    assert.deepEqual(await refusedOf(ALL_FIELDS), [400, "Enter your password."]);
    assert.deepEqual(await refusedOf({ ...good, password: "wrong" }), [400, "Wrong password!"]);
    assert.equal((await refusedOf(good, { "sec-fetch-site": "cross-site" }))[0], 403);
    // More than was asked for is not given, whatever the form says.
    const { scope } = await tokensOf(server, hamlet, { ...good }, id);
    assert.equal(scope, "channels:read messages:read messages:write users:read");
    const { next } = await answered(browser, url, good);
    assert.equal(next?.searchParams.get("state"), "kept");
    const confirmed = await browserSession(server, othello);
    await confirmed.fetch("/json/sessions/confirm", {
      method: "POST",
      body: new URLSearchParams({ password: PASSWORD }),
    });
    assert.ok(!(await question(confirmed, url)).text.includes('type="password"'));
    const { next: withoutPassword } = await answered(confirmed, url, ALL_FIELDS);
    assert.ok(withoutPassword?.searchParams.has("code"));
  });

  test("a code is exchanged once, by its program, with its verifier, within a minute", async () => {
    const { hamlet, cordelia } = server.cast;
    const { id: other } = await registerProgram(server);
    for (const changes of [
      { code_verifier: "x".repeat(43) },
      { client_id: other },
      { redirect_uri: "http://127.0.0.1:7778/callback" },
      { code: "x".repeat(32) },
    ]) {
      const fetched = await codeOf(server, hamlet);
      assert.deepEqual(errorOf(await exchanged(server, fetched, changes)), INVALID_GRANT, JSON.stringify(changes));
      // Only a code that does not exist leaves the good one as it is.
      const { status } = await exchanged(server, fetched);
      assert.equal(status, "code" in changes ? 200 : 400);
    }
    const late = await codeOf(server, hamlet);
    await server.database.sql`update oauth_code set created_at = now() - interval '61 seconds'`;
    assert.deepEqual(errorOf(await exchanged(server, late)), INVALID_GRANT);
    const twice = await codeOf(server, cordelia);
    const { access_token: access } = (await exchanged(server, twice)).json as unknown as TokenAnswer;
    assert.ok(await opens(access));
    assert.deepEqual(errorOf(await exchanged(server, twice)), INVALID_GRANT);
    assert.ok(!(await opens(access)), "who used it first may have been the thief");
    const together = await codeOf(server, cordelia);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchanged(server, together)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.deepEqual(errorOf(await exchanged(server, twice, { resource: "https://other.example/mcp" })), [
      400,
      "invalid_target",
    ]);
    assert.deepEqual(errorOf(await post(server, "/oauth/token", { grant_type: "password" })), [
      400,
      "unsupported_grant_type",
    ]);
    assert.deepEqual(errorOf(await post(server, "/oauth/token", { grant_type: "refresh_token" })), [
      400,
      "invalid_request",
    ]);
  });

  test("a refresh token works once: a second use ends the family, and so does neither a guess nor another program", async () => {
    const { hamlet } = server.cast;
    const first = await tokensOf(server, hamlet);
    const { json, status } = await refreshed(server, first.refresh_token, first.id);
    const second = json as unknown as TokenAnswer;
    assert.equal(status, 200);
    assert.deepEqual([await opens(first.access_token), await opens(second.access_token)], [false, true]);
    for (const [token, id] of [
      ["x".repeat(64), first.id],
      [second.refresh_token, "another"],
      [`${"x".repeat(32)}${second.refresh_token.slice(32)}`, first.id],
    ] as const) {
      assert.deepEqual(errorOf(await refreshed(server, token, id)), INVALID_GRANT);
      assert.ok(await opens(second.access_token));
    }
    const third = (await refreshed(server, second.refresh_token, first.id)).json as unknown as TokenAnswer;
    assert.deepEqual(errorOf(await refreshed(server, first.refresh_token, first.id)), INVALID_GRANT);
    assert.ok(!(await opens(third.access_token)));
    assert.deepEqual(errorOf(await refreshed(server, third.refresh_token, first.id)), INVALID_GRANT);
    const rows = await server.database.sql`select * from oauth_grant natural join oauth_code`;
    assert.ok(!JSON.stringify(rows).includes(third.refresh_token.slice(0, 32)), "no secret is stored");
  });

  test("a program gives its tokens back by either of them, and hears the same of what is unknown", async () => {
    const { hamlet } = server.cast;
    for (const which of ["access_token", "refresh_token"] as const) {
      const tokens = await tokensOf(server, hamlet);
      for (const token of [tokens.refresh_token.slice(0, 32), "x".repeat(64), hamlet.apiKey])
        assert.equal((await post(server, "/oauth/revoke", { token })).status, 200);
      assert.ok(await opens(tokens.access_token));
      const { status, text } = await post(server, "/oauth/revoke", { token: tokens[which] });
      assert.deepEqual([status, text], [200, "{}\n"]);
      assert.ok(!(await opens(tokens.access_token)));
      assert.deepEqual(errorOf(await refreshed(server, tokens.refresh_token, tokens.id)), INVALID_GRANT);
    }
    const { api_key } = await hamlet.call("POST /users/me/api_keys", { name: "a key of another kind" });
    await post(server, "/oauth/revoke", { token: api_key });
    assert.ok(await opens(api_key), "other keys are none of OAuth's");
  });

  test("the same program of the same person has one grant, and a program that is let in by nobody is forgotten after a day", async () => {
    const { othello } = server.cast;
    const first = await tokensOf(server, othello);
    const second = await tokensOf(server, othello, undefined, first.id);
    assert.deepEqual([await opens(first.access_token), await opens(second.access_token)], [false, true]);
    const { id: unused } = await registerProgram(server);
    const { realm, db } = await openTestRealm(server.database);
    const known = async () =>
      (await server.database.sql<{ id: string }[]>`select id from oauth_client`).map(({ id }) => id);
    await removeOldGrants(realm, undefined as never);
    assert.ok((await known()).includes(unused));
    await server.database.sql`update oauth_client set created_at = now() - interval '25 hours'`;
    await removeOldGrants(realm, undefined as never);
    assert.ok(!(await known()).includes(unused) && (await known()).includes(first.id));
    assert.ok(await opens(second.access_token));
    await server.database.sql`update oauth_grant set refreshed_at = now() - interval '91 days'`;
    assert.deepEqual(errorOf(await refreshed(server, second.refresh_token, first.id)), INVALID_GRANT);
    const third = await tokensOf(server, othello);
    await server.database.sql`update oauth_grant set refreshed_at = now() - interval '91 days'`;
    await removeOldGrants(realm, undefined as never);
    await realm.drain();
    await db.close();
    await server.cast.iago.call("PATCH /realm", { description: "The server reads the log before it writes." });
    assert.ok(!(await opens(third.access_token)));
    assert.deepEqual((await othello.call("GET /users/me/api_keys")).keys, []);
  });

  test("where keys may last for some days only, so may what an assistant is given", async () => {
    const { iago, hamlet } = server.cast;
    await iago.call("PATCH /realm", { api_key_max_days: 7 });
    const tokens = await tokensOf(server, hamlet);
    await iago.call("PATCH /realm", { api_key_max_days: "unlimited" });
    const [row] = await server.database.sql<{ days: number }[]>`
      select round(extract(epoch from ends_at - now()) / 86400)::int as days from oauth_grant where ends_at is not null`;
    assert.equal(row?.days, 7);
    await server.database.sql`update oauth_grant set ends_at = now() where ends_at is not null`;
    assert.deepEqual(errorOf(await refreshed(server, tokens.refresh_token, tokens.id)), INVALID_GRANT);
  });

  test("programs register only where the organization wants it, with redirects that people may follow, and not without end", async () => {
    const closed = await startForAgents({ rateLimit: "on" });
    assert.equal((await registerProgram(closed)).status, 404);
    const metadata = async (at: TestServer) => (await raw(`${at.url}/.well-known/oauth-authorization-server`)).json;
    assert.equal((await metadata(closed))["registration_endpoint"], undefined);
    assert.equal((await metadata(server))["registration_endpoint"], `${server.url}/oauth/register`);
    for (const said of [
      { redirect_uris: [] },
      { redirect_uris: "https://a.example/" },
      { redirect_uris: ["javascript:alert(1)"] },
      { redirect_uris: ["data:text/html,x"] },
      { redirect_uris: ["http://a.example/"] },
      { redirect_uris: ["https://a.example/#x"] },
      { redirect_uris: ["https://user:pass@a.example/"] },
      { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) },
      { redirect_uris: [`https://a.example/${"x".repeat(500)}`] },
      { token_endpoint_auth_method: "client_secret_basic" },
    ]) {
      assert.equal((await registerProgram(server, said)).status, 400, JSON.stringify(said).slice(0, 100));
    }
    assert.equal((await registerProgram(server, { client_uri: "x".repeat(6000) })).status, 413);
    await closed.cast.iago.call("PATCH /realm", { mcp_client_registration: true });
    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await registerProgram(closed)).status);
    const browser = await browserSession(closed, closed.cast.hamlet);
    const asked = [];
    for (let n = 0; n < 31; n += 1)
      asked.push((await question(browser, asking(closed, `https://nowhere.invalid/${n}`).url)).status);
    assert.deepEqual([asked.filter((status) => status === 400).length, asked.at(-1)], [30, 429]);
    assert.deepEqual(new Set(statuses), new Set([201, 429]));
    assert.equal(statuses.filter((status) => status === 429).length, 1, "the first one above counts, too");
    await server.database.sql`
      insert into oauth_client (realm_id, id, name, redirect_uris, created_at)
      select 1, 'flood' || n, 'x', '{}', now() from generate_series(1, 1000) n`;
    assert.equal((await registerProgram(server)).status, 400);
    await server.database.sql`delete from oauth_client where id like 'flood%'`;
  });

  test("everything is 404 where MCP is off, and an assistant loses what its person loses", async () => {
    const { iago, desdemona, shiva } = server.cast;
    const tokens = await tokensOf(server, shiva);
    const fetched = await codeOf(server, shiva);
    await iago.call("PATCH /realm", { mcp_access: "administrators" });
    const statusNow = async () => (await send(server, PING, { authorization: `Bearer ${tokens.access_token}` })).status;
    assert.equal(await statusNow(), 403);
    assert.deepEqual(errorOf(await refreshed(server, tokens.refresh_token, tokens.id)), INVALID_GRANT);
    assert.deepEqual(errorOf(await exchanged(server, fetched)), INVALID_GRANT);
    const browser = await browserSession(server, shiva);
    assert.match((await question(browser, asking(server, tokens.id).url)).text, /only administrators use MCP/);
    await iago.call("PATCH /realm", { mcp_access: "nobody" });
    for (const path of [
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server",
      "/oauth/authorize",
    ])
      assert.equal((await browser.fetch(path)).status, 404, path);
    for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/register"])
      assert.equal((await post(server, path, {})).status, 404, path);
    await iago.call("PATCH /realm", { mcp_access: "everyone" });
    assert.equal(await statusNow(), 200);
    await desdemona.call("DELETE /users/{user_id}", { user_id: shiva.id });
    assert.equal(await statusNow(), 401);
    assert.deepEqual(errorOf(await refreshed(server, tokens.refresh_token, tokens.id)), INVALID_GRANT);
  });

  test("who shows no token, or one that is over, hears where to ask for one", async () => {
    const { headers, json } = await raw(`${server.url}/.well-known/oauth-protected-resource/mcp`);
    assert.deepEqual(json["authorization_servers"], [server.url]);
    assert.equal(json["resource"], `${server.url}/mcp`);
    assert.equal(headers.get("access-control-allow-origin"), null);
    const of = async (sent: Record<string, string>) =>
      (await send(server, PING, sent)).headers.get("www-authenticate") ?? "";
    const where = `resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp", scope="channels:read messages:read messages:write users:read"`;
    assert.equal(await of({}), `Bearer ${where}`);
    assert.equal(await of({ authorization: `Bearer ${"x".repeat(32)}` }), `Bearer error="invalid_token", ${where}`);
    const { json: server_ } = await raw(`${server.url}/.well-known/oauth-authorization-server`);
    assert.deepEqual(server_["code_challenge_methods_supported"], ["S256"]);
    assert.equal(server_["authorization_response_iss_parameter_supported"], true);
    assert.equal(challengeOf("x").length, 43);
  });
});
