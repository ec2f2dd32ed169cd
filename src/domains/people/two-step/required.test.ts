import assert from "node:assert/strict";
import { test } from "node:test";
import { submit } from "#domains/entry/test-support.ts";
import { browserSession, browserWith, cookieSetBy, SAME_ORIGIN } from "../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { codeOf, turnOn } from "./test-support.ts";

const DAY = 86_400;

/** Another process on the same database, after the organization has required it for so many days. */
async function daysLater(server: TestServer, days: number): Promise<TestServer> {
  const { sql } = server.database;
  await sql`update account set date_joined = now() - interval '60 days'`;
  const since = Math.floor(Date.now() / 1000) - days * DAY;
  await sql`update realm set settings = settings || jsonb_build_object('two_step_required_since', ${since}::int8)`;
  return startTestServer({ database: server.database });
}

test("an owner requires two-step login, and people have seven days to set it up", async () => {
  const server = await startTestServer();
  const { desdemona, iago, hamlet } = server.cast;
  assert.equal((await iago.refused("PATCH /realm", { two_step_required: "everyone" })).code, "UNAUTHORIZED_PRINCIPAL");
  assert.equal((await hamlet.call("GET /users/me/two_step")).required_from, null);
  await desdemona.call("PATCH /realm", { two_step_required: "administrators" });
  const { required_from: from } = await iago.call("GET /users/me/two_step");
  assert.ok(Math.abs((from ?? 0) - Date.now() / 1000 - 7 * DAY) < 60);
  assert.equal((await hamlet.call("GET /users/me/two_step")).required_from, null);
  const early = await daysLater(server, 6.9);
  assert.equal((await (await browserSession(early, iago)).call("GET /users/me")).user_id, iago.id);
  await early.stop();
  const late = await daysLater(server, 7.1);
  const restricted = await (await browserSession(late, iago)).refused("GET /users/me");
  assert.deepEqual([restricted.status, restricted.code], [401, "TWO_STEP_SETUP_REQUIRED"]);
  assert.equal((await (await browserSession(late, hamlet)).call("GET /users/me")).user_id, hamlet.id);
  assert.equal((await late.cast.iago.call("GET /users/me")).user_id, iago.id, "keys stay");
  await late.cast.desdemona.call("PATCH /realm", { two_step_required: "nobody" });
  assert.equal((await (await browserSession(late, iago)).call("GET /users/me")).user_id, iago.id);
  await late.stop();
});

test("who has not set it up by then does so on a page, and nothing else before", async () => {
  const server = await startTestServer();
  await server.cast.desdemona.call("PATCH /realm", { two_step_required: "everyone" });
  await turnOn(server.cast.cordelia);
  const before = await browserSession(server, server.cast.hamlet);
  const late = await daysLater(server, 8);
  const { hamlet, cordelia } = late.cast;
  const cordeliaIn = await fetch(`${late.url}/json/login`, {
    method: "POST",
    headers: SAME_ORIGIN,
    body: new URLSearchParams({ username: cordelia.email, password: PASSWORD }),
  });
  assert.equal(((await cordeliaIn.json()) as { code: string }).code, "TWO_STEP_REQUIRED");
  const login = await fetch(`${late.url}/json/login`, {
    method: "POST",
    headers: SAME_ORIGIN,
    body: new URLSearchParams({ username: hamlet.email, password: PASSWORD }),
  });
  const { two_step_set_up: path } = (await login.json()) as { two_step_set_up: string };
  assert.equal(path, "/account/two-step/");
  for (const browser of [browserWith(late.url, cookieSetBy(login)), browserWith(late.url, before.cookie)]) {
    for (const place of [
      "/json/users/me",
      "/json/events?queue_id=x&last_event_id=1",
      "/json/users/me/two_step",
      "/user_uploads/1/ab/x.txt",
    ])
      assert.equal((await browser.fetch(place)).status, 401, place);
  }
  const fetched = await late.anonymous.refused("POST /fetch_api_key", { username: hamlet.email, password: PASSWORD });
  assert.equal(fetched.code, "TWO_STEP_REQUIRED");
  const cookie = cookieSetBy(login);
  const browser = browserWith(late.url, cookie);
  const page = `${late.url}${path}`;
  assert.match(await (await browser.fetch(path)).text(), /type="password"/);
  assert.equal((await fetch(page, { redirect: "manual" })).status, 401, "nobody without a session");
  const send = (fields: Record<string, string>) => submit(page, fields, { ...SAME_ORIGIN, cookie });
  assert.match((await send({ code: "000000" })).text, /Wrong password!/, "a code alone begins nothing");
  assert.equal((await send({ password: "wrong" })).status, 400);
  const begun = await send({ password: PASSWORD });
  assert.match(begun.text, /<svg class="qr-code" role="img" aria-label="QR code/);
  const secret = (/<pre>([A-Z2-7 ]+)<\/pre>/.exec(begun.text)?.[1] ?? "").replaceAll(" ", "");
  const wrong = await send({ code: "000000" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /This code is not right/);
  assert.ok(wrong.text.includes(secret.slice(0, 4)), "the same secret is shown again");
  assert.equal((await submit(page, { code: codeOf(secret) }, { cookie, "sec-fetch-site": "cross-site" })).status, 403);
  const done = await send({ code: codeOf(secret, -30) });
  assert.equal(done.text.match(/([A-Z2-7]{4}-){3}[A-Z2-7]{4}/g)?.length, 10);
  assert.equal((await browser.call("GET /users/me")).user_id, hamlet.id);
  assert.match(await (await browser.fetch(path)).text(), /Two-step login is on/);
  await late.stop();
});
