import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { createGroup } from "../../../../test/harness/groups.ts";
import { type MailBox, startMailBox } from "../../../../test/harness/mail.ts";
import { SECRET } from "../../../../test/harness/cast.ts";
import { openTestRealm } from "../../../../test/harness/realm.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import type { ParleyError } from "#client/client.ts";
import { readConfig } from "#config/config.ts";
import { createKeys } from "#platform/keys.ts";
import { housekeepInvitations } from "./housekeeping.ts";

const code = ({ status, code }: ParleyError) => `${status} ${code}`;
const said = ({ body }: ParleyError) => body["msg"];

suite("invitations", () => {
  let server: TestServer;
  let mail: MailBox;
  before(async () => {
    mail = await startMailBox();
    server = await startTestServer({ flags: ["--mail-from", "parley@elsinore.example"], env: mail.env });
  });
  after(async () => {
    await server.stop();
    await mail.close();
  });

  const latest = async (who: keyof TestServer["cast"] = "desdemona") =>
    (await server.cast[who].call("GET /invites")).invites.at(-1) as { id: number; email?: string; invited_as: number };
  const invite = (who: keyof TestServer["cast"], email: string, more: object = {}) =>
    server.cast[who].call("POST /invites", { invitee_emails: email, stream_ids: [], ...more });

  test("a member invites everybody who can be invited, and the refusal names the others", async () => {
    const { hamlet, cordelia, desdemona, othello } = server.cast;
    await desdemona.call("DELETE /users/{user_id}", { user_id: othello.id });
    const refusal = await hamlet.refused("POST /invites", {
      invitee_emails: `Yorick <yorick@elsinore.example>, ${cordelia.email.toUpperCase()}\n${othello.email}; nonsense,YORICK@elsinore.example`,
      stream_ids: [],
    });
    assert.equal(code(refusal), "400 INVITATION_FAILED");
    assert.deepEqual(refusal.body, {
      result: "error",
      msg: "Some of these people could not be invited; the others were.",
      code: "INVITATION_FAILED",
      errors: [
        [cordelia.email.toUpperCase(), "Already has an account.", false],
        [othello.email, "Account has been deactivated.", true],
        ["nonsense", "Invalid address.", false],
      ],
      sent_invitations: true,
      daily_limit_reached: false,
      license_limit_reached: false,
    });
    const { text } = await mail.next("YORICK@elsinore.example");
    assert.match(text, /Hamlet invited you to Elsinore/);
    assert.match(text, /text\/html/);
    assert.deepEqual(mail.left(), []);
    const none = await hamlet.refused("POST /invites", { invitee_emails: cordelia.email, stream_ids: [] });
    assert.equal(none.body["sent_invitations"], false);
    assert.equal(
      code(await hamlet.refused("POST /invites", { invitee_emails: " ,\n", stream_ids: [] })),
      "400 BAD_REQUEST",
    );
    const many = Array.from({ length: 101 }, (_, n) => `n${n}@elsinore.example`).join(",");
    assert.match(
      (await hamlet.refused("POST /invites", { invitee_emails: many, stream_ids: [] })).message,
      /At most 100/,
    );
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: othello.id });
  });

  test("CVE-2026-2463, CVE-2025-47870, CVE-2017-18902: inviters and administrators see invitations, and the links of those whose role they could give", async () => {
    const { hamlet, cordelia, iago, desdemona } = server.cast;
    const queues = await Promise.all(
      [hamlet, cordelia, iago].map((who) => who.register({ event_types: ["invites_changed"] })),
    );
    await invite("hamlet", "list@elsinore.example", { invite_expires_in_minutes: 60, notify_referrer_on_join: false });
    const heard = await Promise.all([hamlet, cordelia, iago].map((who, n) => who.drain(queues[n] as never)));
    assert.deepEqual(
      heard.map((events) => events.map(({ type }) => type)),
      [["invites_changed"], [], ["invites_changed"]],
    );
    const own = (await hamlet.call("GET /invites")).invites.at(-1);
    assert.equal(own?.email, "list@elsinore.example");
    assert.equal((own?.expiry_date ?? 0) - (own?.invited ?? 0), 3600);
    assert.deepEqual([own?.is_multiuse, own?.notify_referrer_on_join, own?.invited_as], [false, false, 400]);
    assert.deepEqual((await cordelia.call("GET /invites")).invites, []);
    const { invite_link: link } = await desdemona.call("POST /invites/multiuse", {
      invite_as: 100,
      invite_expires_in_minutes: null,
    });
    assert.match(link, new RegExp(`^${server.url.replace("127.0.0.1", "[^/]+")}/join/[A-Za-z0-9]{33,42}/$`));
    const [seen, hidden] = [await desdemona.call("GET /invites"), await iago.call("GET /invites")];
    assert.deepEqual([seen.invites.at(-1)?.link_url, seen.invites.at(-1)?.expiry_date], [link, null]);
    assert.equal(hidden.invites.at(-1)?.is_multiuse, true);
    assert.equal(hidden.invites.at(-1)?.link_url, undefined, "an administrator could become an owner by it");
    await mail.next("list@elsinore.example");
  });

  test("an invitation offers no role, welcome, channel or group that its inviter could not give", async () => {
    const { hamlet, iago, desdemona } = server.cast;
    const expected = { 100: "Must be an organization owner", 200: "administrator", 300: "administrator" };
    for (const [role, words] of Object.entries(expected)) {
      const refusal = await hamlet.refused("POST /invites", {
        invitee_emails: "a@b.example",
        stream_ids: [],
        invite_as: Number(role),
      });
      assert.equal(code(refusal), "400 UNAUTHORIZED_PRINCIPAL");
      assert.ok(refusal.message.includes(words));
    }
    assert.equal(code(await iago.refused("POST /invites/multiuse", { invite_as: 100 })), "400 UNAUTHORIZED_PRINCIPAL");
    const text = { invitee_emails: "a@b.example", stream_ids: [], welcome_message_custom_text: "Psst" };
    assert.equal(code(await hamlet.refused("POST /invites", text)), "400 UNAUTHORIZED_PRINCIPAL");
    const closed = await createChannel(desdemona, { invite_only: true });
    for (const id of [closed.id, 2_000_000_000]) {
      const refusal = await hamlet.refused("POST /invites", { invitee_emails: "a@b.example", stream_ids: [id] });
      assert.equal(said(refusal), "Invalid channel ID");
    }
    const group = await createGroup(desdemona);
    const refusal = await hamlet.refused("POST /invites", {
      invitee_emails: "a@b.example",
      stream_ids: [],
      group_ids: [group],
    });
    assert.equal(said(refusal), "Insufficient permission");
    const { user_groups: groups } = await desdemona.call("GET /user_groups");
    const owners = groups.find(({ name }) => name === "role:owners")?.id ?? 0;
    const system = await desdemona.refused("POST /invites/multiuse", { group_ids: [owners] });
    assert.equal(said(system), "Insufficient permission", "nobody becomes an owner by a group");
    for (const minutes of [0, -1]) await iago.refused("POST /invites/multiuse", { invite_expires_in_minutes: minutes });
  });

  test("CVE-2024-21630, CVE-2023-32677: an invitation subscribes to no channel to which its inviter could not add others", async () => {
    const { hamlet, desdemona, iago } = server.cast;
    const open = await createChannel(iago, {});
    await invite("hamlet", "open@elsinore.example", { stream_ids: [open.id] });
    await mail.next("open@elsinore.example");
    const { user_groups: groups } = await desdemona.call("GET /user_groups");
    const id = (name: string) => groups.find((group) => group.name === name)?.id as number;
    await desdemona.call("PATCH /realm", { can_add_subscribers_group: { new: id("role:administrators") } });
    const params = { invitee_emails: "other@elsinore.example", stream_ids: [open.id] };
    assert.equal(said(await hamlet.refused("POST /invites", params)), "Insufficient permission");
    const [general] = (await hamlet.call("GET /streams", { include_default: true })).streams.filter(
      (stream) => stream.is_default,
    );
    await invite("hamlet", "default@elsinore.example", { stream_ids: [general?.stream_id] });
    await mail.next("default@elsinore.example");
    const guest = { ...params, stream_ids: [general?.stream_id ?? 0], invite_as: 600 };
    assert.equal(said(await hamlet.refused("POST /invites", guest)), "Insufficient permission");
    await desdemona.call("PATCH /realm", { can_add_subscribers_group: { new: id("role:members") } });
  });

  test("inviters and administrators revoke and resend invitations, which do not exist for others", async () => {
    const { hamlet, cordelia, iago, desdemona } = server.cast;
    await invite("hamlet", "again@elsinore.example");
    const first = (await mail.next("again@elsinore.example")).text;
    const { id } = await latest("hamlet");
    assert.equal(said(await cordelia.refused("DELETE /invites/{invite_id}", { invite_id: id })), "No such invitation");
    assert.equal(
      said(await cordelia.refused("POST /invites/{invite_id}/resend", { invite_id: id })),
      "No such invitation",
    );
    const asLink = await hamlet.refused("DELETE /invites/multiuse/{invite_id}", { invite_id: id });
    assert.equal(said(asLink), "No such invitation", "the kind is part of the name");
    await server.database.sql`
      update invitation set created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day' where id = ${id}`;
    const before = (await hamlet.call("GET /invites")).invites.find((invite) => invite.id === id)?.expiry_date ?? 0;
    await iago.call("POST /invites/{invite_id}/resend", { invite_id: id });
    const again = (await mail.next("again@elsinore.example")).text;
    const linkIn = (text: string) => /\/join\/\w+/.exec(text.replaceAll("=\r\n", ""))?.[0];
    assert.equal(linkIn(again), linkIn(first));
    const renewed = (await hamlet.call("GET /invites")).invites.find((invite) => invite.id === id)?.expiry_date ?? 0;
    assert.ok(Math.abs(renewed - before - 86_400) < 60, "it lasts anew");
    await hamlet.call("DELETE /invites/{invite_id}", { invite_id: id });
    assert.equal(said(await hamlet.refused("DELETE /invites/{invite_id}", { invite_id: id })), "No such invitation");
    await invite("desdemona", "owner@elsinore.example", { invite_as: 100 });
    await mail.next("owner@elsinore.example");
    const mailed = { invite_id: (await latest()).id };
    for (const operation of ["DELETE /invites/{invite_id}", "POST /invites/{invite_id}/resend"] as const)
      assert.equal(code(await iago.refused(operation, mailed)), "400 UNAUTHORIZED_PRINCIPAL");
    await desdemona.call("POST /invites/multiuse", { invite_as: 100 });
    const link = { invite_id: (await latest()).id };
    assert.equal(code(await iago.refused("DELETE /invites/multiuse/{invite_id}", link)), "400 UNAUTHORIZED_PRINCIPAL");
    await desdemona.call("POST /invites/multiuse", {});
    await iago.call("DELETE /invites/multiuse/{invite_id}", { invite_id: (await latest()).id });
  });

  test("an address gets a few invitations a day, however often they are revoked, and an organization has a daily limit", async () => {
    const { hamlet } = server.cast;
    for (let times = 0; times < 5; times += 1) {
      await invite("hamlet", "bored@elsinore.example");
      await mail.next("bored@elsinore.example");
      if (times < 4) await hamlet.call("DELETE /invites/{invite_id}", { invite_id: (await latest("hamlet")).id });
    }
    const params = { invitee_emails: "Bored@elsinore.example", stream_ids: [] };
    const refusal = await hamlet.refused("POST /invites", params);
    assert.match(JSON.stringify(refusal.body["errors"]), /enough invitations for today/);
    const resend = { invite_id: (await latest("hamlet")).id };
    assert.match((await hamlet.refused("POST /invites/{invite_id}/resend", resend)).message, /enough invitations/);
    await invite("hamlet", "once@elsinore.example");
    await mail.next("once@elsinore.example");
    const other = { invite_id: (await latest("hamlet")).id };
    await server.database.sql`
      insert into invitation_mail (realm_id, email_key, sent_at) select 1, 'crowd' || n, now() from generate_series(1, 1000) n`;
    const full = await hamlet.refused("POST /invites", { invitee_emails: "new@elsinore.example", stream_ids: [] });
    assert.deepEqual([code(full), full.body["daily_limit_reached"]], ["400 INVITATION_FAILED", true]);
    assert.equal(code(await hamlet.refused("POST /invites/{invite_id}/resend", other)), "400 INVITATION_FAILED");
    await server.database.sql`delete from invitation_mail where email_key like 'crowd%'`;
    await server.database.sql`
      insert into invitation (realm_id, id, inviter_id, role, channel_ids, group_ids, with_defaults, tells_inviter, nonce, created_at)
      select 1, 1000000 + n, ${hamlet.id}, 400, '{}', '{}', false, false, '', now() from generate_series(1, 10000) n`;
    const crowd = await hamlet.refused("POST /invites", { invitee_emails: "new@elsinore.example", stream_ids: [] });
    assert.match(crowd.message, /at most 10000 open invitations/);
    await server.database.sql`delete from invitation where id > 1000000`;
  });

  test("an invitation ends when its inviter's account is deactivated, and when the address gets an account", async () => {
    const { desdemona, cordelia } = server.cast;
    await invite("cordelia", "ends@elsinore.example");
    await mail.next("ends@elsinore.example");
    const emails = async () => (await desdemona.call("GET /invites")).invites.map(({ email }) => email);
    assert.ok((await emails()).includes("ends@elsinore.example"));
    const queue = await desdemona.register({ event_types: ["invites_changed"] });
    await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
    assert.ok(!(await emails()).includes("ends@elsinore.example"));
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: cordelia.id });
    assert.ok(!(await emails()).includes("ends@elsinore.example"));
    await invite("hamlet", "Created@elsinore.example");
    await mail.next("Created@elsinore.example");
    await desdemona.call("POST /users", {
      email: "created@elsinore.example",
      full_name: "C D",
      password: "alas poor yorick",
    });
    assert.ok(!(await emails()).includes("Created@elsinore.example"));
    assert.equal((await desdemona.drain(queue)).length, 3);
    await invite("cordelia", "leaves@elsinore.example");
    await mail.next("leaves@elsinore.example");
    await cordelia.call("DELETE /users/me");
    assert.ok(!(await emails()).includes("leaves@elsinore.example"));
  });

  test("an invitation is removed after it has expired, and its recipient is reminded once before", async () => {
    const { sql } = server.database;
    const mailed = ["soon", "short", "far"].map((name) => `${name}@elsinore.example`);
    await invite("hamlet", mailed.join(","));
    for (const address of mailed) await mail.next(address);
    await sql`update invitation set created_at = now() - interval '9 days', expires_at = now() + interval '1 day' where email = ${mailed[0] as string}`;
    await sql`update invitation set created_at = now() - interval '1 day', expires_at = now() + interval '1 day' where email = ${mailed[1] as string}`;
    await invite("hamlet", "expired@elsinore.example");
    await mail.next("expired@elsinore.example");
    await sql`update invitation set expires_at = now() - interval '1 second' where email = 'expired@elsinore.example'`;
    const { realm, db } = await openTestRealm(server.database);
    const site = { config: readConfig([], mail.env), keys: createKeys(SECRET) };
    await housekeepInvitations(realm, site);
    await housekeepInvitations(realm, site);
    await db.close();
    const { text } = await mail.next("soon@elsinore.example");
    assert.match(text, /expires soon/);
    assert.match(text, /\/join\//);
    await until(
      () => sql`select from mail`,
      ({ length }) => length === 0,
    );
    const again = mail.left().filter(({ text }) => /expires soon/.test(text));
    assert.deepEqual(again, [], "once, and nobody else");
    assert.equal((await sql`select from invitation where email = 'expired@elsinore.example'`).length, 0);
  });

  test("an owner cannot invite by mail where the server sends none, but can make a link", async () => {
    const silent = await startTestServer();
    const { desdemona } = silent.cast;
    const refusal = await desdemona.refused("POST /invites", { invitee_emails: "a@b.example", stream_ids: [] });
    assert.match(refusal.message, /sends no mail/);
    await desdemona.call("POST /invites/multiuse", {});
  });
});
