import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, before, suite, test } from "node:test";
import { startWithMail } from "#domains/entry/test-support.ts";
import { createKeys } from "#platform/keys.ts";
import { isOwnChallenge, newChallenge } from "./challenge.ts";
import { turnOn } from "../two-step/test-support.ts";
import {
  type BrowserSession,
  browserSession,
  browserWith,
  cookieSetBy,
  SAME_ORIGIN,
} from "../../../../test/harness/browser.ts";
import { PASSWORD, SECRET } from "../../../../test/harness/cast.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { type Authenticator, type Change, create, show } from "./test-support.ts";

interface Answer {
  readonly status: number;
  readonly msg: string;
  readonly code?: string;
  readonly passkey_id?: number;
  readonly options?: {
    readonly challenge: string;
    readonly rp: { readonly id: string };
    readonly user: { readonly id: string };
  };
  readonly passkeys?: readonly {
    readonly passkey_id: number;
    readonly name: string;
    readonly last_used: number | null;
  }[];
  readonly response: Response;
}

async function answerOf(response: Response): Promise<Answer> {
  return { ...((await response.json()) as Answer), status: response.status, response };
}

suite("passkeys", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => void ({ server, mail, stop } = await startWithMail()));
  after(() => stop());

  const send = async (browser: BrowserSession, method: string, path: string, fields: Record<string, string> = {}) =>
    answerOf(
      await browser.fetch(`/json${path}`, { method, ...(method !== "GET" && { body: new URLSearchParams(fields) }) }),
    );
  const post = async (path: string, fields: Record<string, string> = {}, at = server) =>
    answerOf(
      await fetch(`${at.url}/json${path}`, { method: "POST", headers: SAME_ORIGIN, body: new URLSearchParams(fields) }),
    );

  const confirmed = async (person: { readonly email: string }) => {
    const browser = await browserSession(server, person);
    assert.equal((await send(browser, "POST", "/sessions/confirm", { password: PASSWORD })).status, 200);
    return browser;
  };
  const optionsFor = async (browser: BrowserSession) => {
    const { options } = await send(browser, "POST", "/users/me/passkeys/begin");
    assert.ok(options !== undefined);
    return options;
  };
  /** Creates a passkey in a browser that has confirmed. */
  const add = async (browser: BrowserSession, name = "phone", change: Change = {}) => {
    const options = await optionsFor(browser);
    const { device, response } = create(options, server.url, change);
    const fields = { name, response, user_handle: options.user.id };
    return { device, fields, answer: await send(browser, "POST", "/users/me/passkeys", fields) };
  };
  const challenge = async (at = server) => (await post("/login/passkey/begin", {}, at)).options?.challenge ?? "";
  const logIn = async (device: Authenticator, change: Change = {}) =>
    post("/login/passkey", { response: show(device, await challenge(), server.url, change) });

  test("one is created by somebody who has confirmed, logs in without a password or a code, and is told of", async () => {
    const { hamlet } = server.cast;
    await turnOn(hamlet);
    const bare = await browserSession(server, server.cast.cordelia);
    assert.equal((await send(bare, "POST", "/users/me/passkeys/begin")).code, "CONFIRMATION_REQUIRED");
    const made = { name: "phone", response: "{}", user_handle: "x" };
    assert.equal((await send(bare, "POST", "/users/me/passkeys", made)).code, "CONFIRMATION_REQUIRED");
    await hamlet.call("DELETE /users/me/two_step");
    const browser = await confirmed(hamlet);
    await turnOn(hamlet);
    const { device, answer } = await add(browser);
    assert.equal(answer.status, 200, answer.msg);
    assert.match((await mail.next(hamlet.email, /Passkeys for/)).text, /phone/);
    const login = await logIn(device);
    assert.equal(login.status, 200, login.msg);
    const own = await browserWith(server.url, cookieSetBy(login.response)).call("GET /users/me");
    assert.equal(own.user_id, hamlet.id);
    const [passkey] = (await send(browser, "GET", "/users/me/passkeys")).passkeys ?? [];
    assert.ok(passkey?.name === "phone" && Math.abs((passkey.last_used ?? 0) - Date.now() / 1000) < 60);
  });

  test("nothing lets in that is not as it was asked for, where a good answer does", async () => {
    const { othello, iago } = server.cast;
    const { device } = await add(await confirmed(othello));
    const { device: other } = await add(await confirmed(iago));
    const refused: Readonly<Record<string, Change>> = {
      "another origin": { clientData: { origin: "https://venice.example" } },
      "another site's page around it": { clientData: { crossOrigin: true } },
      "a page above it": { clientData: { topOrigin: "https://venice.example" } },
      "another kind of answer": { clientData: { type: "webauthn.create" } },
      "another host": { rpId: "venice.example" },
      "no verification of the user": { isUnverified: true },
      "another's user handle": { userHandle: other.userHandle },
      "another's key": { key: other.key },
      "a key that nobody has": { key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey },
      "an unknown credential": { credentialId: "AAAA" },
      "another's credential": { credentialId: other.credentialId },
      "a challenge that was made up": { clientData: { challenge: Buffer.from("x".repeat(60)).toString("base64url") } },
      "a counter that falls": { counter: 1 },
    };
    for (const [what, change] of Object.entries(refused)) {
      const { status, code } = await logIn(device, change);
      assert.deepEqual([status, code], [401, "AUTHENTICATION_FAILED"], what);
      assert.equal((await logIn(device)).status, 200, `after ${what}`);
    }
    for (const response of [
      "",
      "x",
      "1",
      "null",
      "[]",
      "{}",
      '{"id":"x","response":{}}',
      `{"id":["x"],"response":{"clientDataJSON":1}}`,
    ]) {
      const { status } = await post("/login/passkey", { response });
      assert.ok(status === 400 || status === 401, `${response}: ${status}`);
    }
  });

  test("a challenge is answered once, within five minutes, for what it was made for", async () => {
    const { polonius } = server.cast;
    const browser = await confirmed(polonius);
    const { device, fields } = await add(browser);
    assert.match((await send(browser, "POST", "/users/me/passkeys", fields)).msg, /used already/);
    const once = await challenge();
    const answers = await Promise.all(
      [0, 1].map(() => post("/login/passkey", { response: show(device, once, server.url) })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 401],
    );
    const forCreation = (await optionsFor(browser)).challenge;
    assert.equal((await post("/login/passkey", { response: show(device, forCreation, server.url) })).status, 401);
    const parts = Buffer.from(await challenge(), "base64url")
      .toString()
      .split(".");
    const longer = Buffer.from([parts[0], Number(parts[1]) + 60, parts[2]].join(".")).toString("base64url");
    assert.equal((await post("/login/passkey", { response: show(device, longer, server.url) })).status, 401);
    const created = create({ ...(await optionsFor(browser)), challenge: await challenge() }, server.url);
    const wrong = await send(browser, "POST", "/users/me/passkeys", { ...fields, response: created.response });
    assert.equal(wrong.msg, "This passkey is not accepted here.");
  });

  test("a challenge is too old after five minutes", () => {
    const keys = createKeys(SECRET);
    const made = Buffer.from(newChallenge(keys, 1, "login", 1000)).toString("base64url");
    const isGood = (now: number) => isOwnChallenge(keys, 1, "login", { challenge: made, now });
    assert.deepEqual([isGood(299_000), isGood(302_000)], [true, false]);
    assert.equal(isOwnChallenge(keys, 2, "login", { challenge: made, now: 1000 }), false, "of another organization");
  });

  test("they are renamed and removed by their user alone, and twenty are the most", async () => {
    const { shiva, cordelia } = server.cast;
    const browser = await confirmed(shiva);
    const another = await confirmed(cordelia);
    const { device, answer } = await add(browser);
    const path = `/users/me/passkeys/${answer.passkey_id}`;
    for (const [method, fields] of [
      ["PATCH", { name: "x" }],
      ["DELETE", {}],
    ] as const)
      assert.equal((await send(another, method, path, fields)).msg, "Passkey does not exist.");
    assert.equal((await send(browser, "PATCH", path, { name: "laptop" })).status, 200);
    assert.equal((await send(browser, "GET", "/users/me/passkeys")).passkeys?.[0]?.name, "laptop");
    await server.database.sql`delete from password where user_id = ${shiva.id}`;
    assert.match((await send(browser, "DELETE", path)).msg, /only way to log in/);
    assert.equal((await add(browser, "second")).answer.status, 200);
    assert.equal((await send(browser, "DELETE", path)).status, 200);
    assert.equal((await logIn(device)).status, 401);
    for (let n = 2; n <= 20; n += 1) assert.equal((await add(browser, `${n}`)).answer.status, 200);
    assert.match((await send(browser, "POST", "/users/me/passkeys/begin")).msg, /20 passkeys at most/);
  });

  test("whose account is deactivated gets in by none, and one of another organization is not known", async () => {
    const { desdemona, cordelia } = server.cast;
    const { device } = await add(await confirmed(cordelia));
    const elsewhere = await startTestServer();
    const response = show(device, await challenge(elsewhere), elsewhere.url);
    assert.equal((await post("/login/passkey", { response }, elsewhere)).status, 401);
    await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    assert.equal((await logIn(device)).code, "USER_DEACTIVATED");
    await desdemona.call("POST /realm/deactivate");
    assert.equal((await logIn(device)).code, "REALM_DEACTIVATED");
  });
});
