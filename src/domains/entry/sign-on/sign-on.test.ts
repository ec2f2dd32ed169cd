import assert from "node:assert/strict";
import { createDecipheriv } from "node:crypto";
import { after, before, suite, test } from "node:test";
import { browserSession, browserWith } from "../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import { raw } from "../../../../test/harness/raw.ts";
import type { TestServer } from "../../../../test/harness/server.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { linkTo, startWithMail, submit } from "../test-support.ts";
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
} from "./test-support.ts";

const LOGIN = "/accounts/login/social/oidc";
const SIGNUP = "/accounts/register/social/oidc";

suite("logins by a provider", () => {
  let server: TestServer;
  let mail: MailBox;
  let forger: Forger;
  let stop: () => Promise<void>;
  after(() => stop());
  before(async () => {
    forger = await startForger();
    const mappings = {
      name: "name",
      role: { claim: "roles", values: { boss: "administrator", mod: "moderator" } },
      groups: { claim: "groups", map: { players: "players" } },
      profile_fields: { Pronouns: "pronouns" },
    };
    ({ server, mail, stop } = await startWithMail({
      flags: signOnFlags([
        providerBy(forger.issuer),
        providerBy(forger.issuer, { auto_signup: true, mappings }, "open"),
        providerBy(forger.issuer, { organizations: ["other"] }, "elsewhere"),
      ]),
    }));
  });
  const verified = (sub: string, email: string, more: object = {}): Forged => ({
    claims: { sub, email, email_verified: true, name: "Horatio of Elsinore", ...more },
  });
  const emailOf = async (cookie: string | undefined) =>
    (await browserWith(server.url, cookie ?? "").call("GET /users/me")).delivery_email;

  test("clients are told of the providers that are for them, and of the way by a browser", async () => {
    const settings = await server.anonymous.call("GET /server_settings");
    assert.deepEqual(
      settings.external_authentication_methods.map(({ name, login_url: url }) => [name, url]),
      [
        ["oidc:corp", `${LOGIN}/corp`],
        ["oidc:open", `${LOGIN}/open`],
        ["browser", "/accounts/login/browser"],
      ],
    );
    assert.equal(settings.authentication_methods["openid connect"], true);
    assert.equal((await begin(server, `${LOGIN}/elsewhere`)).answer.status, 400);
  });

  test("somebody's account is linked by its verified address once, and opens by the identity from then on", async () => {
    const { hamlet, othello } = server.cast;
    const first = await signOn(server, forger, verified("h-1", hamlet.email.toUpperCase()));
    assert.equal(await emailOf(sessionOf(first)), hamlet.email);
    assert.match((await mail.next(hamlet.email)).text, /by Corp for the first time/);
    const later = await signOn(server, forger, verified("h-1", othello.email));
    assert.equal(await emailOf(sessionOf(later)), hamlet.email, "whatever the address is by now");
    const second = await signOn(server, forger, verified("h-2", hamlet.email));
    assert.match(second.text, /cannot be linked with this one of Corp/);
    const entries = await server.cast.desdemona.call("GET /audit_log", { action: "identity.linked" });
    assert.deepEqual(
      entries.entries.map(({ target }) => target.id),
      [String(hamlet.id)],
    );
    const [row] = await server.database.sql<{ data: string }[]>`
      select data::text as data from audit_event where action = 'login.succeeded' order by id desc limit 1`;
    assert.deepEqual(JSON.parse(row?.data ?? ""), { provider: "file:corp" });
  });

  test("a bot and a deactivated account are opened by no provider", async () => {
    const { desdemona, cordelia } = server.cast;
    const { user_id } = await desdemona.call("POST /bots", { full_name: "Yorick", short_name: "yorick", bot_type: 1 });
    const { user } = await desdemona.call("GET /users/{user_id}", { user_id });
    assert.match(
      (await signOn(server, forger, verified("b", user.delivery_email ?? user.email))).text,
      /cannot be linked/,
    );
    assert.ok(sessionOf(await signOn(server, forger, verified("c", cordelia.email))));
    await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    assert.match((await signOn(server, forger, verified("c", cordelia.email))).text, /is deactivated/);
    assert.match((await signOn(server, forger, verified("c-2", cordelia.email))).text, /is deactivated/);
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: cordelia.id });
    assert.ok(sessionOf(await signOn(server, forger, verified("c", cordelia.email))));
  });

  test("an administrator shows by the password once that the account is theirs", async () => {
    const { iago } = server.cast;
    const answer = await signOn(server, forger, verified("i", iago.email), `${LOGIN}/corp?next=/x`);
    assert.equal(sessionOf(answer), undefined);
    const link = `${server.url}${answer.headers.get("location")}`;
    assert.match((await raw(link)).text, /Is this your account/);
    assert.match((await submit(link, { password: "wrong" })).text, /Wrong password/);
    const right = await fetch(link, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ password: PASSWORD }),
    });
    assert.equal(right.headers.get("location"), "/x");
    assert.equal((await submit(link, { password: PASSWORD })).status, 404, "once");
    const next = await signOn(server, forger, verified("i", iago.email));
    assert.equal(await emailOf(sessionOf(next)), iago.email);
  });

  test("newcomers need an invitation, unless the provider is for all", async () => {
    const { desdemona } = server.cast;
    const email = "horatio@elsinore.example";
    assert.match((await signOn(server, forger, verified("n", email))).text, /no account here for horatio/);
    assert.match((await signOn(server, forger, verified("n", email), `${SIGNUP}/corp`)).text, /no account here/);
    const { invite_link: invitation } = await desdemona.call("POST /invites/multiuse", {});
    const key = invitation.split("/").filter(Boolean).at(-1) ?? "";
    const page = (await raw(invitation.replace(/^https?:\/\/[^/]+/, server.url))).text;
    assert.match(page, /Join by Corp/);
    const invited = await signOn(server, forger, verified("n", email), `${SIGNUP}/corp?multiuse_object_key=${key}`);
    assert.equal(await emailOf(sessionOf(invited)), email);
    const open = await signOn(server, forger, verified("m", "marcellus@elsinore.example"), `${LOGIN}/open`);
    assert.equal(await emailOf(sessionOf(open)), "marcellus@elsinore.example");
    const refused = await server.anonymous.refused("POST /fetch_api_key", { username: email, password: "x" });
    assert.equal(refused.code, "AUTHENTICATION_FAILED");
  });

  test("an address that the provider does not vouch for is confirmed by mail, and nobody learns which there are", async () => {
    const unverified = (sub: string, email: string): Forged => ({ claims: { sub, email, name: "Osric" } });
    const unknown = await signOn(server, forger, unverified("o", "osric@elsinore.example"), `${LOGIN}/open`);
    const known = await signOn(server, forger, unverified("o-2", server.cast.othello.email), `${LOGIN}/open`);
    assert.equal(
      unknown.text.replaceAll("osric@elsinore.example", "…"),
      known.text.replaceAll(server.cast.othello.email, "…"),
    );
    const link = await linkTo(server, mail, "osric@elsinore.example");
    assert.doesNotMatch((await raw(link)).text, /type="password"/);
    const done = await submit(link, { full_name: "Osric", remember: "true" });
    assert.equal(done.status, 200);
    const again = await signOn(server, forger, unverified("o", "osric@elsinore.example"), `${LOGIN}/open`);
    assert.equal(await emailOf(sessionOf(again)), "osric@elsinore.example");
  });

  test("a session ends after the hours of its provider, and the provider is no way in where it is switched off", async () => {
    const { desdemona, hamlet } = server.cast;
    const cookie = sessionOf(await signOn(server, forger, verified("h-1", hamlet.email)));
    assert.equal(await emailOf(cookie), hamlet.email);
    const [row] = await server.database.sql<{ hours: number }[]>`
      select extract(epoch from ends_at - created_at)::float8 / 3600 as hours from browser_session
      where provider = 'file:corp' order by id desc limit 1`;
    assert.equal(Math.round(row?.hours ?? 0), 168);
    await desdemona.call("PATCH /realm", { authentication_methods: { Email: true, "OpenID Connect": false } });
    assert.equal((await begin(server)).answer.status, 400);
    const { external_authentication_methods: ways } = await server.anonymous.call("GET /server_settings");
    assert.deepEqual(
      ways.map(({ name }) => name),
      ["browser"],
    );
    await desdemona.call("PATCH /realm", { authentication_methods: { Email: true, "OpenID Connect": true } });
  });

  test("an owner switches passwords off only if they can still log in", async () => {
    const { desdemona, hamlet } = server.cast;
    const off = { authentication_methods: { Email: false } };
    assert.match((await desdemona.refused("PATCH /realm", off)).message, /could not log in any more/);
    const answer = await signOn(server, forger, verified("d", desdemona.email));
    await submit(`${server.url}${answer.headers.get("location")}`, { password: PASSWORD });
    await desdemona.call("PATCH /realm", off);
    const login = { username: hamlet.email, password: PASSWORD };
    assert.equal((await server.anonymous.refused("POST /fetch_api_key", login)).code, "PASSWORD_AUTH_DISABLED");
    const browser = await raw(`${server.url}/json/login`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(login),
    });
    assert.equal(browser.json["code"], "PASSWORD_AUTH_DISABLED");
    assert.equal((await server.anonymous.call("GET /server_settings")).email_auth_enabled, false);
    const { invite_link: invitation } = await desdemona.call("POST /invites/multiuse", {});
    const page = invitation.replace(/^https?:\/\/[^/]+/, server.url);
    assert.doesNotMatch((await raw(page)).text, /<form/);
    assert.equal((await submit(page, { email: "x@elsinore.example" })).status, 400);
    await desdemona.call("PATCH /realm", { authentication_methods: { Email: true } });
    assert.ok(await browserSession(server, hamlet));
  });

  test("an app on a phone gets a key of its own, hidden by what it has sent", async () => {
    const { othello } = server.cast;
    const otp = "0123456789abcdef".repeat(4);
    const begun = await begin(server, `${LOGIN}/corp?mobile_flow_otp=${otp}`);
    const code = forger.grant(begun.asked, verified("a", othello.email));
    const answer = await comeBack(
      server,
      begun,
      { code, iss: forger.issuer },
      { "user-agent": "ZulipMobile/30 (Android)" },
    );
    assert.deepEqual([answer.status, sessionOf(answer)], [302, undefined]);
    const location = new URL(answer.headers.get("location") ?? "");
    assert.equal(`${location.protocol}//${location.host}`, "zulip://login");
    const fields = location.searchParams;
    assert.deepEqual([fields.get("email"), fields.get("user_id")], [othello.email, String(othello.id)]);
    assert.equal(fields.get("realm"), (await server.anonymous.call("GET /server_settings")).realm_url);
    const [hidden, mask] = [fields.get("otp_encrypted_api_key") ?? "", Buffer.from(otp, "hex")];
    const key = Buffer.from(Buffer.from(hidden, "hex").map((byte, index) => byte ^ (mask[index] ?? 0))).toString();
    assert.equal((await server.as(othello.email, key).call("GET /users/me")).user_id, othello.id);
    const { keys } = await othello.call("GET /users/me/api_keys");
    assert.deepEqual(
      keys.map(({ name }) => name),
      ["ZulipMobile/30 (Android)"],
    );
    const wrong = await begin(server, `${LOGIN}/corp?mobile_flow_otp=abc`);
    assert.match(wrong.answer.text, /Invalid OTP/);
    const both = await begin(server, `${LOGIN}/corp?mobile_flow_otp=${otp}&desktop_flow_otp=${otp}`);
    assert.match(both.answer.text, /Can.*t use both mobile_flow_otp and desktop_flow_otp together/);
  });

  test("an app is logged in by a browser only after a click, and one on a computer by a text that is pasted", async () => {
    const { othello } = server.cast;
    const otp = "fedcba9876543210".repeat(4);
    const path = `/accounts/login/browser?mobile_flow_otp=${otp}`;
    const stranger = await raw(`${server.url}${path}`);
    assert.match(stranger.text, /login\?next=%2Faccounts%2Flogin%2Fbrowser%3Fmobile_flow_otp/);
    const browser = await browserSession(server, othello);
    const keys = async () => (await othello.call("GET /users/me/api_keys")).keys.length;
    const before = await keys();
    assert.match(await (await browser.fetch(path)).text(), /Log in to the app\?/);
    assert.equal(await keys(), before, "no link alone makes a key");
    const answer = await (await browser.fetch(path, { method: "POST", body: new URLSearchParams() })).text();
    assert.match(answer, /zulip:\/\/login\?otp_encrypted_api_key=[0-9a-f]{64}/);
    assert.equal(await keys(), before + 1);

    const begun = await begin(server, `${LOGIN}/corp?desktop_flow_otp=${otp}`);
    const code = forger.grant(begun.asked, verified("a", othello.email));
    const { text } = await comeBack(server, begun, { code, iss: forger.issuer });
    const pasted = Buffer.from(/<p>([0-9a-f]{120})<\/p>/.exec(text)?.[1] ?? "", "hex");
    const cipher = createDecipheriv("aes-256-gcm", Buffer.from(otp, "hex"), pasted.subarray(0, 12));
    cipher.setAuthTag(pasted.subarray(-16));
    const token = Buffer.concat([cipher.update(pasted.subarray(12, -16)), cipher.final()]).toString();
    assert.match(token, /^[A-Za-z0-9]{32}$/);
    const open = () => raw(`${server.url}/accounts/login/subdomain/${token}`, { redirect: "manual" });
    assert.equal(await emailOf(sessionOf(await open())), othello.email);
    assert.match((await open()).text, /used already/);
  });

  test("a name, a role, profile fields and groups follow from what the provider says at every login", async () => {
    const { desdemona, shiva } = server.cast;
    const { group_id: id } = await desdemona.call("POST /user_groups/create", {
      ...{ name: "players", description: "", members: [] },
    });
    const { id: field } = await desdemona.call("POST /realm/profile_fields", { field_type: 1, name: "Pronouns" });
    const email = shiva.email;
    const says = (claims: object) => signOn(server, forger, verified("p", email, claims), `${LOGIN}/open`);
    const told = { name: "Prospero of Milan", roles: ["mod", "boss"], groups: ["players"], pronouns: "he/him" };
    assert.ok(sessionOf(await says(told)));
    const state = async () => {
      const { user } = await desdemona.call("GET /users/{user_id}", {
        user_id: shiva.id,
        include_custom_profile_fields: true,
      });
      const { members } = await desdemona.call("GET /user_groups/{user_group_id}/members", { user_group_id: id });
      const value = user.profile_data?.[String(field)]?.value;
      return [user.full_name, user.role, value, members.includes(shiva.id)];
    };
    assert.deepEqual(await state(), ["Prospero of Milan", 200, "he/him", true]);
    await says({ ...told, roles: undefined, groups: undefined });
    assert.deepEqual(await state(), ["Prospero of Milan", 200, "he/him", true], "what is absent changes nothing");
    await says({ ...told, roles: ["mod"], groups: [] });
    assert.deepEqual(await state(), ["Prospero of Milan", 300, "he/him", false]);
  });

  test("the provider ends a session that it has let in, by a token of its own that counts once", async () => {
    const { hamlet } = server.cast;
    const logIn = async (sid: string) =>
      sessionOf(await signOn(server, forger, verified("h-1", hamlet.email, { sid }))) ?? "";
    const status = async (cookie: string) => (await raw(`${server.url}/json/users/me`, { headers: { cookie } })).status;
    const [ended, other] = [await logIn("sid-1"), await logIn("sid-2")];
    const send = async (token: string) =>
      (
        await raw(`${server.url}/sso/oidc/corp/logout`, {
          method: "POST",
          body: new URLSearchParams({ logout_token: token }),
        })
      ).status;
    const good = { sub: "h-1", sid: "sid-1" };
    const minutes = (many: number) => Math.floor(Date.now() / 1000) + many * 60;
    const wrongs = await Promise.all([
      forger.logoutToken(good, "none"),
      forger.logoutToken(good, "hs256"),
      forger.logoutToken(good, "other key"),
      forger.logoutToken(good, undefined, "JWT"),
      forger.logoutToken({ ...good, aud: "other" }),
      forger.logoutToken({ ...good, iss: "https://login.example.com" }),
      forger.logoutToken({ ...good, nonce: "x" }),
      forger.logoutToken({ ...good, events: {} }),
      forger.logoutToken({ ...good, jti: undefined }),
      forger.logoutToken({ ...good, iat: minutes(-5), exp: minutes(5) }),
      forger.logoutToken({}),
    ]);
    for (const [index, token] of wrongs.entries()) assert.equal(await send(token), 400, String(index));
    assert.deepEqual([await status(ended), await status(other)], [200, 200]);
    const token = await forger.logoutToken(good);
    assert.deepEqual([await send(token), await send(token)], [200, 400]);
    assert.deepEqual([await status(ended), await status(other)], [401, 200]);
    assert.equal(await send(await forger.logoutToken({ sub: "h-1" })), 200);
    assert.equal(await status(other), 401);
  });
});
