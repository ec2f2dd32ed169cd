import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { endpoints } from "../../src/app.ts";
import { linkTo, newcomer, startWithMail, submit } from "#domains/entry/test-support.ts";
import { makeLoginLink } from "#domains/people/sessions/login-link.ts";
import { holds } from "../events/holds.ts";
import { type BrowserSession, browserSession, browserWith, cookieSetBy } from "../harness/browser.ts";
import { PASSWORD, REALM_ID } from "../harness/cast.ts";
import type { MailBox } from "../harness/mail.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

const NEXT = "the undiscovered country";
const THIEF = "thief@venice.example";

/** Calls that a session alone may not make: enough of their arguments that nothing else refuses them first. */
const SENSITIVE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "PATCH /settings": { email: THIEF },
  "PATCH /settings/display": { email: THIEF },
  "PATCH /settings/notifications": { email: THIEF },
  "POST /users/me/api_key/regenerate": {},
  "GET /bots/{bot_id}/api_key": {},
  "POST /bots/{bot_id}/api_key/regenerate": {},
  "POST /users/me/api_keys": { name: "spy" },
  "POST /bots/{bot_id}/api_keys": { name: "spy" },
  "POST /users/me/two_step": {},
  "POST /users/me/two_step/confirm": { code: "000000" },
  "DELETE /users/me/two_step": {},
  "POST /users/me/two_step/recovery_codes": {},
  "POST /realm/identity_providers": {
    ...{ kind: "oidc", slug: "spy" },
    settings: JSON.stringify({
      display_name: "Spy",
      issuer: "https://venice.example",
      client_id: "x",
      client_auth: "none",
    }),
  },
  "PATCH /realm/identity_providers/{provider_id}": {
    settings: JSON.stringify({ display_name: "Spy", issuer: "https://venice.example", client_id: "x" }),
  },
  "DELETE /realm/identity_providers/{provider_id}": {},
  "POST /realm/scim_tokens": { name: "spy" },
  "DELETE /realm/scim_tokens/{token_id}": {},
  "POST /bots": { full_name: "Spy", short_name: "spy" },
  "PATCH /bots/{bot_id}": { service_payload_url: "https://venice.example" },
  "PATCH /users/{user_id}": { new_email: THIEF },
  "PATCH /users/{email}": { new_email: THIEF },
  "POST /users/me/apns_device_token": { token: "ab", appid: "org.example" },
  "POST /users/me/android_gcm_reg_id": { token: "x" },
  "POST /mobile_push/register": {
    token_kind: "fcm",
    push_account_id: "1",
    push_public_key: Buffer.alloc(32, 9).toString("base64"),
    bouncer_public_key: "key",
    encrypted_push_registration: "sealed",
  },
};

const answerOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { code?: string; msg?: string; way?: string; api_key?: string }),
});

suite("somebody with the session of another", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => void ({ server, mail, stop } = await startWithMail()));
  after(() => stop());

  const send = async (browser: BrowserSession, method: string, path: string, fields: Record<string, string> = {}) => {
    const body = method === "GET" ? null : new URLSearchParams(fields);
    return answerOf(await browser.fetch(`/json${path}`, { method, body }));
  };
  const confirm = (browser: BrowserSession, password = PASSWORD) =>
    send(browser, "POST", "/sessions/confirm", { password });
  const addressOf = async (id: number) => {
    const [row] = await server.database.sql`select email from account where id = ${id}`;
    return row?.["email"] as string;
  };
  const pathIn = ({ text }: { text: string }) =>
    `${server.url}${/https?:\/\/[^/\s]+(\/accounts\/[\w/]+)/.exec(text.replaceAll("=\r\n", ""))?.[1] ?? "/none"}`;
  /** Moves an account as its thief does who knows the password, or has the API key. */
  const move = async (person: { readonly email: string }, by: ReturnType<TestServer["as"]>, to: string) => {
    // Two are asked for in an hour at most.
    await server.database.sql`update email_change set created_at = created_at - interval '2 hours'`;
    await by.call("PATCH /settings", { email: to });
    assert.equal((await submit(pathIn(await mail.next(to, /Confirm your new address/)), {})).status, 200);
    return mail.next(person.email, /account in Elsinore is now/);
  };

  test("changes nothing that matters, and sees no key, at any endpoint that says so", async () => {
    const { desdemona } = server.cast;
    const declared = endpoints
      // Who logs in has no session that somebody else could have taken.
      .filter(({ errors, auth }) => auth !== "none" && errors.includes("CONFIRMATION_REQUIRED"))
      .map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(declared.sort(), Object.keys(SENSITIVE).sort());
    const bot = await desdemona.call("POST /bots", {
      full_name: "Yorick",
      short_name: "yorick",
      bot_type: 3,
      payload_url: "https://yorick.example",
    });
    const thief = await browserSession(server, desdemona);
    for (const [operation, fields] of Object.entries(SENSITIVE)) {
      const [method = "", pattern = ""] = operation.split(" ");
      const path = pattern
        .replace("{bot_id}", String(bot.user_id))
        .replace("{provider_id}", "1")
        .replace("{token_id}", "1")
        .replace("{user_id}", String(server.cast.hamlet.id))
        .replace("{email}", server.cast.hamlet.email);
      const refused = await send(thief, method, path, fields);
      assert.deepEqual(
        [refused.status, refused.code, refused.way],
        [403, "CONFIRMATION_REQUIRED", "password"],
        operation,
      );
    }
    const queue = await thief.register({ event_types: ["realm_bot"] });
    const key = await desdemona.register({ event_types: ["realm_bot"] });
    const { api_key: renewed } = await desdemona.call("POST /bots/{bot_id}/api_key/regenerate", {
      bot_id: bot.user_id,
    });
    const poll = async (queue_id: string) =>
      JSON.stringify(await thief.call("GET /events", { queue_id, last_event_id: -1, dont_block: true }));
    const seen = [
      JSON.stringify(await thief.call("GET /bots")),
      JSON.stringify(queue.realm_bots),
      await poll(queue.queue_id),
      await poll(key.queue_id),
    ];
    const token = /"token":"(\w+)"/.exec(JSON.stringify(key.realm_bots))?.[1] ?? "none";
    for (const text of seen) {
      assert.match(text, /yorick|realm_bot/);
      for (const secret of [bot.api_key, renewed, token]) assert.ok(!text.includes(secret));
    }
    assert.ok(JSON.stringify(await desdemona.drain(key)).includes(renewed), "a program has it as before");
  });

  test("does all of it once its user has shown the password, for 15 minutes, in this session alone", async () => {
    const { iago } = server.cast;
    const bot = await iago.call("POST /bots", { full_name: "Honest", short_name: "honest" });
    const [here, there] = [await browserSession(server, iago), await browserSession(server, iago)];
    assert.deepEqual((await confirm(here, "wrong")).msg, "Wrong password!");
    assert.equal((await send(here, "GET", `/bots/${bot.user_id}/api_key`)).status, 403);
    assert.equal((await confirm(here)).status, 200);
    assert.equal((await send(here, "GET", `/bots/${bot.user_id}/api_key`)).api_key, bot.api_key);
    assert.ok(JSON.stringify(await here.call("GET /bots")).includes(bot.api_key));
    assert.equal((await send(there, "GET", `/bots/${bot.user_id}/api_key`)).status, 403);
    await server.database.sql`update browser_session set confirmed_at = confirmed_at - interval '15 minutes'`;
    assert.equal((await send(here, "GET", `/bots/${bot.user_id}/api_key`)).status, 403);
    for (const path of ["/sessions/confirm", "/sessions/confirm/mail"]) {
      const foreign = { "sec-fetch-site": "cross-site" };
      assert.equal((await here.fetch(`/json${path}`, { method: "POST", headers: foreign })).status, 403);
    }
    assert.equal((await raw(`${server.url}/api/v1/sessions/confirm`, { method: "POST", as: iago })).status, 404);
  });

  test("changes the address by the password sent along, and not by a wrong one", async () => {
    const { othello } = server.cast;
    const browser = await browserSession(server, othello);
    const email = "moor@venice.example";
    assert.equal((await send(browser, "PATCH", "/settings", { email, old_password: "wrong" })).msg, "Wrong password!");
    assert.equal((await send(browser, "PATCH", "/settings", { email, old_password: PASSWORD })).status, 200);
    await mail.next(email);
    assert.match(
      (await mail.next(othello.email, /wants to change the address/)).text,
      /moor@venice\.example/,
      "the present address is told at once",
    );
  });

  test("who asked for another address before gets nothing after a new password, a new key or a deactivation", async () => {
    const { cordelia, desdemona, shiva, polonius } = server.cast;
    const ends: readonly [
      { readonly id: number; readonly email: string; readonly apiKey: string },
      () => Promise<unknown>,
    ][] = [
      [cordelia, () => cordelia.call("PATCH /settings", { old_password: PASSWORD, new_password: NEXT })],
      [shiva, () => shiva.call("POST /users/me/api_key/regenerate")],
      [
        polonius,
        async () => {
          await desdemona.call("DELETE /users/{user_id}", { user_id: polonius.id });
          await desdemona.call("POST /users/{user_id}/reactivate", { user_id: polonius.id });
        },
      ],
    ];
    for (const [{ id, email, apiKey }, end] of ends) {
      const wanted = `new-${id}@venice.example`;
      await server.as(email, apiKey).call("PATCH /settings", { email: wanted });
      const link = pathIn(await mail.next(wanted));
      await submit(`${server.url}/accounts/password/reset/`, { email });
      const reset = pathIn(await mail.next(email, /Choose a password/));
      const login = await makeLoginLink(server.database.sql, REALM_ID, id);
      await end();
      assert.equal((await submit(link, {})).status, 404, email);
      assert.equal((await submit(reset, { password: "another way to get in" })).status, 404, email);
      assert.equal((await raw(`${server.url}${login}`)).status, 410, email);
      assert.equal(await addressOf(id), email);
    }
    const { hamlet } = server.cast;
    await hamlet.call("PATCH /settings", { email: THIEF });
    const pending = pathIn(await mail.next(THIEF));
    await submit(`${server.url}/accounts/password/reset/`, { email: hamlet.email });
    const reset = pathIn(await mail.next(hamlet.email, /Choose a password/));
    assert.equal((await submit(reset, { password: PASSWORD })).status, 200);
    assert.equal((await submit(pending, {})).status, 404, "a pending change does not survive the password reset");
  });

  test("loses the account to who reads mail at its former address, for a week, whatever they have done since", async () => {
    const hamlet = await newcomer(server, server.cast.hamlet.email, PASSWORD);
    const { id, email } = server.cast.hamlet;
    const undo = pathIn(await move({ email }, hamlet, THIEF));
    // The thief has all of it now: the address, and by it the password and the key; and changes the address once more.
    await submit(`${server.url}/accounts/password/reset/`, { email: THIEF });
    assert.equal((await submit(pathIn(await mail.next(THIEF, /Choose a password/)), { password: NEXT })).status, 200);
    const thief = await newcomer(server, THIEF, NEXT);
    const undoOfThief = pathIn(await move({ email: THIEF }, thief, "den@venice.example"));
    const session = await browserSession(server, { email: "den@venice.example" }, { password: NEXT });
    await server.cast.desdemona.call("PATCH /realm", { email_changes_disabled: true });
    assert.match((await raw(undo)).text, new RegExp(email));
    assert.equal(await addressOf(id), "den@venice.example", "opening the link changes nothing");
    let page = "";
    await holds(server, async () => void (page = (await submit(undo, {})).text), ["desdemona", "iago", "othello"]);
    await server.cast.desdemona.call("PATCH /realm", { email_changes_disabled: false });
    assert.equal(await addressOf(id), email);
    assert.equal((await session.refused("GET /users/me")).status, 401);
    assert.equal((await thief.refused("GET /users/me")).code, "INVALID_API_KEY");
    for (const password of [NEXT, PASSWORD]) {
      const refused = await server.anonymous.refused("POST /fetch_api_key", { username: email, password });
      assert.equal(refused.code, "AUTHENTICATION_FAILED", "nobody knows a password that opens it");
    }
    assert.equal((await submit(undoOfThief, {})).status, 404, "the thief's own link is worth nothing");
    assert.equal((await submit(undo, {})).status, 404, "it works once");
    const reset = `${server.url}${/href="(\/accounts\/password\/reset\/\w+\/)"/.exec(page)?.[1] ?? ""}`;
    assert.equal((await submit(reset, { password: PASSWORD })).status, 200);
    await newcomer(server, email, PASSWORD);
    await mail.next("den@venice.example", /was undone/);
  });

  test("gets no link of their own when the owner takes the address back by themselves", async () => {
    const { iago } = server.cast;
    const owners = pathIn(await move(iago, iago, "iago@venice.example"));
    const back = server.as("iago@venice.example", iago.apiKey);
    const told = await move({ email: "iago@venice.example" }, back, iago.email);
    assert.doesNotMatch(told.text, /undo/);
    assert.equal((await submit(owners, {})).status, 404, "there is nothing left to undo");
    const again = pathIn(await move(iago, iago, "ensign@venice.example"));
    await server.database.sql`update email_undo set changed_at = changed_at - interval '7 days'`;
    assert.equal((await submit(again, {})).status, 404, "a link works for a week");
  });

  test("who has no password confirms by a code that was mailed, once, in the browser that asked", async () => {
    const { othello } = server.cast;
    const [here, there] = [await browserSession(server, othello), await browserSession(server, othello)];
    assert.match((await send(here, "POST", "/sessions/confirm/mail")).msg ?? "", /has a password/);
    await server.database.sql`delete from password where user_id = ${othello.id}`;
    assert.equal((await send(here, "POST", "/users/me/api_key/regenerate")).way, "mail");
    const guessed = await send(here, "POST", "/users/me/api_key/regenerate", { password: PASSWORD });
    assert.match(guessed.msg ?? "", /Wrong password/);
    assert.equal((await send(here, "POST", "/sessions/confirm/mail")).status, 200);
    const code = /^([A-Za-z0-9]{12})\r?$/m.exec((await mail.next(othello.email, /Your code/)).text)?.[1] ?? "";
    assert.match((await send(there, "POST", "/sessions/confirm", { code })).msg ?? "", /not right/);
    assert.match((await send(here, "POST", "/sessions/confirm", { code: "x".repeat(12) })).msg ?? "", /not right/);
    assert.equal((await send(here, "POST", "/sessions/confirm", { code })).status, 200);
    assert.match((await send(here, "POST", "/sessions/confirm", { code })).msg ?? "", /not right/, "once");
    const renewed = await here.fetch("/json/users/me/api_key/regenerate", { method: "POST" });
    assert.equal(renewed.status, 200);
    const next = browserWith(server.url, cookieSetBy(renewed));
    assert.equal((await send(next, "POST", "/users/me/api_key/regenerate")).status, 403, "the next session has not");
  });
});

test("guesses at the password of a session are counted, as are codes that are mailed", async () => {
  const { server, mail, stop } = await startWithMail({ rateLimit: "on" });
  const browser = await browserSession(server, server.cast.hamlet);
  const post = async (path: string, fields: Record<string, string> = {}) =>
    answerOf(await browser.fetch(path, { method: "POST", body: new URLSearchParams(fields) }));
  const guess = () => post("/json/sessions/confirm", { password: "guess" });
  const words = [];
  for (let n = 0; n < 20; n += 1) words.push((await guess()).msg);
  assert.match(words.at(-1) ?? "", /^Too many attempts/);
  assert.match((await post("/json/sessions/confirm", { password: PASSWORD })).msg ?? "", /^Too many attempts/);
  await server.database.sql`delete from password where user_id = ${server.cast.hamlet.id}`;
  const codes = [];
  for (let n = 0; n < 3; n += 1) codes.push((await post("/json/sessions/confirm/mail")).status);
  assert.deepEqual(codes, [200, 200, 429]);
  await mail.next(server.cast.hamlet.email, /Your code/);
  await stop();
});

test("where no mail is sent, somebody without a password is sent to the operator", async () => {
  const server = await startTestServer();
  const browser = await browserSession(server, server.cast.hamlet);
  await server.database.sql`delete from password where user_id = ${server.cast.hamlet.id}`;
  const answer = await answerOf(await browser.fetch("/json/sessions/confirm/mail", { method: "POST" }));
  assert.match(answer.msg ?? "", /operator/);
  assert.equal(
    (await answerOf(await browser.fetch("/json/users/me/api_key/regenerate", { method: "POST" }))).way,
    "operator",
  );
});

test("an address that an administrator decides is told to its former reader, who can undo nothing", async () => {
  const { server, mail, stop } = await startWithMail();
  const { desdemona, hamlet } = server.cast;
  await hamlet.call("PATCH /settings", { email: "prince@elsinore.example" });
  assert.equal((await submit(await linkTo(server, mail, "prince@elsinore.example"), {})).status, 200);
  const undo = (await mail.next(hamlet.email, /account in Elsinore is now/)).text;
  const path = /(\/accounts\/undo_new_email\/\w+)/.exec(undo.replaceAll("=\r\n", ""))?.[1] ?? "";
  assert.equal((await raw(`${server.url}${path}`)).status, 200);
  await server.database.sql`update account set can_change_user_emails = true where id = ${desdemona.id}`;
  const second = await startTestServer({
    database: server.database,
    env: mail.env,
    flags: ["--mail-from", "parley@elsinore.example"],
  });
  await second.cast.desdemona.call("PATCH /users/{user_id}", {
    user_id: hamlet.id,
    new_email: "horatio@elsinore.example",
  });
  assert.doesNotMatch((await mail.next("prince@elsinore.example", /horatio@elsinore/)).text, /accounts\//);
  assert.equal((await submit(`${server.url}${path}`, {})).status, 404);
  await second.stop();
  await stop();
});
