import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { raw } from "../harness/raw.ts";
import { ok, refusal, wire, type Wire } from "./wire.ts";

/** The contract about people, authentication and the service itself, one test for each of its headings. */
suite("contract: people and the service", () => {
  let server: TestServer;
  let api: Wire;
  before(async () => {
    server = await startTestServer();
    api = wire(server);
  });

  test("GET /server_settings", async () => {
    const body = await ok(api(undefined, "GET", "/server_settings"));
    const kinds: Record<string, string> = {
      authentication_methods: "object",
      svc_feature_level: "number",
      svc_version: "string",
      svc_merge_base: "string",
      push_notifications_enabled: "boolean",
      is_incompatible: "boolean",
      email_auth_enabled: "boolean",
      require_email_format_usernames: "boolean",
      realm_uri: "string",
      realm_url: "string",
      realm_name: "string",
      realm_icon: "string",
      realm_description: "string",
      realm_web_public_access_enabled: "boolean",
    };
    for (const [name, kind] of Object.entries(kinds)) assert.equal(typeof body[name], kind, name);
    assert.ok(Array.isArray(body["external_authentication_methods"]));
    assert.equal(body["svc_feature_level"], 421);
    assert.equal(body["realm_uri"], body["realm_url"]);
  });

  test("authentication", async () => {
    const { hamlet } = server.cast;
    await refusal(api(undefined, "GET", "/users/me"), "UNAUTHORIZED", 401);
    await refusal(api({ ...hamlet, apiKey: "x".repeat(32) }, "GET", "/users/me"), "INVALID_API_KEY", 401);
    const { headers } = await raw(`${server.url}/api/v1/users/me`);
    assert.match(headers.get("www-authenticate") ?? "", /^Basic realm="svc"/);
    const { email } = await ok(api(hamlet, "GET", "/users/me"));
    await ok(api({ ...hamlet, email: email as string }, "GET", "/users/me"));
  });

  test("parameters that the endpoint does not support are named", async () => {
    const body = await ok(api(server.cast.hamlet, "GET", "/users/me", { wishes: "three" }));
    assert.deepEqual(body["ignored_parameters_unsupported"], ["wishes"]);
  });

  test("POST /users, GET, PATCH and DELETE /users/{user_id}", async () => {
    const { desdemona, iago, hamlet } = server.cast;
    const yorick = { email: "yorick@elsinore.example", password: "alas poor yorick", full_name: "Yorick" };
    await refusal(api(hamlet, "POST", "/users", yorick), "UNAUTHORIZED_PRINCIPAL");
    await refusal(api(iago, "POST", "/users", yorick));
    const { user_id: id } = await ok(api(desdemona, "POST", "/users", yorick));
    await refusal(api(desdemona, "POST", "/users", yorick));
    const queue = await iago.register({ event_types: ["realm_user"] });
    await ok(api(iago, "PATCH", `/users/${String(id)}`, { full_name: "Poor Yorick", role: 300 }));
    const { user } = (await ok(api(hamlet, "GET", `/users/${String(id)}`))) as { user: Record<string, unknown> };
    assert.partialDeepStrictEqual(user, {
      user_id: id,
      full_name: "Poor Yorick",
      role: 300,
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      delivery_email: null,
      avatar_version: 1,
    });
    assert.ok(!("profile_data" in user) || typeof user["profile_data"] === "object");
    await refusal(api(iago, "PATCH", `/users/${String(id)}`, { role: 100 }), "UNAUTHORIZED_PRINCIPAL");
    await refusal(api(desdemona, "PATCH", `/users/${desdemona.id}`, { role: 400 }));
    await refusal(api(iago, "PATCH", `/users/${String(id)}`, { new_email: "y@elsinore.example" }));
    await ok(api(desdemona, "PATCH", `/users/${String(id)}`, { new_email: "y@elsinore.example" }));
    await refusal(api(desdemona, "PATCH", `/users/${server.cast.polonius.id}`, { role: 200 }));
    await ok(api(iago, "DELETE", `/users/${String(id)}`, { deactivation_notification_comment: "Farewell." }));
    await refusal(api(desdemona, "DELETE", `/users/${desdemona.id}`));
    await refusal(api(iago, "DELETE", "/users/999999"));
    const forms = (await iago.drain(queue)).map(({ person }) =>
      Object.keys(person as object)
        .sort()
        .join(),
    );
    for (const form of ["full_name,user_id", "role,user_id", "is_active,user_id"])
      assert.ok(forms.includes(form), form);
    assert.ok(forms.some((form) => form.includes("delivery_email")));
  });

  test("POST /user_groups/create", async () => {
    const { hamlet, othello } = server.cast;
    const wanted = { name: "players", description: "of the play", members: [hamlet.id] };
    const members = { direct_members: [othello.id], direct_subgroups: [] };
    const settings = ["can_add_members_group", "can_join_group", "can_leave_group", "can_remove_members_group"];
    const { group_id: id } = await ok(
      api(hamlet, "POST", "/user_groups/create", {
        ...wanted,
        ...Object.fromEntries([...settings, "can_manage_group", "can_mention_group"].map((name) => [name, members])),
      }),
    );
    await ok(api(hamlet, "POST", "/user_groups/create", { ...wanted, name: "company", subgroups: [id] }));
    await refusal(api(hamlet, "POST", "/user_groups/create", { ...wanted, name: "ghosts", members: [999_999] }));
    const { user_groups: groups } = (await ok(api(hamlet, "GET", "/user_groups"))) as {
      user_groups: { id: number; name: string }[];
    };
    const system = (name: string) => groups.find((group) => group.name === name)?.id;
    for (const [setting, name] of [
      ["can_manage_group", "role:internet"],
      ["can_manage_group", "role:everyone"],
      ["can_mention_group", "role:internet"],
      ["can_mention_group", "role:owners"],
    ] as const) {
      const bad = { ...wanted, name: `${setting} ${name}`, [setting]: system(name) };
      const { status } = await api(hamlet, "POST", "/user_groups/create", bad);
      assert.equal(status, 400, `${setting} ${name}`);
    }
  });

  test("POST /users/me/presence", async () => {
    const { hamlet, othello } = server.cast;
    const ping = (who: typeof hamlet, params: Record<string, unknown>) =>
      ok(api(who, "POST", "/users/me/presence", { status: "active", ...params }));
    assert.deepEqual((await ping(hamlet, { ping_only: true }))["presence_last_update_id"], -1);
    const all = await ping(othello, { last_update_id: -1 });
    assert.equal(typeof all["server_timestamp"], "number");
    const [entry] = Object.values(all["presences"] as Record<string, object>);
    assert.deepEqual(Object.keys(entry ?? {}).sort(), ["active_timestamp", "idle_timestamp"]);
    const later = await ping(othello, { last_update_id: all["presence_last_update_id"] });
    assert.ok((later["presence_last_update_id"] as number) >= (all["presence_last_update_id"] as number));
    const legacy = await ping(othello, {});
    const [old] = Object.values(legacy["presences"] as Record<string, Record<string, unknown>>);
    assert.ok(old !== undefined && "aggregated" in old);
    await refusal(api(hamlet, "POST", "/users/me/presence", { status: "asleep" }));
    await refusal(api(hamlet, "POST", "/users/me/presence"), "REQUEST_VARIABLE_MISSING");
  });

  test("alert_words, user_settings and their older forms", async () => {
    const { hamlet } = server.cast;
    const modern = await hamlet.register({
      event_types: ["user_settings", "update_display_settings", "update_global_notifications", "alert_words"],
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
    });
    const older = await hamlet.register({
      event_types: ["user_settings", "update_display_settings", "update_global_notifications"],
    });
    await ok(api(hamlet, "POST", "/users/me/alert_words", { alert_words: ["ghost"] }));
    await ok(api(hamlet, "PATCH", "/settings", { starred_message_counts: false, enable_sounds: false }));
    const events = await hamlet.drain(modern);
    assert.deepEqual(events[0]?.["alert_words"], ["ghost"]);
    assert.deepEqual(
      events.slice(1).map(({ type, op, property, value }) => [type, op, property, value]),
      [
        ["user_settings", "update", "starred_message_counts", false],
        ["user_settings", "update", "enable_sounds", false],
      ],
    );
    const names = (await hamlet.drain(older)).map(({ type, setting_name, notification_name }) => [
      type,
      setting_name ?? notification_name,
    ]);
    assert.ok(names.some(([type, name]) => type === "update_display_settings" && name === "starred_message_counts"));
    assert.ok(names.some(([type, name]) => type === "update_global_notifications" && name === "enable_sounds"));
  });

  test("POST /navigation_views and PATCH /saved_snippets/{saved_snippet_id}", async () => {
    const { hamlet } = server.cast;
    await ok(
      api(hamlet, "POST", "/navigation_views", { fragment: "narrow/channel/9-general", is_pinned: true, name: "News" }),
    );
    await ok(api(hamlet, "POST", "/navigation_views", { fragment: "inbox", is_pinned: false }));
    await refusal(api(hamlet, "POST", "/navigation_views", { fragment: " ", is_pinned: true }));
    const made = await ok(api(hamlet, "POST", "/saved_snippets", { title: "Greeting", content: "**Hail**" }));
    const path = `/saved_snippets/${String(made["saved_snippet_id"])}`;
    await ok(api(hamlet, "PATCH", path, { title: "Welcome" }));
    await refusal(api(hamlet, "PATCH", "/saved_snippets/999999", { title: "x" }), "BAD_REQUEST", 404);
  });

  test("GET /realm/linkifiers", async () => {
    const { desdemona, hamlet } = server.cast;
    const made = await ok(
      api(desdemona, "POST", "/realm/filters", {
        pattern: "#(?P<id>[0-9]+)",
        url_template: "https://example.com/{id}",
      }),
    );
    const { linkifiers } = await ok(api(hamlet, "GET", "/realm/linkifiers"));
    assert.deepEqual(linkifiers, [
      { id: made["id"], pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" },
    ]);
  });
});
