import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { browserSession } from "../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { linkTo, newcomer, startWithMail, submit } from "../test-support.ts";

const NEXT = "the undiscovered country";

suite("a forgotten password", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => void ({ server, mail, stop } = await startWithMail()));
  after(() => stop());

  const ask = (email: string) => submit(`${server.url}/accounts/password/reset/`, { email });
  const linkFor = async (email: string) => {
    assert.equal((await ask(email.toUpperCase())).status, 200);
    return linkTo(server, mail, email);
  };
  const logIn = (email: string, password: string) => ({ username: email, password });

  test("CVE-2023-41335: a user chooses a new password by a link, which ends the old one, the API key and all sessions", async () => {
    const { hamlet, cordelia } = server.cast;
    const link = await linkFor(hamlet.email);
    const page = await raw(link);
    assert.match(page.text, /autocomplete="new-password"/);
    assert.match(page.text, /value="hamlet@elsinore.example"[^>]* readonly/);
    assert.equal((await submit(link, { password: "password" })).status, 400);
    assert.equal((await submit(link, { password: "x".repeat(2000) })).status, 400);
    const browser = await browserSession(server, hamlet);
    const queue = await hamlet.register({ event_types: ["message"] });
    const poll = hamlet.call("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    const others = ["desdemona", "cordelia", "polonius"] as const;
    await holds(server, async () => assert.equal((await submit(link, { password: NEXT })).status, 200), others);
    assert.deepEqual((await poll).events, [], "a poll by the old key ends");
    assert.equal((await hamlet.refused("GET /users/me")).code, "INVALID_API_KEY");
    assert.equal((await browser.refused("GET /users/me")).status, 401, "a browser's session ends, too");
    const again = await newcomer(server, hamlet.email, NEXT);
    await cordelia.call("POST /messages", { type: "direct", to: [hamlet.id], content: "my lord?" });
    const { events } = await again.call("GET /events", {
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
      dont_block: true,
    });
    assert.deepEqual(
      events.map(({ type }) => type),
      ["message"],
      "the queue goes on with the new key",
    );
    const old = await server.anonymous.refused("POST /fetch_api_key", logIn(hamlet.email, PASSWORD));
    assert.equal(old.code, "AUTHENTICATION_FAILED");
    // Not the mail about the login, which comes where the account is older than a minute.
    await mail.next(hamlet.email, /password for Elsinore has changed/);
    assert.equal((await submit(link, { password: "another country again" })).status, 404, "a link works once");
    const [dump] = await server.database.sql`
      select string_agg(t::text, '') as all from (select p::text as t from password p union all select m::text from mail m
        union all select r::text from password_reset r union all select e::text from event_log e) as rows`;
    const kept = `${JSON.stringify(dump)}${server.output()}`;
    const [, token = "none"] = /reset\/(\w+)/.exec(link) ?? [];
    assert.ok(!kept.includes(NEXT) && !kept.includes(token), "neither password nor link is kept");
  });

  test("CVE-2026-3590, CVE-2025-12421, CVE-2025-13324: a link changes one password once, however many use it", async () => {
    const { othello } = server.cast;
    const link = await linkFor(othello.email);
    const passwords = Array.from({ length: 8 }, (_, n) => `undiscovered country no ${n}`);
    const responses = await Promise.all(passwords.map((password) => submit(link, { password })));
    assert.deepEqual(
      [200, 404].map((status) => responses.filter((response) => response.status === status).length),
      [1, 7],
    );
    const won = passwords[responses.findIndex(({ status }) => status === 200)] ?? "";
    await newcomer(server, othello.email, won);
    await mail.next(othello.email);
  });

  test("CVE-2021-43791, CVE-2020-14215: a link ends after two hours, and when the password or the address changes", async () => {
    const { cordelia, desdemona, iago } = server.cast;
    const late = await linkFor(cordelia.email);
    await server.database.sql`update password_reset set created_at = created_at - interval '121 minutes'`;
    assert.deepEqual([(await raw(late)).status, (await submit(late, { password: NEXT })).status], [404, 404]);
    const first = await linkFor(cordelia.email);
    await cordelia.call("PATCH /settings", { old_password: PASSWORD, new_password: "nothing will come of nothing" });
    assert.equal((await submit(first, { password: NEXT })).status, 404);
    const second = await linkFor(cordelia.email);
    await server.database.sql`update account set can_change_user_emails = true where id = ${desdemona.id}`;
    const moved = await startTestServer({ database: server.database });
    await moved.cast.desdemona.call("PATCH /users/{user_id}", {
      user_id: cordelia.id,
      new_email: "queen@france.example",
    });
    assert.equal((await submit(second, { password: NEXT })).status, 404);
    const gone = await linkFor(iago.email);
    await desdemona.call("DELETE /users/{user_id}", { user_id: iago.id });
    assert.equal((await submit(gone, { password: NEXT })).status, 404, "of a deactivated account");
  });

  test("a stranger does not learn by a reset whether an address has an account", async () => {
    const { shiva, iago } = server.cast;
    const pages = [];
    for (const email of [shiva.email, "nobody@elsinore.example", iago.email]) {
      const { status, text } = await ask(email);
      pages.push(`${status} ${text.replaceAll(email, "…")}`);
    }
    assert.equal(new Set(pages).size, 1);
    assert.match((await mail.next(shiva.email)).text, /Choose a password/);
    assert.match((await mail.next("nobody@elsinore.example")).text, /No account in Elsinore/);
    const deactivated = (await mail.next(iago.email)).text;
    assert.match(deactivated, /deactivated/);
    assert.doesNotMatch(deactivated, /password\/reset/);
    assert.equal((await ask("nonsense")).status, 400);
    assert.equal((await raw(`${server.url}/accounts/password/reset/${"x".repeat(32)}/`)).status, 404);
  });

  test("a user is sent to the operator where the server sends no mail", async () => {
    const silent = await startTestServer();
    const page = `${silent.url}/accounts/password/reset/`;
    assert.match((await raw(page)).text, /sends no mail.*parley reset-password/);
    assert.equal((await submit(page, { email: silent.cast.hamlet.email })).status, 400);
  });
});

test("forms are limited by address and by recipient, for those with an account as for others", async () => {
  const { server, mail, stop } = await startWithMail({ rateLimit: "on" });
  const ask = (email: string) => submit(`${server.url}/accounts/password/reset/`, { email });
  for (const email of [server.cast.hamlet.email, "nobody@elsinore.example"]) {
    const statuses = [(await ask(email)).status, (await ask(email)).status];
    assert.deepEqual(statuses, [200, 200]);
    const third = await ask(email.toUpperCase());
    assert.equal(third.status, 429);
    assert.match(third.headers.get("retry-after") ?? "", /^\d+$/);
    assert.match(third.text, /Too many attempts/);
  }
  assert.equal((await submit(`${server.url}/register/`, { email: "x" })).status, 400);
  const join = `${server.url}/join/${"x".repeat(32)}1/`;
  for (let sent = 7; sent < 60; sent += 1) await submit(join, {});
  assert.equal((await submit(join, {})).status, 429, "sixty forms an hour from one address");
  assert.equal((await raw(join)).status, 404, "pages can still be opened");
  await mail.next("nobody@elsinore.example");
  await stop();
});
