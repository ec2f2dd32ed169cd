import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { before, suite, test } from "node:test";
import { SignJWT, UnsecuredJWT } from "jose";
import { browserWith, SAME_ORIGIN } from "../../../../../test/harness/browser.ts";
import { raw } from "../../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { signOnFlags } from "../test-support.ts";

const SECRET_KEY = "a secret that two systems share: 32 bytes and more";
const OPERATION = "POST /jwt/fetch_api_key";
const NOW = Math.floor(Date.now() / 1000);

interface Signing {
  readonly alg?: string;
  readonly key?: string | KeyObject;
  /** Null for a token without an end. */
  readonly exp?: number | null;
}

function signed(claims: object, { alg = "HS256", key = SECRET_KEY, exp = NOW + 600 }: Signing = {}): Promise<string> {
  const token = new SignJWT({ ...claims }).setProtectedHeader({ alg });
  if (exp !== null) token.setExpirationTime(exp);
  return token.sign(typeof key === "string" ? Buffer.from(key) : key);
}

suite("logins by tokens of another system", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({
      flags: signOnFlags([
        {
          kind: "jwt",
          algorithms: ["RS256"],
          key: rsa.publicKey.export({ type: "spki", format: "pem" }),
          organizations: ["lear"],
        },
        { kind: "jwt", algorithms: ["HS256"], key: SECRET_KEY },
      ]),
    });
  });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const refusal = async (token: string) => (await server.anonymous.refused(OPERATION, { token })).message;

  test("a token gets the key of the account whose address it names, with the account if it is asked for", async () => {
    const { hamlet } = server.cast;
    const token = await signed({ email: hamlet.email.toUpperCase() });
    const plain = await server.anonymous.call(OPERATION, { token });
    assert.deepEqual([plain.api_key, plain.email, plain.user], [hamlet.apiKey, hamlet.email, undefined]);
    const whole = await server.anonymous.call(OPERATION, { token, include_profile: true });
    assert.deepEqual([whole.user?.user_id, whole.user?.delivery_email], [hamlet.id, hamlet.email]);
  });

  test("every other token is refused, and nobody gets an account by one", async () => {
    const { hamlet } = server.cast;
    const good = await signed({ email: hamlet.email });
    const claims = { email: hamlet.email };
    assert.equal(await refusal(""), "400 BAD_REQUEST: No JSON web token passed in request");
    const pem = rsa.publicKey.export({ type: "spki", format: "pem" });
    const bad: Readonly<Record<string, string>> = {
      text: "x",
      parts: good.split(".").slice(0, 2).join("."),
      changed: good.replace(/\.(.)/, (_all, first: string) => `.${first === "e" ? "f" : "e"}`),
      "another key": await signed(claims, { key: `${SECRET_KEY}!` }),
      "no signature": new UnsecuredJWT({ ...claims }).setExpirationTime(NOW + 600).encode(),
      "another algorithm": await signed(claims, { alg: "HS512" }),
      "the key of another organization": await signed(claims, { alg: "RS256", key: rsa.privateKey }),
      "a public key as secret": await signed(claims, { key: pem }),
      expired: await signed(claims, { exp: NOW - 600 }),
      "without an end": await signed(claims, { exp: null }),
    };
    for (const [name, token] of Object.entries(bad))
      assert.equal(await refusal(token), "400 BAD_REQUEST: Bad JSON web token", name);
    for (const email of [undefined, "", 7, ["x"]])
      assert.match(await refusal(await signed({ email })), /No email specified in JSON web token claims/);
    const unknown = await server.anonymous.refused(OPERATION, {
      token: await signed({ email: "nobody@elsinore.example" }),
    });
    assert.equal(unknown.code, "AUTHENTICATION_FAILED");
    const bot = await hamlet.call("POST /bots", { full_name: "Yorick", short_name: "yorick", bot_type: 1 });
    const { user } = await hamlet.call("GET /users/{user_id}", { user_id: bot.user_id });
    const asBot = await server.anonymous.refused(OPERATION, { token: await signed({ email: user.email }) });
    assert.equal(asBot.code, "AUTHENTICATION_FAILED");
    const { desdemona, cordelia } = server.cast;
    await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    const gone = await server.anonymous.refused(OPERATION, { token: await signed({ email: cordelia.email }) });
    assert.equal(gone.code, "USER_DEACTIVATED");
  });

  test("a browser that another page sends gets a session only after a click on the name", async () => {
    const { othello } = server.cast;
    const token = await signed({ email: othello.email });
    const post = (headers: Readonly<Record<string, string>>, sent = token) =>
      raw(`${server.url}/accounts/login/jwt/`, {
        ...{ method: "POST", redirect: "manual", headers },
        body: new URLSearchParams({ token: sent }),
      });
    const asked = await post({ origin: "https://intranet.example", "sec-fetch-site": "cross-site" });
    assert.equal(asked.headers.get("set-cookie"), null);
    assert.match(asked.text, new RegExp(`Log in as ${othello.email}`));
    const clicked = await post(SAME_ORIGIN, /name="token" value="([^"]+)"/.exec(asked.text)?.[1] ?? "");
    assert.deepEqual([clicked.status, clicked.headers.get("location")], [303, "/"]);
    const cookie = clicked.headers
      .getSetCookie()
      .map((set) => set.split(";", 1)[0])
      .join("; ");
    assert.equal((await browserWith(server.url, cookie).call("GET /users/me")).user_id, othello.id);
    const wrong = await post(SAME_ORIGIN, "x");
    assert.deepEqual([wrong.status, wrong.headers.get("set-cookie")], [400, null]);
    assert.match(wrong.text, /Bad JSON web token/);
  });

  test("where the operator has set up nothing, there is no such login", async () => {
    const closed = await startTestServer();
    const answer = await closed.anonymous.refused(OPERATION, {
      token: await signed({ email: closed.cast.hamlet.email }),
    });
    assert.equal(answer.message, "400 BAD_REQUEST: JWT authentication is not enabled for this organization");
    await closed.stop();
  });

  test("where the organization is deactivated, nobody gets in by one", async () => {
    const { desdemona, hamlet } = server.cast;
    await desdemona.call("POST /realm/deactivate");
    const token = await signed({ email: hamlet.email });
    assert.equal((await server.anonymous.refused(OPERATION, { token })).code, "REALM_DEACTIVATED");
  });
});
