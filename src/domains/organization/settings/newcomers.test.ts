import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { REALM_ID } from "../../../../test/harness/cast.ts";
import { untilParked } from "../../../../test/harness/parked.ts";
import { openTestRealm } from "../../../../test/harness/realm.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { refreshMemberships } from "./actions/refresh-full-members.ts";

const newcomer = (email: string) => ({ email, password: "alas poor yorick", full_name: "Yorick" });

suite("new users, domains and deactivation", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const fullMembers = async () => {
    const { realm_user_groups: groups } = await server.cast.polonius.register({ event_types: ["realm_user_groups"] });
    const all = groups as { name: string; members: number[] }[];
    return all.find(({ name }) => name === "role:fullmembers")?.members;
  };

  test("new members are provisional during the waiting period, and full members after it", async () => {
    const { desdemona, hamlet, cordelia, othello } = server.cast;
    assert.deepEqual(await fullMembers(), [hamlet.id, cordelia.id, othello.id]);
    await holds(server, () => desdemona.call("PATCH /realm", { waiting_period_threshold: 3 }));
    assert.deepEqual(await fullMembers(), []);
    const { user_id: id } = await desdemona.call("POST /users", newcomer("young@elsinore.example"));
    assert.deepEqual(await fullMembers(), []);
    await holds(server, () => desdemona.call("PATCH /users/{user_id}", { user_id: id, role: 300 }));
    await holds(server, () => desdemona.call("PATCH /users/{user_id}", { user_id: id, role: 400 }));
    assert.deepEqual(await fullMembers(), []);

    const { sql } = server.database;
    await sql`update account set date_joined = now() - interval '3 days 1 hour' where id = ${hamlet.id}`;
    const { realm, db } = await openTestRealm(server.database);
    await refreshMemberships(realm);
    await realm.drain();
    const { position } = realm.model;
    await refreshMemberships(realm);
    assert.equal(realm.model.position, position, "no event is emitted twice");
    await realm.drain();
    await db.close();
    await desdemona.call("PATCH /realm", { description: "The server reads the log before it writes." });
    assert.deepEqual(await fullMembers(), [hamlet.id]);
    await holds(server, () => desdemona.call("PATCH /realm", { waiting_period_threshold: 0 }));
    assert.deepEqual(await fullMembers(), [hamlet.id, cordelia.id, othello.id, id]);
  });

  test("administrators add, change and remove domains, and everybody gets events", async () => {
    const { iago, polonius } = server.cast;
    const domains = async () => (await polonius.call("GET /realm/domains")).domains;
    await holds(server, () =>
      iago.call("POST /realm/domains", { domain: " Denmark.example ", allow_subdomains: false }),
    );
    await holds(server, () => iago.call("POST /realm/domains", { domain: "a.example", allow_subdomains: true }));
    assert.deepEqual(await domains(), [
      { domain: "a.example", allow_subdomains: true },
      { domain: "denmark.example", allow_subdomains: false },
    ]);
    for (const domain of [
      "",
      "denmark",
      "@denmark.example",
      ".example",
      "a..b",
      "-a.example",
      "a b.example",
      "DENMARK.example",
    ]) {
      const refusal = await iago.refused("POST /realm/domains", { domain, allow_subdomains: true });
      assert.equal(refusal.code, "BAD_REQUEST", domain);
    }
    assert.equal((await iago.refused("POST /realm/domains", { domain: "b.example" })).code, "REQUEST_VARIABLE_MISSING");
    const changed = { domain: "denmark.example", allow_subdomains: true };
    await holds(server, () => iago.call("PATCH /realm/domains/{domain}", changed));
    await holds(server, () => iago.call("PATCH /realm/domains/{domain}", changed));
    await holds(server, () => iago.call("DELETE /realm/domains/{domain}", { domain: "a.example" }));
    assert.deepEqual(await domains(), [changed]);
    const absent = { domain: "a.example", allow_subdomains: true };
    assert.equal((await iago.refused("PATCH /realm/domains/{domain}", absent)).code, "BAD_REQUEST");
    assert.equal((await iago.refused("DELETE /realm/domains/{domain}", absent)).code, "BAD_REQUEST");
    const refusal = await server.cast.hamlet.refused("DELETE /realm/domains/{domain}", { domain: "denmark.example" });
    assert.equal(refusal.code, "UNAUTHORIZED_PRINCIPAL");
  });

  test("nobody gets an account with an address outside of the domains to which the organization is restricted", async () => {
    const { desdemona, iago, hamlet } = server.cast;
    await desdemona.call("PATCH /realm", { emails_restricted_to_domains: true });
    for (const email of ["a@elsewhere.example", "a+b@denmark.example", "a@notdenmark.example"]) {
      assert.equal((await desdemona.refused("POST /users", newcomer(email))).code, "BAD_REQUEST", email);
      const update = { user_id: hamlet.id, new_email: email };
      assert.equal((await desdemona.refused("PATCH /users/{user_id}", update)).code, "BAD_REQUEST", email);
    }
    await desdemona.call("POST /users", newcomer("yorick@DENMARK.example"));
    await desdemona.call("POST /users", newcomer("yorick@court.denmark.example"));
    const last = await iago.refused("DELETE /realm/domains/{domain}", { domain: "denmark.example" });
    assert.equal(last.code, "BAD_REQUEST", "an administrator does not undo what an owner decided");
    await desdemona.call("PATCH /realm", { emails_restricted_to_domains: false });
    await desdemona.call("POST /users", newcomer("yorick+1@elsewhere.example"));
    await holds(server, () => iago.call("DELETE /realm/domains/{domain}", { domain: "denmark.example" }));
  });

  test("new users find the latest messages of their channels, and the newest of them unread", async () => {
    const { desdemona, hamlet } = server.cast;
    const say = (to: string, content: string) =>
      hamlet.call("POST /messages", { type: "channel", to, topic: "before", content });
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "aside" }] });
    for (let n = 0; n < 15; n += 1) {
      await say("general", `general ${n}`);
      await say("sandbox", `sandbox ${n}`);
      await say("aside", `aside ${n}`);
    }
    const account = newcomer("late@elsinore.example");
    await holds(server, () => desdemona.call("POST /users", account));
    const { email: username, password } = account;
    const { api_key } = await server.anonymous.call("POST /fetch_api_key", { username, password });
    const late = server.as(username, api_key);
    const narrow = [{ operator: "topic", operand: "before" }];
    const page = await late.call("GET /messages", { anchor: "newest", num_before: 100, narrow, apply_markdown: false });
    const found = page.messages.map(({ content, flags }) => `${content}${flags.includes("read") ? "" : " unread"}`);
    const expected = Array.from({ length: 15 }, (_, n) =>
      [`general ${n}`, `sandbox ${n}`].map((text) => (n < 5 ? text : `${text} unread`)),
    ).flat();
    assert.deepEqual(found, expected);
    assert.ok(page.messages.every(({ flags }) => !flags.includes("historical")));
    const { unread_msgs: unread } = await late.register({ fetch_event_types: ["message", "update_message_flags"] });
    assert.equal((unread as { count: number }).count, 21, "and what the welcome bot says");
    await late.call("DELETE /users/me");
  });

  test("administrators decide the settings of new accounts, and existing accounts keep theirs", async () => {
    const { desdemona, iago, hamlet } = server.cast;
    const decide = (settings: Record<string, unknown>) => iago.call("PATCH /realm/user_settings_defaults", settings);
    await holds(server, async () => {
      await decide({ color_scheme: 2, web_home_view: "recent_topics", enter_sends: true });
      await decide({ email_address_visibility: 1, email_notifications_batching_period_seconds: 60 });
      await decide({ enter_sends: false, color_scheme: 2 });
      await desdemona.call("PATCH /realm", { default_language: "fr" });
    });
    const { realm_user_settings_defaults: defaults } = await hamlet.register();
    const { color_scheme, email_address_visibility, default_language } = defaults as Record<string, unknown>;
    assert.deepEqual([color_scheme, email_address_visibility, default_language], [2, 1, "fr"]);
    const bad: Record<string, unknown>[] = [
      { color_scheme: 4 },
      { enter_sends: 1 },
      { web_home_view: "home" },
      { email_notifications_batching_period_seconds: 0 },
      { notification_sound: "trumpet" },
      { high_contrast_mode: true, emojiset: "apple" },
    ];
    for (const settings of bad) {
      const refusal = await iago.refused("PATCH /realm/user_settings_defaults", settings);
      assert.equal(refusal.code, "BAD_REQUEST", JSON.stringify(settings));
    }
    const personal = await decide({ timezone: "Europe/Copenhagen", enable_login_emails: false, full_name: "x" });
    assert.deepEqual(personal.ignored_parameters_unsupported, ["enable_login_emails", "full_name", "timezone"]);
    const { user_id: id } = await desdemona.call("POST /users", newcomer("open@elsinore.example"));
    const { user } = await hamlet.call("GET /users/{user_id}", { user_id: id });
    assert.equal(user.delivery_email, "open@elsinore.example");
    const { user: old } = await hamlet.call("GET /users/{user_id}", { user_id: iago.id });
    assert.equal(old.delivery_email, null);
    await decide({ color_scheme: 1, web_home_view: "inbox", email_address_visibility: 3 });
    await decide({ email_notifications_batching_period_seconds: 120 });
    const [row] = await server.database.sql<{ settings: object }[]>`select settings from realm`;
    assert.ok(!("user_settings_defaults" in (row?.settings ?? {})), "only what differs is stored");
  });

  test("an owner deactivates the organization, and nobody can log in any more", async () => {
    const { desdemona, iago, hamlet } = server.cast;
    assert.equal((await iago.refused("POST /realm/deactivate")).code, "UNAUTHORIZED_PRINCIPAL");
    const listening = await hamlet.register({ event_types: ["realm"] });
    const deaf = await iago.register({ event_types: ["message"] });
    const poll = ({ queue_id, last_event_id }: typeof deaf) => ({ queue_id, last_event_id });
    const heard = hamlet.call("GET /events", poll(listening));
    const nothing = iago.call("GET /events", poll(deaf));
    await untilParked(server.url, 2);
    await desdemona.call("POST /realm/deactivate");
    const { events } = await heard;
    assert.partialDeepStrictEqual(events, [{ type: "realm", op: "deactivated", realm_id: REALM_ID }]);
    assert.equal(events.length, 1);
    assert.deepEqual((await nothing).events, []);
    for (const who of [desdemona, iago, hamlet, server.as("nobody@elsinore.example", "x".repeat(32))]) {
      for (const call of [who.refused("GET /users/me"), who.refused("GET /events", poll(deaf))]) {
        const { status, code } = await call;
        assert.deepEqual([status, code], [401, "REALM_DEACTIVATED"]);
      }
    }
    const login = { username: hamlet.email, password: "correct horse battery" };
    assert.equal((await server.anonymous.refused("POST /fetch_api_key", login)).code, "REALM_DEACTIVATED");
    await server.stop();
    const again = await startTestServer({ database: server.database });
    assert.equal((await again.cast.hamlet.refused("GET /users/me")).code, "REALM_DEACTIVATED", "also after a restart");
  });
});
