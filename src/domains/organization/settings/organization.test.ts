import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import type { Arguments } from "#client/client.ts";
import { CHANGEABLE, CHANGEABLE_NAMES } from "#domains/records/organization/properties.ts";
import { OWNERS_PERMISSIONS } from "./access.ts";

type Update = Arguments<"PATCH /realm">;

suite("the settings of an organization", () => {
  let server: TestServer;
  let groups: Map<string, number>;
  before(async () => {
    server = await startTestServer();
    const { realm_user_groups: all } = await server.cast.hamlet.register();
    groups = new Map((all as { id: number; name: string }[]).map(({ id, name }) => [name, id]));
  });
  const group = (name: string) => groups.get(`role:${name}`) as number;
  const change = (update: Update) => server.cast.desdemona.call("PATCH /realm", update);
  const news = async (update: Update) => {
    const { result: _r, msg: _m, ...response } = (await change(update)) as Record<string, unknown>;
    return response;
  };
  const refused = async (update: Record<string, unknown>, who: "desdemona" | "iago" | "hamlet" = "desdemona") =>
    (await server.cast[who].refused("PATCH /realm", update)).code;
  const channelNamed = async (name: string, isPrivate = false) => {
    const { hamlet } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name }], invite_only: isPrivate });
    const { streams } = await hamlet.register();
    return (streams as { stream_id: number; name: string }[]).find((stream) => stream.name === name)
      ?.stream_id as number;
  };

  test("an owner sets every kind of property; the answer has the new values, and everybody gets events", async () => {
    const channel = await channelNamed("news");
    const updates: [Update, Record<string, unknown>][] = [
      [{ name: "Kronborg" }, { name: "updated" }],
      [{ description: "Something is *rotten*.\nStill." }, { description: "updated" }],
      [{ invite_required: false }, { invite_required: false }],
      [{ message_retention_days: 30 }, { message_retention_days: 30 }],
      [{ message_retention_days: "unlimited" }, { message_retention_days: -1 }],
      [{ topics_policy: "disable_empty_topic" }, { topics_policy: "updated" }],
      [{ allow_message_editing: false }, { allow_message_editing: false }],
      [{ message_content_edit_limit_seconds: "unlimited" }, { message_content_edit_limit_seconds: null }],
      [{ message_content_edit_limit_seconds: 60 }, { message_content_edit_limit_seconds: 60 }],
      [{ move_messages_within_stream_limit_seconds: 5 }, { move_messages_within_stream_limit_seconds: 5 }],
      [{ message_edit_history_visibility_policy: "none" }, { message_edit_history_visibility_policy: "updated" }],
      [{ default_language: "de" }, { default_language: "updated" }],
      [{ signup_announcements_stream_id: channel }, { signup_announcements_stream_id: channel }],
      [{ signup_announcements_stream_id: -7 }, { signup_announcements_stream_id: -1 }],
      [
        { digest_weekday: 6, org_type: 35, giphy_rating: 0 },
        { digest_weekday: 6, org_type: 35, giphy_rating: 0 },
      ],
      [{ jitsi_server_url: "https://meet.example" }, { jitsi_server_url: "updated" }],
      [{ jitsi_server_url: "default" }, { jitsi_server_url: null }],
      [{ authentication_methods: { Email: true } }, {}],
      [{ name: "Kronborg", digest_weekday: 6 }, {}],
    ];
    await holds(server, async () => {
      for (const [update, expected] of updates) assert.deepEqual(await news(update), expected);
    });
    const { sql } = server.database;
    await change({ digest_weekday: 1, org_type: 0, giphy_rating: 2, default_language: "en" });
    const [row] = await sql<{ name: string; settings: object }[]>`select name, settings from realm`;
    assert.equal(row?.name, "Kronborg");
    assert.ok(!("digest_weekday" in row.settings) && !("jitsi_server_url" in row.settings), "only what differs");
    const settings = await server.anonymous.call("GET /server_settings");
    assert.equal(settings.realm_name, "Kronborg");
    await change({ name: "Elsinore", topics_policy: "allow_empty_topic", allow_message_editing: true });
  });

  test("calls have a server: the organization's own, or that of the operator", async () => {
    const own = await startTestServer({ flags: ["--jitsi-server-url", "https://meet.elsinore.example"] });
    const { desdemona } = own.cast;
    const urls = async () => {
      const state = await desdemona.register({ fetch_event_types: ["realm"] });
      return [state["jitsi_server_url"], state["server_jitsi_server_url"], state["realm_jitsi_server_url"]];
    };
    const server = "https://meet.elsinore.example";
    assert.deepEqual(await urls(), [server, server, null]);
    const other = "https://calls.example";
    await desdemona.call("PATCH /realm", { jitsi_server_url: other });
    assert.deepEqual(await urls(), [other, server, other]);
    await own.stop();
  });

  test("clients receive a changed property in its event, some of them in a dictionary", async () => {
    const { polonius } = server.cast;
    const queue = await polonius.register({ event_types: ["realm"] });
    await change({ topics_policy: "disable_empty_topic", require_unique_names: true });
    await change({ can_mention_many_users_group: { new: group("members") } });
    const events = await polonius.drain(queue);
    const dictionary = { type: "realm", op: "update_dict", property: "default" };
    assert.partialDeepStrictEqual(events, [
      { type: "realm", op: "update", property: "require_unique_names", value: true },
      { ...dictionary, data: { topics_policy: "disable_empty_topic", mandatory_topics: true } },
      { ...dictionary, data: { can_mention_many_users_group: group("members") } },
    ]);
    await change({ topics_policy: "allow_empty_topic" });
  });

  test("an owner cannot give a property an invalid value", async () => {
    const open = await channelNamed("open");
    const bad: Record<string, unknown>[] = [
      { name: "" },
      { name: "x".repeat(41) },
      { description: "x".repeat(1001) },
      { description: "\0" },
      { waiting_period_threshold: -1 },
      { waiting_period_threshold: 1.5 },
      { invite_required: "yes" },
      { invite_required: 1 },
      { topics_policy: "empty_topic_only" },
      { message_edit_history_visibility_policy: "some" },
      { default_language: "klingon" },
      { digest_weekday: 7 },
      { org_type: 11 },
      { video_chat_provider: 2 },
      { giphy_rating: 6 },
      { jitsi_server_url: "javascript:alert(1)" },
      { new_stream_announcements_stream_id: 999_999 },
      { new_stream_announcements_stream_id: "general" },
      { moderation_request_channel_id: open },
      { authentication_methods: { Email: false } },
      { authentication_methods: { Email: true, Magic: true } },
      { emails_restricted_to_domains: true },
      { string_id: "helsingor" },
      { can_create_groups: group("members") },
      { can_create_groups: { new: group("internet") } },
      { can_create_groups: { new: 999_999 } },
      { can_manage_all_groups: { new: group("nobody") } },
      { can_create_public_channel_group: { new: group("everyone") } },
      { can_access_all_users_group: { new: group("moderators") } },
      { can_create_bots_group: { new: { direct_members: [999_999], direct_subgroups: [] } } },
    ];
    for (const update of bad) assert.equal(await refused(update), "BAD_REQUEST", JSON.stringify(update));
    for (const name of ["message_retention_days", "message_content_delete_limit_seconds"]) {
      for (const value of [0, -1, "forever"]) {
        const refusal = await server.cast.desdemona.refused("PATCH /realm", { [name]: value });
        assert.equal(refusal.code, "REQUEST_VARIABLE_INVALID");
        assert.deepEqual([refusal.body["var_name"], refusal.body["bad_value"]], [name, value]);
      }
    }
    const secret = await channelNamed("reports", true);
    assert.deepEqual(await news({ moderation_request_channel_id: secret }), { moderation_request_channel_id: secret });
  });

  test("members and guests change nothing, and administrators nothing that is the owners' own", async () => {
    for (const name of ["shiva", "hamlet", "polonius"] as const) {
      const refusal = await server.cast[name].refused("PATCH /realm", { description: "Mine" });
      assert.deepEqual([refusal.status, refusal.code], [400, "UNAUTHORIZED_PRINCIPAL"], name);
      const defaults = await server.cast[name].refused("PATCH /realm/user_settings_defaults", { enter_sends: true });
      assert.equal(defaults.code, "UNAUTHORIZED_PRINCIPAL");
      const domain = { domain: "mine.example", allow_subdomains: true };
      assert.equal((await server.cast[name].refused("POST /realm/domains", domain)).code, "UNAUTHORIZED_PRINCIPAL");
      assert.equal((await server.cast[name].refused("POST /realm/deactivate")).code, "UNAUTHORIZED_PRINCIPAL");
    }
    const owners = CHANGEABLE_NAMES.filter((name) => "isOwners" in CHANGEABLE[name]);
    assert.equal(owners.length + OWNERS_PERMISSIONS.size, 14);
    const values: Record<string, unknown> = {
      authentication_methods: { Email: true },
      message_retention_days: 3,
      audit_log_retention_days: 30,
      two_step_required: "everyone",
      waiting_period_threshold: 3,
      string_id: "x",
    };
    for (const name of owners) {
      const value = values[name] ?? true;
      assert.equal(await refused({ [name]: value, description: "Iago's" }, "iago"), "UNAUTHORIZED_PRINCIPAL", name);
    }
    for (const name of OWNERS_PERMISSIONS) {
      assert.equal(await refused({ [name]: { new: group("administrators") } }, "iago"), "UNAUTHORIZED_PRINCIPAL", name);
    }
    const { realm_description: description } = await server.cast.hamlet.register();
    assert.notEqual(description, "Iago's");
    await server.cast.iago.call("PATCH /realm", { description: "Iago's" });
  });

  test("an owner changes a permission by {new, old}, and is refused if `old` is out of date", async () => {
    const { hamlet } = server.cast;
    const setting = "can_create_public_channel_group";
    const refusal = await server.cast.iago.refused("PATCH /realm", {
      [setting]: { new: group("nobody"), old: group("moderators") },
    });
    assert.deepEqual([refusal.code, refusal.body["field_name"]], ["EXPECTATION_MISMATCH", "old"]);
    const create = (name: string) => hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name }] });
    await create("still allowed");
    const swap = { [setting]: { new: group("nobody"), old: group("members") } };
    await holds(server, async () => assert.deepEqual(await news(swap), { [setting]: group("nobody") }));
    await assert.rejects(create("no longer"));
    const desdemona = server.cast.desdemona.call("POST /users/me/subscriptions", { subscriptions: [{ name: "nor" }] });
    await assert.rejects(desdemona, "not even an owner");
    const composite = { direct_members: [hamlet.id], direct_subgroups: [group("moderators")] };
    await holds(server, async () =>
      assert.deepEqual(await news({ [setting]: { new: composite } }), { [setting]: composite }),
    );
    await create("again");
    await holds(server, () => change({ [setting]: { new: group("members"), old: composite } }));
    const [row] = await server.database.sql<{ settings: object }[]>`select settings from realm`;
    assert.ok(!(setting in (row?.settings ?? {})));
  });

  test("an owner gives some permissions to built-in groups only", async () => {
    const composite = { direct_members: [server.cast.hamlet.id], direct_subgroups: [] };
    for (const name of ["can_access_all_users_group", "can_create_web_public_channel_group"] as const) {
      const refusal = await server.cast.desdemona.refused("PATCH /realm", { [name]: { new: composite } });
      assert.deepEqual([refusal.code, refusal.body["setting_name"]], ["SYSTEM_GROUP_REQUIRED", name]);
    }
  });

  test("an owner's update with one invalid value changes nothing", async () => {
    const before = await server.cast.hamlet.register();
    await refused({ description: "half", digest_weekday: 5, can_manage_all_groups: { new: group("nobody") } });
    await refused({ name: "half", message_content_delete_limit_seconds: 0 });
    await refused({ description: "half", can_create_bots_group: { new: group("nobody"), old: group("owners") } });
    const after = await server.cast.hamlet.register();
    for (const name of ["realm_name", "realm_description", "realm_digest_weekday", "realm_can_create_bots_group"]) {
      assert.deepEqual(after[name], before[name], name);
    }
  });

  test("members are bound at once by new settings for topics and direct messages", async () => {
    const { hamlet, cordelia, othello } = server.cast;
    const post = () => hamlet.call("POST /messages", { type: "channel", to: "news", topic: "", content: "x" });
    await post();
    await change({ topics_policy: "disable_empty_topic" });
    await assert.rejects(post());
    await change({ topics_policy: "allow_empty_topic" });
    await post();
    const write = (to: number) => hamlet.call("POST /messages", { type: "direct", to: [to], content: "x" });
    await write(cordelia.id);
    await change({ direct_message_initiator_group: { new: group("moderators") } });
    await assert.rejects(write(othello.id));
    await write(cordelia.id);
    await change({ direct_message_initiator_group: { new: group("everyone") } });
    await write(othello.id);
  });

  test("guests get events about users whom new settings hide from them or show to them again", async () => {
    const { polonius, hamlet, desdemona, othello } = server.cast;
    await desdemona.call("DELETE /users/{user_id}", { user_id: othello.id });
    const limit = (name: string) => change({ can_access_all_users_group: { new: group(name) } });
    const others = ["desdemona", "iago", "hamlet"] as const;
    const queue = await polonius.register({ event_types: ["realm_user"] });
    const people = async () =>
      (await polonius.drain(queue)).map(
        ({ op, person }) => [op, person as { user_id: number; is_active?: boolean }] as const,
      );
    await holds(server, () => limit("members"), others);
    assert.equal((await polonius.refused("GET /users/{user_id}", { user_id: hamlet.id })).code, "BAD_REQUEST");
    const lost = await people();
    assert.ok(lost.length >= 6 && lost.every(([op]) => op === "remove"));
    assert.doesNotMatch(JSON.stringify(lost), /Hamlet|Othello/);
    await holds(server, () => limit("everyone"), others);
    const gained = await people();
    const ids = (list: typeof lost) => new Set(list.map(([, person]) => person.user_id));
    assert.deepEqual(ids(gained), ids(lost));
    assert.match(JSON.stringify(gained), /Hamlet/);
    assert.equal(gained.findLast(([, person]) => person.user_id === othello.id)?.[1].is_active, false);
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: othello.id });
  });

  test("clients may quote values as JSON or not, and the answer lists unknown names", async () => {
    const { email, apiKey } = server.cast.desdemona;
    const send = (body: Record<string, string>) =>
      raw(`${server.url}/api/v1/realm`, { method: "PATCH", as: { email, apiKey }, body: new URLSearchParams(body) });
    const quoted = await send({
      topics_policy: '"disable_empty_topic"',
      message_retention_days: '"unlimited"',
      wat: "1",
    });
    assert.equal(quoted.status, 200);
    assert.equal(quoted.json["topics_policy"], "updated");
    assert.deepEqual(quoted.json["ignored_parameters_unsupported"], ["wat"]);
    await change({ topics_policy: "allow_empty_topic" });
  });
});
