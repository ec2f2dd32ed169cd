import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { before, suite, test } from "node:test";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { makeLoginLink } from "#domains/people/sessions/login-link.ts";
import { browserSession, SAME_ORIGIN } from "../harness/browser.ts";
import { PASSWORD, REALM_ID } from "../harness/cast.ts";
import { atHost } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const logIn = (server: TestServer, username: string, password: string) =>
  fetch(`${server.url}/json/login`, {
    method: "POST",
    headers: SAME_ORIGIN,
    body: new URLSearchParams({ username, password }),
  });

suite("logging in by a browser", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const link = (userId: number) => makeLoginLink(server.database.sql, REALM_ID, userId);
  const open = (path: string) => fetch(`${server.url}${path}`, { redirect: "manual" });

  test("CVE-2026-3590, CVE-2025-12421, CVE-2025-13324: a link that is opened twenty times at once logs in once", async () => {
    const path = await link(server.cast.hamlet.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(path)));
    const cookies = answers.filter((answer) => answer.headers.has("set-cookie"));
    assert.deepEqual([cookies.length, answers.filter(({ status }) => status === 410).length], [1, 19]);
    assert.equal((await server.cast.hamlet.call("GET /sessions")).sessions.length, 1);
  });

  test("CVE-2021-43791, CVE-2020-14215: a link that is too old, or older than a new password, logs nobody in", async () => {
    const { othello } = server.cast;
    const old = await link(othello.id);
    await server.database.sql`update login_link set expires_at = now() - interval '1 second'`;
    assert.equal((await open(old)).status, 410);
    const before = await link(othello.id);
    await othello.call("PATCH /settings", { old_password: PASSWORD, new_password: "another very good password" });
    assert.equal((await open(before)).status, 410);
    await othello.call("PATCH /settings", { old_password: "another very good password", new_password: PASSWORD });
  });

  test("CVE-2023-32682: a deactivated account logs in nowhere", async () => {
    const { desdemona, cordelia } = server.cast;
    const early = await link(cordelia.id);
    await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    const late = await link(cordelia.id);
    for (const path of [early, late]) {
      const answer = await open(path);
      assert.deepEqual([answer.status, answer.headers.get("set-cookie")], [410, null]);
    }
    const answer = await logIn(server, cordelia.email, PASSWORD);
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [401, "USER_DEACTIVATED"]);
    assert.equal(answer.headers.get("set-cookie"), null);
  });

  test("CVE-2024-56136: a wrong password and an unknown account are answered alike", async () => {
    const answers = await Promise.all(
      [server.cast.hamlet.email, "nobody@elsinore.example"].map(async (name) => {
        const answer = await logIn(server, name, "wrong");
        return [answer.status, await answer.text(), answer.headers.get("set-cookie")];
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(answers[0]?.[0], 401);
  });

  test("CVE-2019-5885, CVE-2019-11842: no two cookies are alike, and nobody can guess one", async () => {
    const cookies = await Promise.all([1, 2, 3].map(() => browserSession(server, server.cast.iago)));
    const values = cookies.map(({ cookie }) => cookie.split("=")[1] as string);
    for (const value of values)
      assert.match(value, /^[A-Za-z0-9]{64}$/, "190 bits, and 190 that show that they are ours");
    assert.equal(new Set(values.flatMap((value) => [value.slice(0, 32), value.slice(32)])).size, 6);
  });

  test("CVE-2026-26233, CVE-2024-4183: nobody has more than a hundred sessions; the one that was unused for longest goes", async () => {
    const { id, email } = server.cast.shiva;
    const oldest = await browserSession(server, { email });
    for (let n = 0; n < 100; n += 1) await open(await link(id));
    const { sessions } = await server.cast.shiva.call("GET /sessions");
    assert.equal(sessions.length, 100);
    assert.equal((await oldest.fetch("/json/users/me")).status, 401);
  });
});

test("CVE-2024-48872, CVE-2026-26233: guesses at /json/login and at /api/v1/fetch_api_key count together, also at once", async () => {
  const server = await startTestServer({ rateLimit: "on" });
  const { email } = server.cast.hamlet;
  const byKey = () =>
    fetch(`${server.url}/api/v1/fetch_api_key`, {
      method: "POST",
      body: new URLSearchParams({ username: email, password: "guess" }),
    });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? byKey() : logIn(server, email, "guess"))),
  );
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  assert.deepEqual([count(401), count(429)], [5, 5]);
  assert.equal((await logIn(server, email, PASSWORD)).status, 429);
});

test("CVE-2022-21706, CVE-2017-0910: a session and a link of one organization open nothing in another", async () => {
  const server = await startTestServer();
  const { hamlet } = server.cast;
  const lear = await createOrganization(server.database.sql, {
    subdomain: "lear",
    name: "Lear",
    owner: { email: "lear@lear.example", fullName: "Lear", passwordHash: "none" },
  });
  const theirs = await makeLoginLink(server.database.sql, lear.realmId, lear.owner.id);
  await until(
    () => atHost(server.url, "lear.localhost", "/api/v1/server_settings"),
    ({ text }) => text.includes("Lear"),
  );
  const at = (host: string, path: string, cookie?: string) =>
    atHost(server.url, host, path, { headers: cookie === undefined ? {} : { cookie } });
  assert.equal((await at("localhost", theirs)).status, 410);
  assert.equal((await at("lear.localhost", theirs)).status, 303, "in its own it is good all the same");
  const { cookie } = await browserSession(server, hamlet);
  assert.equal((await at("localhost", "/json/users/me", cookie)).status, 200);
  assert.equal((await at("lear.localhost", "/json/users/me", cookie)).status, 401);
});

test("CVE-2026-30831: one place alone reads the cookies of a request", () => {
  const files = globSync("src/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  assert.ok(files.length > 300);
  const readers = files.filter((file) => /headers(\.cookie|\["cookie"\])/.test(readFileSync(file, "utf8")));
  assert.deepEqual(readers, ["src/api/browser/cookie.ts"]);
});

test("over plain http the cookie has another name, and behind a proxy that speaks https it is secure", async () => {
  const server = await startTestServer({
    flags: ["--public-url", "https://chat.example", "--trusted-proxies", "127.0.0.1"],
  });
  const path = () => makeLoginLink(server.database.sql, REALM_ID, server.cast.hamlet.id);
  const cookieAt = async (host: string, headers: Record<string, string> = {}) => {
    const link = await path();
    return new Promise<string>((resolve, reject) => {
      request(`${server.url}${link}`, { headers: { host, ...headers } }, (response) => {
        response.resume();
        resolve(response.headers["set-cookie"]?.[0] ?? "");
      })
        .on("error", reject)
        .end();
    });
  };
  assert.match(await cookieAt("192.0.2.5:9991"), /^parley=\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  const secure = /^__Host-parley=\w+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/;
  assert.match(await cookieAt("chat.example"), secure);
  assert.match(await cookieAt("chat.lan", { "x-forwarded-proto": "https" }), secure);
  assert.match(await cookieAt("localhost:9991"), secure);
});
