import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, suite, test } from "node:test";
import { GOOD_PASSWORD, linkTo, startWithMail, submit } from "../../src/domains/entry/test-support.ts";
import {
  answered,
  asking,
  REDIRECT,
  registerProgram,
  tokensOf,
} from "../../src/domains/integrations/mcp/oauth/test-support.ts";
import {
  begin,
  comeBack,
  type Forger,
  providerBy,
  signOnFlags,
  startForger,
} from "../../src/domains/entry/sign-on/test-support.ts";
import { bring, goodResponse, goOn, logoutUrl, samlBy, signingKey } from "#domains/entry/sign-on/saml/test-support.ts";
import { JWT_ENTRY, signedToken } from "../contract/good-calls.ts";
import { directoryWith } from "../../src/domains/entry/scim/test-support.ts";
import { raw } from "../harness/raw.ts";
import { callOf, headerOf, PING, send } from "../../src/domains/integrations/mcp/test-support.ts";
import { codeOf } from "#domains/people/two-step/test-support.ts";
import type { AuditAction } from "#engine/log/audit-actions.ts";
import { pages } from "../event-loop/cases/page-cases.ts";
import { type BrowserSession, browserSession, SAME_ORIGIN } from "../harness/browser.ts";
import { PASSWORD, SECRET } from "../harness/cast.ts";
import { runCommandHere } from "../harness/command.ts";

type Started = Awaited<ReturnType<typeof startWithMail>>;

interface Recorded {
  readonly action: AuditAction;
  readonly actorKind: string;
  readonly actorId: number | null;
  readonly targetId: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly requestId: string | null;
  readonly data: string;
}

/** Pages that change something, by their paths, with or without a slash at the end. */
const changing = new Map(
  pages.flatMap(({ path, audits }) => (audits === undefined ? [] : [[path.replace(/\/$/, ""), audits] as const])),
);
const HEADERS = { ...SAME_ORIGIN, "user-agent": "Horatio/1.0" };

const MAPPINGS = {
  name: "name",
  role: { claim: "roles", values: { mod: "moderator" } },
  groups: { claim: "groups", map: { players: "players" } },
};

suite("pages in the audit log", () => {
  let started: Started;
  let forger: Forger;
  const signer = signingKey();
  let newest = -1;
  const seen = new Map<string, Set<AuditAction>>();
  before(async () => {
    forger = await startForger();
    started = await startWithMail({
      flags: signOnFlags([
        providerBy(forger.issuer, { auto_signup: true, mappings: MAPPINGS }),
        samlBy(signer.certificate, { auto_signup: true, mappings: MAPPINGS }, "castle"),
        JWT_ENTRY,
      ]),
    });
    await started.server.cast.desdemona.call("PATCH /realm", { invite_required: false });
  });
  after(() => started.stop());

  const recorded = async () => {
    const rows = await started.server.database.sql<(Recorded & { id: number })[]>`
      select id, action, actor_kind, actor_id, target_id, address, agent, request_id, data::text as data
      from audit_event where id > ${newest} order by id`;
    newest = rows.at(-1)?.id ?? newest;
    return rows;
  };

  /** What a page has recorded, which is some of what it declares, and where its request came from. */
  async function recordedBy(path: string, work: () => Promise<unknown>) {
    await recorded();
    await work();
    const rows = await recorded();
    const audits = changing.get(path);
    assert.ok(audits !== undefined, path);
    const declared: readonly AuditAction[] = audits === "personal" ? [] : audits;
    const known = seen.get(path) ?? new Set();
    seen.set(path, known);
    for (const row of rows) {
      assert.ok(declared.includes(row.action), `${path} has recorded ${row.action}`);
      assert.deepEqual([row.address, row.agent], ["127.0.0.1", "Horatio/1.0"]);
      assert.ok(row.requestId !== null);
      known.add(row.action);
    }
    return rows.map(({ action, actorKind, actorId, targetId, data }) => ({
      action,
      actor: [actorKind, actorId],
      targetId,
      data: JSON.parse(data) as Record<string, unknown>,
    }));
  }
  const sent = (link: string, fields: Readonly<Record<string, string>>, browser?: BrowserSession) => async () => {
    const answer = await submit(link, fields, { ...HEADERS, ...(browser && { cookie: browser.cookie }) });
    assert.ok(answer.status < 400, answer.text);
  };
  const idOf = async (email: string) => {
    const [row] = await started.server.database.sql<{ id: number }[]>`select id from account where email = ${email}`;
    return row?.id ?? 0;
  };
  const account = { full_name: "Newcomer", password: GOOD_PASSWORD, terms: "on" };

  test("a registration is recorded as its newcomer's, and the session that their browser had as ended", async () => {
    const { server, mail } = started;
    const email = "fortinbras@norway.example";
    const before = await browserSession(server, server.cast.hamlet);
    assert.deepEqual(await recordedBy("/register", sent(`${server.url}/register`, { email })), []);
    const link = await linkTo(server, mail, email);
    const [created, ended] = await recordedBy("/accounts/do_confirm/{key}", sent(link, account, before));
    const id = await idOf(email);
    assert.partialDeepStrictEqual(created, {
      action: "user.created",
      actor: ["user", id],
      targetId: String(id),
      data: { new: { email, name: "Newcomer", role: 400 } },
    });
    assert.partialDeepStrictEqual(ended, {
      action: "session.ended",
      actor: ["user", server.cast.hamlet.id],
      data: { user_id: server.cast.hamlet.id },
    });
  });

  test("so is somebody who accepts an invitation, with its number", async () => {
    const { server, mail } = started;
    const { iago, hamlet } = server.cast;
    const email = "yorick@elsinore.example";
    await iago.call("POST /invites", { invitee_emails: email, stream_ids: [] });
    const link = await linkTo(server, mail, email);
    const { invites } = await iago.call("GET /invites");
    const browser = await browserSession(server, hamlet);
    const [created] = await recordedBy("/join/{key}", sent(link, account, browser));
    assert.deepEqual(created?.data["invitation_id"], invites.find((invite) => invite.email === email)?.id);
  });

  test("a reset password is recorded with the sessions that it ends", async () => {
    const { server, mail } = started;
    const { cordelia } = server.cast;
    await browserSession(server, cordelia);
    const asked = sent(`${server.url}/accounts/password/reset`, { email: cordelia.email });
    assert.deepEqual(await recordedBy("/accounts/password/reset", asked), []);
    const link = await linkTo(server, mail, cordelia.email);
    const rows = await recordedBy("/accounts/password/reset/{key}", sent(link, { password: GOOD_PASSWORD }));
    assert.deepEqual(
      rows.map(({ action, actor }) => [action, ...actor]),
      [
        ["user.password_changed", "user", cordelia.id],
        ["session.ended", "user", cordelia.id],
      ],
    );
    assert.ok(!JSON.stringify(rows).includes(GOOD_PASSWORD));
  });

  test("a confirmed address is recorded, and so is that it was undone", async () => {
    const { server, mail } = started;
    const { othello } = server.cast;
    const address = "moor@venice.example";
    await othello.call("PATCH /settings", { email: address });
    const [changed] = await recordedBy(
      "/accounts/confirm_new_email/{key}",
      sent(await linkTo(server, mail, address), {}),
    );
    assert.partialDeepStrictEqual(changed, {
      action: "user.email_changed",
      actor: ["user", othello.id],
      data: { old: othello.email, new: address },
    });
    await browserSession(server, { email: address });
    await mail.next(othello.email);
    const undo = await linkTo(server, mail, othello.email);
    const rows = await recordedBy("/accounts/undo_new_email/{key}", sent(undo, {}));
    assert.deepEqual(
      rows.map(({ action, data }) => [action, data["new"]]),
      [
        ["user.email_changed", othello.email],
        ["user.password_removed", undefined],
        ["session.ended", undefined],
      ],
    );
  });

  test("a login by an operator's link is recorded, and the session that it replaces as ended", async () => {
    const { server } = started;
    const { iago, hamlet } = server.cast;
    const settings = ["--database-url", server.database.url];
    const { output } = await runCommandHere(["login-link", iago.email, ...settings], { PARLEY_SECRET: SECRET });
    const path = /\/login\/once\/\S+/.exec(output)?.[0] ?? "";
    const before = await browserSession(server, hamlet, { password: PASSWORD });
    const open = () =>
      fetch(`${server.url}${path}`, { redirect: "manual", headers: { ...HEADERS, cookie: before.cookie } });
    const rows = await recordedBy("/login/once/{key}", open);
    assert.partialDeepStrictEqual(rows, [
      { action: "login.succeeded", actor: ["user", iago.id], targetId: String(iago.id), data: { by_link: true } },
      { action: "session.ended", actor: ["user", hamlet.id], data: { user_id: hamlet.id } },
    ]);
  });

  test("two-step login that somebody sets up on the page is recorded", async () => {
    const { server } = started;
    const { polonius } = server.cast;
    const { cookie } = await browserSession(server, polonius);
    const send = (fields: Record<string, string>) =>
      submit(`${server.url}/account/two-step/`, fields, { ...HEADERS, cookie });
    const { text } = await send({ password: PASSWORD });
    const secret = (/<pre>([A-Z2-7 ]+)<\/pre>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
    const rows = await recordedBy("/account/two-step", () => send({ code: codeOf(secret) }));
    assert.deepEqual(rows, [
      { action: "two_step.enabled", actor: ["user", polonius.id], targetId: String(polonius.id), data: {} },
    ]);
    await polonius.call("DELETE /users/me/two_step");
  });

  test("a call of an assistant's tool is recorded, and nothing else that an assistant sends", async () => {
    const { server } = started;
    const { desdemona, hamlet } = server.cast;
    await desdemona.call("PATCH /realm", { mcp_access: "everyone" });
    const headers = { authorization: headerOf(hamlet), "user-agent": HEADERS["user-agent"] };
    assert.deepEqual(await recordedBy("/mcp", () => send(server, PING, headers)), []);
    const rows = await recordedBy("/mcp", () => send(server, callOf("get_unread", { limit: 3 }), headers));
    assert.deepEqual(rows, [
      { action: "mcp.tool_called", actor: ["user", hamlet.id], targetId: "get_unread", data: { given: { limit: 3 } } },
    ]);
  });

  test("what an assistant is given by OAuth is recorded as its person's key, and so is its end", async () => {
    const { server } = started;
    const { desdemona, hamlet } = server.cast;
    await desdemona.call("PATCH /realm", { mcp_access: "everyone", mcp_client_registration: true });
    const sentBy = (path: string, fields: Readonly<Record<string, string>>) => async () => {
      const answer = await raw(`${server.url}${path}`, {
        method: "POST",
        headers: { "user-agent": HEADERS["user-agent"] },
        body: new URLSearchParams(fields),
      });
      assert.ok(answer.status < 500, answer.text);
      return answer;
    };
    const browser = await browserSession(server, hamlet);
    let id = "";
    assert.deepEqual(await recordedBy("/oauth/register", async () => ({ id } = await registerProgram(server))), []);
    const { url, verifier } = asking(server, id);
    let code = "";
    const allowed = async () => (code = (await answered(browser, url)).next?.searchParams.get("code") ?? "");
    assert.deepEqual(await recordedBy("/oauth/authorize", allowed), []);
    const exchange = {
      ...{ grant_type: "authorization_code", code, client_id: id, redirect_uri: REDIRECT, code_verifier: verifier },
    };
    const [created] = await recordedBy("/oauth/token", sentBy("/oauth/token", exchange));
    assert.partialDeepStrictEqual(created, { action: "api_key.created", actor: ["user", hamlet.id] });
    const [ended] = await recordedBy("/oauth/token", sentBy("/oauth/token", exchange));
    assert.partialDeepStrictEqual(ended, { action: "api_key.revoked", actor: ["user", hamlet.id] });
    const { access_token: token } = await tokensOf(server, hamlet);
    const [revoked] = await recordedBy("/oauth/revoke", sentBy("/oauth/revoke", { token }));
    assert.partialDeepStrictEqual(revoked, { action: "api_key.revoked", actor: ["user", hamlet.id] });
  });

  test("a login by a provider is recorded with what it makes, and so is an account that it is linked with", async () => {
    const { server } = started;
    const { iago, hamlet } = server.cast;
    const path = "/complete/oidc/{slug}";
    const otp = "ab".repeat(32);
    const by = (claims: object, query = "", cookie = "") =>
      recordedBy(path, async () => {
        const begun = await begin(server, `/accounts/login/social/oidc/corp${query}`, { cookie });
        const code = forger.grant(begun.asked, { claims: { email_verified: true, ...claims } });
        const both = { ...begun, cookie: [begun.cookie, cookie].filter(Boolean).join("; ") };
        const headers = { "user-agent": HEADERS["user-agent"] };
        location = (await comeBack(server, both, { code, iss: forger.issuer }, headers)).headers.get("location") ?? "";
      });
    let location = "";
    const browser = await browserSession(server, hamlet);
    const joined = await by({ sub: "new", email: "francisco@elsinore.example", name: "Francisco" }, "", browser.cookie);
    assert.deepEqual(
      joined.map(({ action }) => action),
      ["user.created", "login.succeeded", "session.ended"],
    );
    const linked = await by({ sub: "h", email: hamlet.email }, `?mobile_flow_otp=${otp}`);
    assert.deepEqual(
      linked.map(({ action, actor }) => [action, ...actor]),
      ["identity.linked", "login.succeeded", "api_key.created"].map((action) => [action, "user", hamlet.id]),
    );
    await server.cast.desdemona.call("POST /user_groups/create", { name: "players", description: "", members: [] });
    const told = await by({
      sub: "h",
      email: hamlet.email,
      name: "Prince Hamlet",
      roles: ["mod"],
      groups: ["players"],
    });
    assert.deepEqual(
      told.map(({ action }) => action),
      ["user.changed", "user.role_changed", "group.members_changed", "login.succeeded"],
    );
    const app = await browserSession(server, hamlet);
    const toApp = sent(`${server.url}/accounts/login/browser?mobile_flow_otp=${otp}`, {}, app);
    assert.deepEqual(
      (await recordedBy("/accounts/login/browser", toApp)).map(({ action }) => action),
      ["login.succeeded", "api_key.created"],
    );
    const token = "a".repeat(32);
    await server.database.sql`
      insert into login_ticket (realm_id, hash, user_id, kind, next, expires_at)
      values (1, ${createHash("sha256").update(token).digest("hex")}, ${hamlet.id}, 'session', '/', now() + interval '1 hour')`;
    const desktop = () =>
      fetch(`${server.url}/accounts/login/subdomain/${token}`, {
        redirect: "manual",
        headers: { ...HEADERS, cookie: app.cookie },
      });
    assert.deepEqual(
      (await recordedBy("/accounts/login/subdomain/{token}", desktop)).map(({ action }) => action),
      ["login.succeeded", "session.ended"],
    );
    const logoutToken = await forger.logoutToken({ sub: "h" });
    const ended = sent(`${server.url}/sso/oidc/corp/logout`, { logout_token: logoutToken });
    assert.deepEqual(
      (await recordedBy("/sso/oidc/{slug}/logout", ended)).map(({ action }) => action),
      ["session.ended"],
    );
    assert.deepEqual(await by({ sub: "i", email: iago.email }), []);
    const before = await browserSession(server, hamlet);
    const shown = sent(`${server.url}${location}`, { password: PASSWORD }, before);
    assert.deepEqual(
      (await recordedBy("/accounts/login/link/{key}", shown)).map(({ action }) => action),
      ["identity.linked", "login.succeeded", "session.ended"],
    );
  });

  test("a login by SAML is recorded on the page where it ends, and so is a logout at the provider", async () => {
    const { server } = started;
    const { hamlet, othello } = server.cast;
    const by = async (nameId: string, attributes: Readonly<Record<string, string>>, query = "", cookie = "") => {
      const rows = await recordedBy("/accounts/login/finish/{token}", async () => {
        const begun = await begin(server, `/accounts/login/social/saml/castle${query}`, { cookie });
        const answer = await bring(server, begun, goodResponse(begun, signer.key, { nameId, attributes }));
        const both = { cookie: [begun.cookie, cookie].filter(Boolean).join("; ") };
        await goOn(server, both, answer, { "user-agent": HEADERS["user-agent"] });
      });
      return rows.map(({ action }) => action);
    };
    const browser = await browserSession(server, hamlet);
    const newcomer = { mail: "bernardo@elsinore.example", displayName: "Bernardo" };
    assert.deepEqual(await by("b", newcomer, "", browser.cookie), ["user.created", "login.succeeded", "session.ended"]);
    const told = { mail: othello.email, name: "General Othello", roles: "mod", groups: "players" };
    assert.deepEqual(await by("c", told), [
      "identity.linked",
      ...["user.changed", "user.role_changed", "group.members_changed", "login.succeeded"],
    ]);
    const app = await by("c", told, `?mobile_flow_otp=${"ab".repeat(32)}`);
    assert.deepEqual(app, ["login.succeeded", "api_key.created"]);
    const destination = `${server.url.replace("127.0.0.1", "localhost")}/sso/saml/castle/logout`;
    const { search } = new URL(logoutUrl(server.url, signer.key, { nameId: "c", destination }));
    const out = () => fetch(`${server.url}/sso/saml/castle/logout${search}`, { redirect: "manual", headers: HEADERS });
    assert.deepEqual(
      (await recordedBy("/sso/saml/{slug}/logout", out)).map(({ action }) => action),
      ["session.ended"],
    );
  });

  test("a login by a token of another system is recorded, and the session that it replaces as ended", async () => {
    const { server } = started;
    const { hamlet, iago } = server.cast;
    const before = await browserSession(server, iago);
    const token = await signedToken(hamlet.email);
    const rows = await recordedBy("/accounts/login/jwt", sent(`${server.url}/accounts/login/jwt/`, { token }, before));
    assert.deepEqual(
      rows.map(({ action, actor }) => [action, ...actor]),
      [
        ["login.succeeded", "user", hamlet.id],
        ["session.ended", "user", iago.id],
      ],
    );
    assert.ok(!JSON.stringify(rows).includes(token));
  });

  test("what a directory does is recorded as its own, with its token", async () => {
    const { server } = started;
    const { desdemona, hamlet } = server.cast;
    const { token, id: tokenId } = await desdemona.call("POST /realm/scim_tokens", { name: "directory" });
    const { ok, patch } = directoryWith(server, token, HEADERS["user-agent"]);
    const by = async (path: string, work: () => Promise<unknown>) => {
      const rows = await recordedBy(`/scim/v2${path}`, work);
      for (const { actor } of rows) assert.deepEqual(actor, ["scim", tokenId]);
      return rows.map(({ action }) => action);
    };
    let [user, group] = ["", ""];
    const newcomer = { userName: "osric@elsinore.example", displayName: "Osric", active: false };
    const created = async () => (user = String((await ok("POST", "/Users", newcomer))["id"]));
    assert.deepEqual(await by("/Users", created), ["user.created", "user.deactivated"]);
    const all = {
      active: true,
      displayName: "Young Osric",
      roles: [{ value: "moderator" }],
      userName: "o@elsinore.example",
    };
    const changes = ["user.changed", "user.role_changed", "user.email_changed", "user.reactivated"];
    assert.deepEqual(await by("/Users/{id}", () => patch(`/Users/${user}`, { op: "replace", value: all })), changes);
    await browserSession(server, hamlet);
    const adopted = await by("/Users/{id}", () => ok("PUT", `/Users/${hamlet.id}`, { active: false }));
    assert.deepEqual([...new Set(adopted)], ["user.deactivated", "session.ended", "scim.user_adopted"]);
    assert.deepEqual(await by("/Users/{id}", () => ok("PUT", `/Users/${hamlet.id}`, {})), []);
    assert.deepEqual(await by("/Users/{id}", () => ok("DELETE", `/Users/${user}`)), ["user.deactivated"]);
    const pushed = { displayName: "courtiers", members: [] };
    const push = async () => (group = String((await ok("POST", "/Groups", pushed))["id"]));
    assert.deepEqual(await by("/Groups", push), ["group.created"]);
    const put = { displayName: "flatterers", members: [{ value: user }] };
    const change = () => ok("PUT", `/Groups/${group}`, put);
    assert.deepEqual(await by("/Groups/{id}", change), ["group.changed", "group.members_changed"]);
    assert.deepEqual(await by("/Groups/{id}", () => ok("DELETE", `/Groups/${group}`)), ["group.deactivated"]);
    const again = () => ok("POST", "/Groups", { ...put, members: [{ value: String(desdemona.id) }] });
    assert.deepEqual(await by("/Groups", again), ["group.changed", "group.members_changed"]);
    const { group_id } = await desdemona.call("POST /user_groups/create", {
      name: "by hand",
      description: "",
      members: [],
    });
    const adopt = () => patch(`/Groups/${group_id}`, { op: "add", path: "externalId", value: "x" });
    assert.deepEqual(await by("/Groups/{id}", adopt), ["scim.group_adopted"]);
    assert.deepEqual(await by("/Groups/{id}", () => patch(`/Groups/${group_id}`, { op: "add", value: {} })), []);
  });

  test("every page with a form says what it records, and has recorded all of that", () => {
    const silent = pages.filter(({ method, audits }) => method === "POST" && audits === undefined);
    assert.deepEqual(silent, []);
    const never = [...changing].flatMap(([path, audits]) =>
      audits === "personal"
        ? []
        : audits.filter((action) => seen.get(path)?.has(action) !== true).map((a) => [path, a]),
    );
    assert.deepEqual(never, []);
  });
});
