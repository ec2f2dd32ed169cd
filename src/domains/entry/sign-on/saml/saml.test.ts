import assert from "node:assert/strict";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { after, before, suite, test } from "node:test";
import { browserWith } from "../../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../../test/harness/cast.ts";
import type { MailBox } from "../../../../../test/harness/mail.ts";
import { raw } from "../../../../../test/harness/raw.ts";
import type { TestServer } from "../../../../../test/harness/server.ts";
import { startWithMail, submit } from "../../test-support.ts";
import { begin, sessionOf, signOnFlags } from "../test-support.ts";
import {
  askedOf,
  type ForgedSaml,
  goodResponse,
  LOGIN,
  logoutUrl,
  RSA_SHA256,
  type LogoutAsked,
  samlBy,
  samlSignOn,
  signingKey,
} from "./test-support.ts";

const SIGNUP = "/accounts/register/social/saml";
const OPEN = "/accounts/login/social/saml/open";

suite("logins by SAML", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  const { key, certificate } = signingKey();
  const old = signingKey();
  after(() => stop());
  before(async () => {
    const mappings = {
      name: "displayName",
      role: { claim: "roles", values: { mod: "moderator" } },
      groups: { claim: "groups", map: { players: "players" } },
    };
    ({ server, mail, stop } = await startWithMail({
      flags: signOnFlags([
        samlBy(certificate, { certificates: [old.certificate, certificate] }),
        samlBy(certificate, { auto_signup: true, mappings, subject_attribute: "employeeNumber" }, "open"),
        samlBy(certificate, { trust_email: false }, "wary"),
      ]),
    }));
  });
  const by = (forged: ForgedSaml, path?: string) =>
    samlSignOn(server, (begun) => goodResponse(begun, key, forged), path);
  const named = (nameId: string, email: string, more: ForgedSaml = {}): ForgedSaml => ({
    ...more,
    nameId,
    attributes: { mail: email, ...more.attributes },
  });
  const emailOf = async (cookie: string | undefined) =>
    (await browserWith(server.url, cookie ?? "").call("GET /users/me")).delivery_email;
  const isIn = async (cookie: string | undefined) =>
    (await raw(`${server.url}/json/users/me`, { headers: { cookie: cookie ?? "" } })).status === 200;

  test("clients are told of it, and a provider reads what it has to know", async () => {
    const settings = await server.anonymous.call("GET /server_settings");
    assert.equal(settings.authentication_methods["saml"], true);
    assert.deepEqual(
      settings.external_authentication_methods.map(({ name }) => name),
      ["saml:corp", "saml:open", "saml:wary", "browser"],
    );
    const state: object = await server.cast.hamlet.register({ fetch_event_types: ["realm"] });
    assert.partialDeepStrictEqual(state, {
      realm_authentication_methods: { SAML: { enabled: true, available: true } },
    });
    const begun = await begin(server, LOGIN);
    const { audience, callback, xml } = askedOf(begun);
    assert.match(xml, /nameid-format:persistent/);
    assert.equal(begun.asked.origin + begun.asked.pathname, "https://idp.elsinore.example/sso");
    const metadata = await raw(`${server.url}${new URL(audience).pathname}`);
    assert.match(metadata.headers.get("content-type") ?? "", /^application\/samlmetadata\+xml/);
    for (const told of [audience, callback, callback.replace("/complete/saml/corp", "/sso/saml/corp/logout")])
      assert.ok(metadata.text.includes(`"${told}"`), told);
    assert.equal((await raw(`${server.url}/saml/none/metadata.xml`)).status, 404);
  });

  test("somebody's account is linked by its address once, and opens by the NameID from then on", async () => {
    const { hamlet, othello } = server.cast;
    assert.equal(await emailOf(sessionOf(await by(named("h-1", hamlet.email)))), hamlet.email);
    assert.match((await mail.next(hamlet.email)).text, /by Corp for the first time/);
    assert.equal(await emailOf(sessionOf(await by(named("h-1", othello.email)))), hamlet.email);
    assert.match((await by(named("h-2", hamlet.email))).text, /cannot be linked with this one of Corp/);
    const wary = await by(named("h-1", hamlet.email), "/accounts/login/social/saml/wary");
    assert.match(wary.text, /does not vouch for the address/);
  });

  test("a newcomer gets an account, with a name, a role and groups as the provider tells", async () => {
    const { desdemona } = server.cast;
    const { user_group_id: group } = await createGroup();
    const email = "horatio@elsinore.example";
    assert.match((await by(named("n", email))).text, /no account here for horatio/);
    assert.match((await by(named("n", email), `${SIGNUP}/corp`)).text, /no account here/);
    const attributes = {
      employeeNumber: "7",
      displayName: "Horatio of Elsinore",
      roles: "mod",
      groups: ["players", "x"],
    };
    const cookie = sessionOf(await by(named("any", email, { attributes, format: "unspecified" }), OPEN));
    const me = await browserWith(server.url, cookie ?? "").call("GET /users/me");
    assert.deepEqual([me.delivery_email, me.full_name, me.role], [email, "Horatio of Elsinore", 300]);
    const members = async () =>
      (await desdemona.call("GET /user_groups/{user_group_id}/members", { user_group_id: group })).members;
    assert.deepEqual(await members(), [me.user_id]);
    const gone = { ...attributes, groups: "none" };
    assert.ok(sessionOf(await by(named("other", "else@elsinore.example", { attributes: gone }), OPEN)));
    assert.deepEqual(await members(), [], "known by the attribute, whatever the NameID is");
    assert.match((await by(named("n", email), OPEN)).text, /could not show who you are/, "without the attribute");
    await desdemona.call("DELETE /users/{user_id}", { user_id: me.user_id });
    assert.match((await by(named("any", email, { attributes }), OPEN)).text, /is deactivated/);
    assert.equal(await isIn(cookie), false);
  });

  const createGroup = async () => {
    const { desdemona } = server.cast;
    await desdemona.call("POST /user_groups/create", { name: "players", description: "", members: [] });
    const { user_groups: groups } = await desdemona.call("GET /user_groups");
    return { user_group_id: groups.find(({ name }) => name === "players")?.id ?? 0 };
  };

  test("a session ends when that at the provider does, also one for which more was asked", async () => {
    const { hamlet, iago } = server.cast;
    const hoursLeft = async (provider = "corp") => {
      const [row] = await server.database.sql<{ hours: number }[]>`
        select extract(epoch from ends_at - created_at)::float8 / 3600 as hours from browser_session
        where provider = ${`file:${provider}`} order by id desc limit 1`;
      return Math.round(row?.hours ?? 0);
    };
    assert.ok(sessionOf(await by(named("h-1", hamlet.email, { sessionEnds: 2 * 3600 }))));
    assert.equal(await hoursLeft(), 2);
    assert.ok(sessionOf(await by(named("h-1", hamlet.email, { sessionEnds: 9999 * 3600 }))));
    assert.equal(await hoursLeft(), 168);
    const answer = await by(named("i", iago.email, { sessionEnds: 3 * 3600 }));
    assert.equal(sessionOf(answer), undefined);
    await submit(`${server.url}${answer.headers.get("location")}`, { password: PASSWORD });
    assert.equal(await hoursLeft(), 3);
    const attributes = { employeeNumber: "8", displayName: "*" };
    const newcomer = await by(named("b", "b@elsinore.example", { attributes, sessionEnds: 4 * 3600 }), OPEN);
    const form = `${server.url}${newcomer.headers.get("location")}`;
    assert.equal((await submit(form, { full_name: "Bernardo", remember: "true" })).status, 200);
    assert.equal(await hoursLeft("open"), 4);
  });

  test("an app on a phone gets its key", async () => {
    const answer = await by(named("h-1", server.cast.hamlet.email), `${LOGIN}?mobile_flow_otp=${"ab".repeat(32)}`);
    assert.deepEqual([answer.status, answer.headers.get("location")?.split("?")[0]], [302, "zulip://login"]);
  });

  test("a logout at the provider ends the session that it names, or all of a person", async () => {
    const { hamlet, othello } = server.cast;
    const into = async (nameId: string, email: string, sessionIndex: string) =>
      sessionOf(await by(named(nameId, email, { sessionIndex })));
    const address = `${new URL(askedOf(await begin(server, LOGIN)).callback).origin}/sso/saml/corp/logout`;
    const logOut = async (asked: LogoutAsked) => {
      const { pathname, search } = new URL(logoutUrl(address, key, asked));
      return raw(`${server.url}${pathname}${search}`, { redirect: "manual" });
    };
    const [one, two] = [await into("h-1", hamlet.email, "1"), await into("h-1", hamlet.email, "2")];
    const others = await into("o-1", othello.email, "1");
    const alive = async () => Promise.all([one, two, others].map(isIn));
    const answer = await logOut({ nameId: "h-1", sessionIndex: "1", id: "_once" });
    const back = new URL(answer.headers.get("location") ?? "");
    assert.equal(back.origin + back.pathname, "https://idp.elsinore.example/slo");
    assert.equal(back.searchParams.get("RelayState"), "of the provider");
    const response = inflateRawSync(Buffer.from(back.searchParams.get("SAMLResponse") ?? "", "base64")).toString();
    assert.match(response, /InResponseTo="_once".*status:Success/s);
    assert.deepEqual(await alive(), [false, true, true]);
    const wrongs: Record<string, LogoutAsked> = {
      unsigned: { nameId: "h-1", isUnsigned: true },
      "SHA-1": { nameId: "h-1", algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" },
      "another issuer": { nameId: "h-1", issuer: "https://somebody.example" },
      "another address": { nameId: "h-1", destination: "https://somebody.example" },
      "too old": { nameId: "h-1", age: 400 },
      "of tomorrow": { nameId: "h-1", age: -400 },
      "used before": { nameId: "h-1", id: "_once" },
    };
    for (const [name, wrong] of Object.entries(wrongs)) {
      const refused = await logOut(wrong);
      assert.deepEqual([refused.status, /You were not logged out/.test(refused.text)], [400, true], name);
    }
    const stranger = new URL(logoutUrl(address, signingKey().key, { nameId: "h-1" }));
    assert.equal((await raw(`${server.url}${stranger.pathname}${stranger.search}`)).status, 400);
    const bomb = deflateRawSync("x".repeat(8_000_000)).toString("base64");
    for (const query of [
      `SAMLRequest=${encodeURIComponent(bomb)}&SigAlg=${encodeURIComponent(RSA_SHA256)}&Signature=x`,
      `SAMLRequest=x&${new URL(logoutUrl(address, key, { nameId: "h-1" })).search.slice(1)}`,
      "SAMLRequest=%",
    ])
      assert.equal((await raw(`${server.url}/sso/saml/corp/logout?${query}`)).status, 400, query.slice(0, 30));
    assert.deepEqual(await alive(), [false, true, true]);
    assert.equal((await logOut({ nameId: "h-1" })).status, 303);
    assert.deepEqual(await alive(), [false, false, true]);
    const said = await raw(`${server.url}/sso/saml/corp/logout?SAMLResponse=x`, { redirect: "manual" });
    assert.deepEqual([said.status, said.headers.get("location")], [303, "/login/"]);
    assert.deepEqual(await alive(), [false, false, true]);
  });
});
