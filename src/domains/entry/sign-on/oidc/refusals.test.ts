import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import {
  begin,
  comeBack,
  type Forged,
  type Forger,
  providerBy,
  sessionOf,
  signOn,
  signOnFlags,
  startForger,
} from "../test-support.ts";

suite("logins by OpenID Connect that are refused", () => {
  let server: TestServer;
  let forger: Forger;
  before(async () => {
    forger = await startForger();
    server = await startTestServer({
      flags: signOnFlags([
        providerBy(forger.issuer, { mappings: { name: "name" } }),
        providerBy(forger.issuer, {}, "other"),
      ]),
    });
  });
  const of = (name: "hamlet" | "othello", more: object = {}): Forged["claims"] => ({
    sub: `s-${name}`,
    email: server.cast[name].email,
    email_verified: true,
    ...more,
  });
  const isIn = async (forged: Forged) => sessionOf(await signOn(server, forger, forged)) !== undefined;

  test("a token that is not signed by the provider, or is for others, lets nobody in; the good one does", async () => {
    const now = Math.floor(Date.now() / 1000);
    const wrongs: [name: string, forged: Forged][] = [
      ["alg none", { sign: "none" }],
      ["HS256 with the public key", { sign: "hs256" }],
      ["another key", { sign: "other key" }],
      ["another audience", { claims: { aud: "somebody else" } }],
      ["azp of another client", { claims: { aud: ["parley", "x"], azp: "x" } }],
      ["another issuer", { claims: { iss: "https://login.example.com" } }],
      ["another nonce", { claims: { nonce: "x" } }],
      ["no nonce", { claims: { nonce: undefined } }],
      ["expired", { claims: { iat: now - 900, exp: now - 600 } }],
      ["no subject", { claims: { sub: undefined } }],
    ];
    for (const [name, { claims, ...forged }] of wrongs) {
      const answer = await signOn(server, forger, { ...forged, claims: of("hamlet", claims) });
      assert.deepEqual([answer.status, sessionOf(answer)], [400, undefined], name);
      assert.match(answer.text, /Corp could not show who you are/, name);
      assert.match(answer.text, /Number of this request: \S+/, name);
    }
    assert.ok(await isIn({ claims: of("hamlet") }));
  });

  test("an address that the provider has not verified opens no account", async () => {
    for (const more of [{ email_verified: undefined }, { email_verified: "true" }, { email_verified: false }]) {
      const answer = await signOn(server, forger, { claims: of("othello", more) });
      assert.match(answer.text, /does not vouch for the address othello/);
      assert.equal(sessionOf(answer), undefined);
    }
    const nameless = await signOn(server, forger, { claims: of("othello", { email: undefined }) });
    assert.match(nameless.text, /does not tell your email address/);
    assert.ok(await isIn({ claims: of("othello") }));
    assert.ok(
      await isIn({ claims: of("othello", { email: "elsewhere@example.com", email_verified: false }) }),
      "known",
    );
  });

  test("claims that the provider tells on request count only if they are about the same person", async () => {
    const { email } = server.cast.iago;
    const claims = { sub: "s-cordelia", email: undefined };
    const userinfo = { email: server.cast.cordelia.email, email_verified: true };
    assert.ok(email !== userinfo.email);
    assert.equal(await isIn({ claims, userinfo: { ...userinfo, sub: "s-other" } }), false);
    const mixed = {
      claims: { ...claims, email: userinfo.email, name: undefined },
      userinfo: { ...userinfo, sub: "s-cordelia" },
    };
    assert.equal(await isIn(mixed), false, "the token's address, and the word of another answer");
    assert.ok(await isIn({ claims, userinfo: { ...userinfo, sub: "s-cordelia" } }));
  });

  test("a code and a state count once, in the browser in which the login began, and for their provider", async () => {
    const forged = { claims: of("hamlet") };
    const begun = await begin(server);
    const code = forger.grant(begun.asked, forged);
    const fields = { code, iss: forger.issuer };
    assert.ok(sessionOf(await comeBack(server, begun, fields)));
    assert.match((await comeBack(server, begun, fields)).text, /used already/);

    const attacker = await begin(server);
    const victim = await begin(server);
    const brought = { code: forger.grant(attacker.asked, forged), iss: forger.issuer };
    const foreign = await comeBack(server, { ...attacker, cookie: victim.cookie }, brought);
    assert.match(foreign.text, /begun in another browser/);
    const without = await begin(server);
    const alone = { code: forger.grant(without.asked, forged), iss: forger.issuer };
    assert.match((await comeBack(server, { ...without, cookie: "" }, alone)).text, /begun in another browser/);
    assert.match((await comeBack(server, attacker, brought)).text, /used already/, "the first callback used it up");

    const [mine, yours] = [await begin(server), await begin(server)];
    const swapped = { code: forger.grant(yours.asked, forged), iss: forger.issuer };
    assert.equal(sessionOf(await comeBack(server, mine, swapped)), undefined, "another verifier and nonce");

    const mixed = await begin(server);
    const wrongIssuer = { code: forger.grant(mixed.asked, forged), iss: "https://login.example.com" };
    assert.equal(sessionOf(await comeBack(server, mixed, wrongIssuer)), undefined, "iss of another provider");
    const silent = await begin(server);
    assert.equal(sessionOf(await comeBack(server, silent, { code: forger.grant(silent.asked, forged) })), undefined);

    const elsewhere = await begin(server, "/accounts/login/social/oidc/other");
    const path = new URL(elsewhere.asked);
    path.searchParams.set("redirect_uri", `${server.url}/complete/oidc/corp`);
    const crossed = { code: forger.grant(elsewhere.asked, forged), iss: forger.issuer };
    assert.match((await comeBack(server, { ...elsewhere, asked: path }, crossed)).text, /used already/);
  });

  test("who declines there, or comes back with nothing, is told so", async () => {
    const begun = await begin(server);
    const answer = await comeBack(server, begun, { error: "access_denied", iss: forger.issuer });
    assert.match(answer.text, /Corp has not let you in/);
    assert.match((await comeBack(server, begun, {})).text, /used already/);
    assert.equal((await begin(server, "/accounts/login/social/oidc/nobody")).answer.status, 400);
  });

  test("nobody is led elsewhere after a login", async () => {
    for (const next of ["//evil.example", "https://evil.example", "/\\evil.example", "/a\\b", "javascript:x", "/ x"]) {
      const path = `/accounts/login/social/oidc/corp?${new URLSearchParams({ next })}`;
      const answer = await signOn(server, forger, { claims: of("hamlet") }, path);
      assert.deepEqual([answer.status, answer.headers.get("location")], [303, "/"], next);
    }
    const own = await signOn(
      server,
      forger,
      { claims: of("hamlet") },
      "/accounts/login/social/oidc/corp?next=/x%3Fy=1",
    );
    assert.equal(own.headers.get("location"), "/x?y=1");
  });
});
