import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { browserWith, cookieSetBy, SAME_ORIGIN } from "../../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../../test/harness/cast.ts";
import { startTestServer } from "../../../../../test/harness/server.ts";
import {
  groupEntry,
  passwordOf,
  PEOPLE,
  personEntry,
  type Slapd,
  startSlapd,
  withoutSlapd,
} from "../../../../../test/harness/slapd.ts";
import { codeOf, turnOn } from "#domains/people/two-step/test-support.ts";
import { signOnFlags } from "../test-support.ts";
import { proxyBefore, directoryAt, enter, fetchKey } from "./test-support.ts";

const picture = (colour: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

suite("logins by a directory", { skip: withoutSlapd }, () => {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd([
      ...["hamlet", "othello", "cordelia", "shiva", "desdemona", "iago", "ophelia", "locked"].map((uid) =>
        personEntry(uid),
      ),
      personEntry("twin", { mail: "twins@elsinore.example" }),
      personEntry("other-twin", { mail: "twins@elsinore.example" }),
      personEntry("stranger", { mail: "stranger@venice.example", employeeType: "guest" }),
      personEntry("unmailed", { mail: [] }),
    ]);
    slapd.add([groupEntry("scholars", ["ophelia", "hamlet"]), groupEntry("moderators", ["ophelia"])]);
  });
  const start = (settings: object = {}, more: object = {}) =>
    startTestServer({ ...more, flags: signOnFlags([directoryAt(slapd, settings)]) });

  test("people log in by user name or address, for a key and in a browser, and their account is linked", async () => {
    const server = await start();
    const { hamlet } = server.cast;
    const settings = await server.anonymous.call("GET /server_settings");
    assert.partialDeepStrictEqual(settings, {
      require_email_format_usernames: false,
      authentication_methods: { ldap: true, password: true, email: true, "openid connect": false },
    });
    assert.deepEqual(
      settings.external_authentication_methods.map(({ name }) => name),
      ["browser"],
    );
    for (const name of ["hamlet", "HAMLET", hamlet.email]) {
      const { status, body } = await fetchKey(server, name, passwordOf("hamlet"));
      assert.deepEqual([status, body["user_id"], body["email"]], [200, hamlet.id, hamlet.email], name);
      assert.equal((await fetchKey(server, name, passwordOf("othello"))).body["code"], "AUTHENTICATION_FAILED");
    }
    const { response, body } = await enter(server, "hamlet", passwordOf("hamlet"));
    assert.equal(body["user_id"], hamlet.id);
    const browser = browserWith(server.url, cookieSetBy(response));
    assert.equal((await browser.call("GET /users/me")).user_id, hamlet.id);
    const rows = await server.database.sql`
      select provider, user_id, (select provider from browser_session) as session from identity`;
    assert.deepEqual([...rows], [{ provider: "file:staff", userId: hamlet.id, session: "file:staff" }]);
    const { entries } = await server.cast.desdemona.call("GET /audit_log", { action: "identity.linked" });
    assert.deepEqual([entries.length, entries[0]?.actor.kind, entries[0]?.target.id], [1, "user", String(hamlet.id)]);
  });

  test("an account that the directory has let in opens by no older password, and confirms by the directory's", async () => {
    const server = await start();
    const { hamlet } = server.cast;
    assert.equal((await fetchKey(server, hamlet.email, PASSWORD)).status, 200, "not linked yet");
    const { response } = await enter(server, "hamlet", passwordOf("hamlet"));
    assert.equal((await fetchKey(server, hamlet.email, PASSWORD)).body["code"], "AUTHENTICATION_FAILED");
    const browser = browserWith(server.url, cookieSetBy(response));
    const confirm = async (password: string) =>
      (await browser.fetch("/json/sessions/confirm", { method: "POST", body: new URLSearchParams({ password }) }))
        .status;
    assert.equal(await confirm(PASSWORD), 400);
    assert.equal(await confirm(passwordOf("hamlet")), 200);
    const change = { old_password: passwordOf("hamlet"), new_password: "another long and good one" };
    assert.match((await browser.refused("PATCH /settings", change)).message, /that of a directory/);
    assert.equal((await fetchKey(server, server.cast.othello.email, PASSWORD)).status, 200, "others have theirs");
  });

  test("an empty password, wildcards, pieces of filters and NUL open nothing, and neither does a name that two have", async () => {
    const server = await start();
    const refused = async (name: string, password: string) => {
      const { status, body } = await fetchKey(server, name, password);
      // No parameter may have a NUL.
      const expected = /\0/.test(name + password) ? [400, "BAD_REQUEST"] : [401, "AUTHENTICATION_FAILED"];
      assert.deepEqual([status, body["code"]], expected, JSON.stringify([name, password]));
    };
    assert.equal((await fetchKey(server, "ophelia", passwordOf("ophelia"))).status, 200);
    await refused("ophelia", "");
    await refused("ophelia", "\0");
    await refused("ophelia", `${passwordOf("ophelia")}\0`);
    for (const name of [
      "*",
      "ophel*",
      "ophelia)(uid=*",
      "*)(objectClass=*",
      "(|(uid=ophelia))",
      "ophelia\0",
      "ophelia\\00",
    ])
      await refused(name, passwordOf("ophelia"));
    await refused("ophelia", "x".repeat(9000));
    assert.equal((await fetchKey(server, "x".repeat(10_000), passwordOf("ophelia"))).status, 400);
    await refused("twins@elsinore.example", passwordOf("twin"));
    assert.equal((await fetchKey(server, "twin", passwordOf("twin"))).status, 200, "by a name of their own");
    await refused(`uid=ophelia,${PEOPLE}`, passwordOf("ophelia"));
  });

  test("a name that nobody has costs a bind, too", async () => {
    const proxy = await proxyBefore(slapd);
    // A synchronization would connect, too.
    const server = await startTestServer({ flags: signOnFlags([directoryAt(proxy, { sync_minutes: 0 })]) });
    const cost = async (name: string) => {
      const before = proxy.connections();
      await fetchKey(server, name, "a wrong password");
      return proxy.connections() - before;
    };
    assert.equal(await cost("hamlet"), 2);
    assert.equal(await cost("nobody"), 2);
    assert.equal(await cost("twins@elsinore.example"), 2);
    assert.equal(await cost("hamlet@elsinore.example"), 2);
  });

  test("newcomers get an account where the operator has decided so, and keep it whatever their address becomes", async () => {
    const server = await start();
    const first = await fetchKey(server, "stranger", passwordOf("stranger"));
    assert.deepEqual([first.status, first.body["email"]], [200, "stranger@venice.example"]);
    const me = await server.as("stranger@venice.example", first.body["api_key"] as string).call("GET /users/me");
    assert.equal(me.full_name, "stranger of the directory");
    slapd.modify(`dn: uid=stranger,${PEOPLE}\nchangetype: modify\nreplace: mail\nmail: hamlet@elsinore.example\n`);
    const again = await fetchKey(server, "stranger", passwordOf("stranger"));
    assert.equal(again.body["user_id"], first.body["user_id"], "and not Hamlet's");
    slapd.modify(`dn: uid=stranger,${PEOPLE}\nchangetype: modify\nreplace: mail\nmail: stranger@venice.example\n`);
    const unmailed = await fetchKey(server, "unmailed", passwordOf("unmailed"));
    assert.match(unmailed.body["msg"] as string, /^Staff does not tell your email address/);

    const closed = await start({ auto_signup: false });
    const { status, body } = await fetchKey(closed, "stranger", passwordOf("stranger"));
    assert.deepEqual([status, body["code"]], [400, "BAD_REQUEST"]);
    assert.match(body["msg"] as string, /^There is no account here for stranger@venice\.example\. Ask a member/);
  });

  test("an account is linked by its address only where the operator trusts the directory's addresses", async () => {
    const server = await start({ trust_email: false, auto_signup: false });
    const { status, body } = await fetchKey(server, "hamlet", passwordOf("hamlet"));
    assert.equal(status, 400);
    assert.match(body["msg"] as string, /^Staff does not vouch for the address hamlet@elsinore\.example\./);
    assert.equal((await server.database.sql`select from identity`).length, 0);
  });

  test("an administrator shows once by their own password that an account is theirs", async () => {
    const server = await start();
    const { iago } = server.cast;
    const key = await fetchKey(server, "iago", passwordOf("iago"));
    assert.deepEqual([key.status, key.body["code"]], [403, "CONFIRMATION_REQUIRED"]);
    const { status, body } = await enter(server, "iago", passwordOf("iago"));
    assert.deepEqual([status, body["code"]], [403, "CONFIRMATION_REQUIRED"]);
    const { pathname } = new URL(body["link"] as string);
    const confirm = (password: string) =>
      fetch(`${server.url}${pathname}`, {
        method: "POST",
        headers: SAME_ORIGIN,
        redirect: "manual",
        body: new URLSearchParams({ password }),
      });
    assert.equal((await confirm(passwordOf("iago"))).status, 400);
    const confirmed = await confirm(PASSWORD);
    assert.deepEqual([confirmed.status, confirmed.headers.get("location")], [303, "/"]);
    const after = await fetchKey(server, "iago", passwordOf("iago"));
    assert.deepEqual([after.status, after.body["user_id"]], [200, iago.id]);
  });

  test("a password of the directory is one step: the second is asked for, also where an account is linked", async () => {
    const server = await start();
    const { othello, iago } = server.cast;
    const { secret } = await turnOn(othello);
    for (const login of [enter, fetchKey])
      assert.equal((await login(server, "othello", passwordOf("othello"))).body["code"], "TWO_STEP_REQUIRED");
    const code = codeOf(secret);
    assert.equal((await enter(server, "othello", passwordOf("othello"), {}, { code })).body["user_id"], othello.id);

    await turnOn(iago);
    const { body } = await enter(server, "iago", passwordOf("iago"));
    const { pathname } = new URL(body["link"] as string);
    const confirmed = await fetch(`${server.url}${pathname}`, {
      ...{ method: "POST", headers: SAME_ORIGIN, redirect: "manual" as const },
      body: new URLSearchParams({ password: PASSWORD }),
    });
    assert.deepEqual([confirmed.status, confirmed.headers.getSetCookie()], [303, []]);
    assert.equal((await enter(server, "iago", passwordOf("iago"))).body["code"], "TWO_STEP_REQUIRED");

    await server.cast.desdemona.call("PATCH /realm", { two_step_required: "everyone" });
    await server.stop();
    const { sql } = server.database;
    await sql`update account set date_joined = now() - interval '60 days'`;
    await sql`update realm set settings = settings || jsonb_build_object('two_step_required_since', 0)`;
    const strict = await start({}, { database: server.database });
    const { response } = await enter(strict, "hamlet", passwordOf("hamlet"));
    const browser = browserWith(strict.url, cookieSetBy(response));
    assert.equal((await browser.refused("GET /users/me")).code, "TWO_STEP_SETUP_REQUIRED");
  });

  test("what the directory says of people is taken over at each login: name, profile, role, groups and picture", async () => {
    const server = await start({
      picture_attribute: "jpegPhoto",
      mappings: {
        name: "cn",
        profile_fields: { Team: "departmentNumber" },
        role: { claim: "groups", values: { moderators: "moderator" } },
        groups: { claim: "groups", map: { scholars: "scholars here" } },
      },
    });
    const { desdemona } = server.cast;
    const { id: field } = await desdemona.call("POST /realm/profile_fields", { name: "Team", field_type: 1 });
    const { group_id } = await desdemona.call("POST /user_groups/create", {
      ...{ name: "scholars here", description: "", members: [desdemona.id] },
    });
    slapd.modify(`dn: uid=ophelia,${PEOPLE}\nchangetype: modify\nadd: departmentNumber\ndepartmentNumber: Flowers\n`);
    const draw = async (colour: string) => {
      const photo = (await picture(colour)).toString("base64");
      slapd.modify(`dn: uid=ophelia,${PEOPLE}\nchangetype: modify\nreplace: jpegPhoto\njpegPhoto:: ${photo}\n`);
    };
    await draw("#ff0000");
    const logIn = async () => (await fetchKey(server, "ophelia", passwordOf("ophelia"))).body["user_id"] as number;
    const id = await logIn();
    const shown = async () =>
      (await desdemona.call("GET /users/{user_id}", { user_id: id, include_custom_profile_fields: true })).user;
    const members = async () =>
      (await desdemona.call("GET /user_groups/{user_group_id}/members", { user_group_id: group_id })).members;
    const first = await shown();
    assert.deepEqual([first.full_name, first.role], ["ophelia of the directory", 300]);
    assert.equal(first.profile_data?.[field]?.value, "Flowers");
    assert.match(first.avatar_url ?? "", /^\/user_avatars\/(?!drawn)/);
    assert.deepEqual(new Set(await members()), new Set([desdemona.id, id]), "others in the group stay");
    const key = (await fetchKey(server, "ophelia", passwordOf("ophelia"))).body["api_key"] as string;
    const herself = server.as("ophelia@elsinore.example", key);
    assert.match(
      (await herself.refused("PATCH /settings", { full_name: "Of Elsinore" })).message,
      /name comes from Staff/,
    );
    const fields = [{ id: field, value: "Herbs" }];
    assert.match((await herself.refused("PATCH /users/me/profile_data", { data: fields })).message, /comes from Staff/);
    assert.match(
      (await herself.refused("DELETE /users/me/profile_data", { data: [field] })).message,
      /comes from Staff/,
    );
    await server.cast.othello.call("PATCH /settings", { full_name: "Othello the Moor" });
    await logIn();
    assert.equal((await shown()).avatar_url, first.avatar_url, "the same picture is not taken over again");

    await draw("#00ff00");
    slapd.modify(`dn: uid=ophelia,${PEOPLE}\nchangetype: modify\nreplace: cn\ncn: Ophelia\n`);
    slapd.modify(
      `dn: cn=scholars,ou=groups,dc=elsinore,dc=example\nchangetype: modify\ndelete: member\nmember: uid=ophelia,${PEOPLE}\n`,
    );
    await logIn();
    const after = await shown();
    assert.notEqual(after.avatar_url, first.avatar_url);
    assert.equal(after.full_name, "Ophelia");
    assert.deepEqual(await members(), [desdemona.id]);
  });

  test("who is locked in the directory, or is not among those whom the operator wants, is not let in", async () => {
    const server = await start({ require: { objectClass: "inetOrgPerson", employeeType: "guest" } });
    assert.equal((await fetchKey(server, "stranger", passwordOf("stranger"))).status, 200);
    assert.equal((await fetchKey(server, "ophelia", passwordOf("ophelia"))).body["code"], "AUTHENTICATION_FAILED");
    const all = await start();
    assert.equal((await fetchKey(all, "locked", passwordOf("locked"))).status, 200);
    slapd.modify(
      `dn: uid=locked,${PEOPLE}\nchangetype: modify\nadd: pwdAccountLockedTime\npwdAccountLockedTime: 000001010000Z\n`,
    );
    assert.equal((await fetchKey(all, "locked", passwordOf("locked"))).body["code"], "USER_DEACTIVATED");
  });

  test("guesses are counted as those at other passwords, and somebody with the right one is let in elsewhere", async () => {
    const server = await start({}, { rateLimit: "on" });
    for (let guess = 0; guess < 5; guess += 1)
      assert.equal((await fetchKey(server, "shiva", `guess ${guess}`)).body["code"], "AUTHENTICATION_FAILED");
    const { status, body } = await fetchKey(server, "shiva", passwordOf("shiva"));
    assert.deepEqual([status, body["code"]], [429, "RATE_LIMIT_HIT"]);
  });

  test("the directory can be switched off, and be the only way in", async () => {
    const server = await start();
    const { desdemona, othello } = server.cast;
    const methods = (authentication_methods: Record<string, boolean>) =>
      desdemona.call("PATCH /realm", { authentication_methods });
    await methods({ LDAP: false });
    assert.equal(
      (await fetchKey(server, "othello", passwordOf("othello"))).body["msg"],
      "Enter a valid email address.",
    );
    assert.equal((await fetchKey(server, othello.email, PASSWORD)).status, 200);
    await methods({ LDAP: true });
    const locksOut = await desdemona.refused("PATCH /realm", { authentication_methods: { Email: false } });
    assert.match(locksOut.message, /could not log in any more/);
    const { body } = await enter(server, "desdemona", passwordOf("desdemona"));
    const { pathname } = new URL(body["link"] as string);
    await fetch(`${server.url}${pathname}`, {
      ...{
        method: "POST",
        headers: SAME_ORIGIN,
        redirect: "manual" as const,
        body: new URLSearchParams({ password: PASSWORD }),
      },
    });
    await methods({ Email: false });
    assert.equal((await fetchKey(server, othello.email, PASSWORD)).body["code"], "AUTHENTICATION_FAILED");
    assert.equal((await fetchKey(server, othello.email, passwordOf("othello"))).status, 200);
    assert.partialDeepStrictEqual(await server.anonymous.call("GET /server_settings"), {
      email_auth_enabled: false,
      authentication_methods: { password: true, email: false, ldap: true },
    });
  });

  test("a directory that is dead is not a wrong password, and keeps nobody out who has a password here", async () => {
    const own = await startSlapd([personEntry("cordelia"), personEntry("polonius")]);
    const server = await startTestServer({ rateLimit: "on", flags: signOnFlags([directoryAt(own)]) });
    const { cordelia, othello } = server.cast;
    const { response } = await enter(server, "cordelia", passwordOf("cordelia"));
    const browser = browserWith(server.url, cookieSetBy(response));
    await own.kill();
    for (let guess = 0; guess < 6; guess += 1) {
      const { status, body } = await fetchKey(server, "cordelia", passwordOf("cordelia"));
      assert.deepEqual([status, body["code"]], [503, "SERVICE_UNAVAILABLE"]);
      assert.match(body["msg"] as string, /^The directory in which passwords are looked up does not answer\./);
    }
    assert.equal((await fetchKey(server, othello.email, PASSWORD)).status, 200);
    assert.equal((await browser.call("GET /users/me")).user_id, cordelia.id, "sessions go on");
    assert.match(server.output(), /directory not asked/);
    assert.ok(!server.output().includes(passwordOf("cordelia")));
    await own.start();
    assert.equal((await fetchKey(server, "cordelia", passwordOf("cordelia"))).status, 200, "nothing was counted");
  });
});
