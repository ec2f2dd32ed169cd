import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { startWithMail } from "#domains/entry/test-support.ts";
import {
  type BrowserSession,
  browserSession,
  browserWith,
  cookieSetBy,
  SAME_ORIGIN,
} from "../../../../test/harness/browser.ts";
import { PASSWORD, SECRET } from "../../../../test/harness/cast.ts";
import { runCommandHere } from "../../../../test/harness/command.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { codeOf, turnOn } from "./test-support.ts";

const logIn = async ({ url }: TestServer, { email }: CastMember, fields: Record<string, string> = {}) => {
  const body = new URLSearchParams({ username: email, password: PASSWORD, ...fields });
  const response = await fetch(`${url}/json/login`, { method: "POST", headers: SAME_ORIGIN, body });
  const { code, msg } = (await response.json()) as { code?: string; msg: string };
  return { status: response.status, code, msg, response };
};

suite("two-step login", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => void ({ server, mail, stop } = await startWithMail()));
  after(() => stop());

  const outcome = async (person: CastMember, fields: Record<string, string> = {}) => {
    const { status, code } = await logIn(server, person, fields);
    return code ?? String(status);
  };

  test("asks for a code beside the password once a right code was shown, and each code works once", async () => {
    const { hamlet } = server.cast;
    const { secret, url, qr_code: qrCode } = await hamlet.call("POST /users/me/two_step");
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.match(url, /^otpauth:\/\/totp\/Elsinore:hamlet%40elsinore.example\?.*period=30$/);
    assert.match(qrCode, /^<svg /);
    assert.equal(await outcome(hamlet), "200", "what was only begun is not asked for");
    const wrong = await hamlet.refused("POST /users/me/two_step/confirm", { code: "000000" });
    assert.match(wrong.body["msg"] as string, /^This code is not right/);
    const confirmed = await hamlet.call("POST /users/me/two_step/confirm", { code: codeOf(secret, -30) });
    assert.equal(new Set(confirmed.recovery_codes).size, 10);
    for (const code of confirmed.recovery_codes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    assert.match((await mail.next(hamlet.email, /Two-step/)).text, /asks for a\s+code/);
    assert.deepEqual(
      await hamlet
        .call("GET /users/me/two_step")
        .then(({ is_enabled, recovery_codes_left }) => [is_enabled, recovery_codes_left]),
      [true, 10],
    );
    assert.equal(await outcome(hamlet), "TWO_STEP_REQUIRED");
    assert.equal(await outcome(hamlet, { password: "wrong" }), "AUTHENTICATION_FAILED");
    assert.equal(await outcome(hamlet, { password: "wrong", code: codeOf(secret) }), "AUTHENTICATION_FAILED");
    for (const code of ["", "12345", "1234567", "٠١٢٣٤٥", codeOf(secret, -30), codeOf(secret, 300)])
      assert.equal(await outcome(hamlet, { code }), "AUTHENTICATION_FAILED", code);
    const both = await Promise.all(
      [0, 1].map(() => outcome(hamlet, { code: ` ${codeOf(secret).replace(/^.../, "$& ")} ` })),
    );
    assert.deepEqual(
      both.sort((a, b) => a.localeCompare(b)),
      ["200", "AUTHENTICATION_FAILED"],
      "of two at once one gets in",
    );
    assert.equal(await outcome(hamlet, { code: codeOf(secret) }), "AUTHENTICATION_FAILED");
    assert.equal(await outcome(hamlet, { code: codeOf(secret, 30) }), "200", "a phone may be half a minute fast");
  });

  test("lets somebody in by a recovery code, however it is written, once, and tells them", async () => {
    const { cordelia } = server.cast;
    const { recoveryCodes } = await turnOn(cordelia);
    const [first = "", second = ""] = recoveryCodes;
    const written = first.toLowerCase().replaceAll("-", " ");
    const both = await Promise.all([0, 1].map(() => outcome(cordelia, { recovery_code: written })));
    assert.deepEqual(
      both.sort((a, b) => a.localeCompare(b)),
      ["200", "AUTHENTICATION_FAILED"],
    );
    assert.match((await mail.next(cordelia.email, /recovery code was/)).text, /left: 9/);
    assert.equal(await outcome(cordelia, { recovery_code: first }), "AUTHENTICATION_FAILED");
    const { recovery_codes: others } = await cordelia.call("POST /users/me/two_step/recovery_codes");
    assert.equal(await outcome(cordelia, { recovery_code: second }), "AUTHENTICATION_FAILED", "it was replaced");
    assert.equal(await outcome(cordelia, { recovery_code: others[0] as string }), "200");
    assert.equal((await cordelia.call("GET /users/me/two_step")).recovery_codes_left, 9);
  });

  test("keeps a password from being enough for a key, but not where both steps were shown", async () => {
    const { othello } = server.cast;
    const browser = await browserSession(server, othello);
    await turnOn(othello);
    const login = { username: othello.email, password: PASSWORD };
    const refused = await server.anonymous.refused("POST /fetch_api_key", login);
    assert.deepEqual([refused.status, refused.code], [401, "TWO_STEP_REQUIRED"]);
    assert.match(refused.body["msg"] as string, /create an API key in the settings/);
    const another = await browserSession(server, server.cast.iago);
    const fetchKey = (by: BrowserSession) =>
      by.fetch("/json/fetch_api_key", { method: "POST", body: new URLSearchParams(login) });
    assert.equal((await fetchKey(another)).status, 401);
    assert.equal((await fetchKey(browser)).status, 200);
    assert.equal((await othello.call("GET /users/me")).user_id, othello.id, "the key that there is stays");
  });

  test("is turned off by its user, and by the operator, who are told apart in the audit log", async () => {
    const { polonius } = server.cast;
    const { secret } = await turnOn(polonius);
    const again = await polonius.refused("POST /users/me/two_step");
    assert.equal(again.body["msg"], "Two-step login is on already.");
    assert.equal((await polonius.refused("POST /users/me/two_step/confirm", { code: codeOf(secret) })).status, 400);
    await polonius.call("DELETE /users/me/two_step");
    assert.match((await mail.next(polonius.email, /turned off/)).text, /Two-step/);
    assert.equal(await outcome(polonius), "200");
    for (const call of ["DELETE /users/me/two_step", "POST /users/me/two_step/recovery_codes"] as const)
      assert.equal((await polonius.refused(call)).body["msg"], "Two-step login is not on.");
    assert.match(
      (await polonius.refused("POST /users/me/two_step/confirm", { code: codeOf(secret) })).body["msg"] as string,
      /was not begun/,
    );
    await turnOn(polonius);
    const { code } = await runCommandHere(["reset-two-step", polonius.email, "--database-url", server.database.url], {
      PARLEY_SECRET: SECRET,
    });
    assert.equal(code, 0);
    assert.equal(await outcome(polonius), "200");
    const { entries } = await server.cast.iago.call("GET /audit_log", { action: "two_step" });
    const own = entries.filter(({ target }) => target.id === String(polonius.id));
    assert.deepEqual(
      own.map(({ action, actor }) => [action, actor.kind]),
      [
        ["two_step.disabled", "operator"],
        ["two_step.enabled", "user"],
        ["two_step.disabled", "user"],
        ["two_step.enabled", "user"],
      ],
    );
  });

  test("is begun anew where it was not confirmed, and ends with an hour", async () => {
    const { shiva } = server.cast;
    const { secret: before } = await shiva.call("POST /users/me/two_step");
    const { secret } = await shiva.call("POST /users/me/two_step");
    assert.notEqual(before, secret);
    await server.database
      .sql`update two_step set begun_at = begun_at - interval '61 minutes' where user_id = ${shiva.id}`;
    const late = await shiva.refused("POST /users/me/two_step/confirm", { code: codeOf(secret) });
    assert.match(late.body["msg"] as string, /too long ago/);
    assert.equal((await shiva.call("GET /users/me/two_step")).is_enabled, false);
  });

  test("is known to administrators by name, and its secrets to nobody", async () => {
    const { desdemona, iago, hamlet, shiva } = server.cast;
    const queue = await iago.register({ event_types: ["two_step"] });
    const other = await shiva.register({ event_types: ["two_step"] });
    const { secret, recoveryCodes } = await turnOn(desdemona);
    const { user_ids } = await iago.call("GET /realm/two_step");
    assert.ok(user_ids.includes(desdemona.id) && user_ids.includes(hamlet.id) && !user_ids.includes(shiva.id));
    assert.partialDeepStrictEqual(await iago.drain(queue), [
      { type: "two_step", op: "update", user_id: desdemona.id, is_enabled: true },
    ]);
    assert.deepEqual(await shiva.drain(other), []);
    const [dump] = await server.database.sql<{ all: string }[]>`
      select string_agg(t, '') as all from (select to_jsonb(s)::text as t from two_step s union all
        select to_jsonb(r)::text from recovery_code r union all select to_jsonb(e)::text from event_log e union all
        select to_jsonb(a)::text from audit_event a) as rows`;
    const kept = `${dump?.all ?? ""}${server.output()}`;
    assert.match(kept, /two_step_changed/);
    for (const word of [secret, ...recoveryCodes]) assert.ok(!kept.includes(word));
  });
});

test("somebody who knows the password guesses five codes, and then waits; a recovery code lets its owner in", async () => {
  const server = await startTestServer({ rateLimit: "on" });
  const { hamlet, othello } = server.cast;
  const { secret, recoveryCodes } = await turnOn(hamlet);
  const guesses = await Promise.all(Array.from({ length: 5 }, () => logIn(server, hamlet, { code: "000000" })));
  assert.deepEqual(new Set(guesses.map(({ status }) => status)), new Set([401]));
  const sixth = await logIn(server, hamlet, { code: codeOf(secret) });
  assert.deepEqual([sixth.status, sixth.code], [429, "RATE_LIMIT_HIT"]);
  assert.ok(Number(sixth.response.headers.get("retry-after")) > 50);
  assert.equal((await logIn(server, hamlet, { recovery_code: recoveryCodes[0] as string })).status, 200);
  const { secret: others } = await turnOn(othello);
  assert.equal((await logIn(server, othello, { code: codeOf(others) })).status, 200);
});

test("another process asks for the second step, and takes no code that one of them took", async () => {
  const first = await startTestServer();
  const second = await startTestServer({ database: first.database });
  const { hamlet } = first.cast;
  const { secret } = await turnOn(hamlet);
  assert.equal((await logIn(second, hamlet)).code, "TWO_STEP_REQUIRED");
  const code = codeOf(secret);
  const answer = await logIn(first, hamlet, { code });
  assert.equal(answer.status, 200);
  assert.equal((await logIn(second, hamlet, { code })).code, "AUTHENTICATION_FAILED");
  const browser = browserWith(first.url, cookieSetBy(answer.response));
  assert.equal((await browser.call("GET /users/me/two_step")).is_enabled, true);
  const refused = await browser.refused("DELETE /users/me/two_step");
  assert.equal(refused.code, "CONFIRMATION_REQUIRED");
  await browser.call("DELETE /users/me/two_step", { password: PASSWORD });
  assert.equal((await logIn(second, hamlet)).status, 200);
  await second.stop();
});
