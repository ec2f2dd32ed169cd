import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { OWN_SETTING_NAMES, USER_SETTING_NAMES, USER_SETTINGS } from "#domains/records/users/record/settings.ts";
import { DISPLAY_SETTINGS, NOTIFICATION_SETTINGS } from "./legacy.ts";

type Fields = Record<string, unknown>;

const omit = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

suite("settings", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const settingsOf = async (who: CastMember) =>
    (await who.register({ event_types: ["user_settings"] }))["user_settings"] as Fields;

  /** A value other than the initial one, from the setting's own declaration. */
  const otherValue = (name: (typeof USER_SETTING_NAMES)[number]): unknown => {
    const { initial, param } = USER_SETTINGS[name];
    if (typeof initial === "boolean") return !initial;
    const { enum: values } = param.schema as { enum?: unknown[] };
    return values?.find((value) => value !== initial) ?? (initial as number) + 1;
  };

  test("a user changes every setting, gets the events of each form and finds the value in register", async () => {
    const { hamlet } = server.cast;
    // For clients without `inherit` values, the lists of channels contain the effect of these settings.
    const isOfChannels = (name: string) => name.startsWith("enable_stream_");
    const [ofChannels, others] = [true, false].map((wanted) =>
      USER_SETTING_NAMES.filter((name) => isOfChannels(name) === wanted),
    ) as [typeof USER_SETTING_NAMES, typeof USER_SETTING_NAMES];
    for (const name of others) {
      await holds(server, () => hamlet.call("PATCH /settings", { [name]: otherValue(name) }), ["hamlet"]);
    }
    await hamlet.call("PATCH /settings", Object.fromEntries(ofChannels.map((name) => [name, otherValue(name)])));
    const settings = await settingsOf(hamlet);
    for (const name of USER_SETTING_NAMES) assert.equal(settings[name], otherValue(name), name);
    const { subscriptions } = (await hamlet.register()) as unknown as { subscriptions: Fields[] };
    assert.equal(subscriptions[0]?.["desktop_notifications"], true);
    const initial = Object.fromEntries(ofChannels.map((name) => [name, USER_SETTINGS[name].initial]));
    await hamlet.call("PATCH /settings", initial);
    const back = Object.fromEntries(USER_SETTING_NAMES.map((name) => [name, USER_SETTINGS[name].initial]));
    await holds(server, () => hamlet.call("PATCH /settings", back));
    assert.deepEqual(
      Object.keys(await settingsOf(hamlet)).sort(),
      [...OWN_SETTING_NAMES, "available_notification_sounds", "emojiset_choices"].sort(),
    );
    assert.deepEqual(
      (await server.database.sql`select settings from account where id = ${hamlet.id}`)[0]?.["settings"],
      {},
    );
  });

  test("a user gets no event for an unchanged setting, and an invalid one changes nothing", async () => {
    const { hamlet } = server.cast;
    const queue = await hamlet.register({ client_capabilities: { notification_settings_null: true } });
    const response = await hamlet.call("PATCH /settings", {
      enter_sends: false,
      color_scheme: 1,
      nonsense: 1,
    } as never);
    assert.deepEqual((response as { ignored_parameters_unsupported?: string[] }).ignored_parameters_unsupported, [
      "nonsense",
    ]);
    const wrong: Fields[] = [
      { color_scheme: 4 },
      { enter_sends: 1 },
      { emojiset: "apple" },
      { notification_sound: "gong" },
      { email_notifications_batching_period_seconds: 0 },
      { email_notifications_batching_period_seconds: 604_801 },
      { email_address_visibility: 6 },
      { default_language: "tlh" },
      { timezone: "Elsinore/Castle" },
      { timezone: "+05:30" },
      { timezone: "" },
      { full_name: "x" },
      { full_name: "Ham*let" },
      { new_password: "to be or not to be", old_password: "wrong" },
      { new_password: "to be or not to be" },
      { new_password: "password", old_password: PASSWORD },
    ];
    for (const args of wrong) {
      const { status, code } = await hamlet.refused("PATCH /settings", { twenty_four_hour_time: true, ...args });
      assert.equal(`${status} ${code}`, "400 BAD_REQUEST", JSON.stringify(args));
    }
    assert.deepEqual(await hamlet.drain(queue), []);
  });

  test("older clients get events and fields of their own, newer ones only the object", async () => {
    const { othello } = server.cast;
    const capable = { notification_settings_null: true, user_settings_object: true };
    const older = await othello.register();
    const newer = await othello.register({ client_capabilities: capable });
    await othello.call("PATCH /settings/display", { default_language: "de", timezone: "Asia/Calcutta" });
    await othello.call("PATCH /settings/notifications", { enable_sounds: false, hide_ai_features: true });
    const drained = async (queue: typeof older) => (await othello.drain(queue)).map((event) => omit(event, "id"));
    const user = `user${othello.id}@localhost`;
    const objects = [
      { type: "user_settings", op: "update", property: "default_language", value: "de", language_name: "Deutsch" },
      { type: "user_settings", op: "update", property: "timezone", value: "Asia/Kolkata" },
      {
        type: "realm_user",
        op: "update",
        person: { user_id: othello.id, email: user, timezone: "Asia/Kolkata" },
      },
      { type: "user_settings", op: "update", property: "enable_sounds", value: false },
      { type: "user_settings", op: "update", property: "hide_ai_features", value: true },
    ];
    assert.deepEqual(await drained(newer), objects);
    const all = await drained(older);
    assert.deepEqual(
      all.filter(({ type }) => String(type).startsWith("update_")),
      [
        {
          type: "update_display_settings",
          user,
          setting: "de",
          setting_name: "default_language",
          language_name: "Deutsch",
        },
        { type: "update_display_settings", user, setting: "Asia/Kolkata", setting_name: "timezone" },
        { type: "update_global_notifications", user, setting: false, notification_name: "enable_sounds" },
      ],
    );
    assert.equal(all.length, objects.length + 3);
    for (const name of [...DISPLAY_SETTINGS, ...NOTIFICATION_SETTINGS]) {
      assert.ok(name in older && !(name in newer), name);
    }
    assert.equal(older["emojiset"], "google");
  });

  test("a user decides who may see their address, and others get events only about what they may see", async () => {
    const { cordelia, hamlet, iago, shiva } = server.cast;
    const personOf = async (who: CastMember) => (await who.call("GET /users/{user_id}", { user_id: cordelia.id })).user;
    for (const visibility of [1, 2, 5, 4, 3, 1, 4, 2, 3]) {
      const queue = await hamlet.register({ event_types: ["realm_user"] });
      await holds(server, () => cordelia.call("PATCH /settings", { email_address_visibility: visibility }));
      const isSeen = visibility <= 2;
      assert.equal((await personOf(hamlet)).delivery_email, isSeen ? cordelia.email : null);
      assert.equal((await personOf(shiva)).delivery_email !== null, [1, 2, 5].includes(visibility));
      assert.equal((await personOf(iago)).delivery_email !== null, visibility !== 4);
      assert.equal((await personOf(iago)).email === cordelia.email, visibility === 1);
      const text = JSON.stringify(await hamlet.drain(queue));
      if (!isSeen) assert.ok(!text.includes(cordelia.email));
    }
  });

  test("a user changes their own name unless the organization forbids it", async () => {
    const { hamlet, desdemona } = server.cast;
    await holds(server, () => hamlet.call("PATCH /settings", { full_name: " Prince Hamlet " }));
    assert.equal((await hamlet.call("GET /users/me")).full_name, "Prince Hamlet");
    await desdemona.call("PATCH /realm", { name_changes_disabled: true });
    await hamlet.call("PATCH /settings", { full_name: "Somebody" });
    assert.equal((await hamlet.call("GET /users/me")).full_name, "Prince Hamlet");
    await desdemona.call("PATCH /settings", { full_name: "Lady Desdemona" });
    assert.equal((await desdemona.call("GET /users/me")).full_name, "Lady Desdemona");
    await desdemona.call("PATCH /realm", { name_changes_disabled: false, require_unique_names: true });
    await hamlet.refused("PATCH /settings", { full_name: "ＬＡＤＹ Desdemona" });
    const namesake = { email: "other@elsinore.example", password: PASSWORD, full_name: "prince hamlet" };
    await desdemona.refused("POST /users", namesake);
    await hamlet.call("PATCH /settings", { full_name: "prince Hamlet" });
    const left = { ...namesake, full_name: "Old Yorick" };
    const { user_id } = await desdemona.call("POST /users", left);
    await desdemona.call("DELETE /users/{user_id}", { user_id });
    await desdemona.refused("POST /users", { ...left, email: "younger@elsinore.example" });
    await desdemona.call("PATCH /realm", { require_unique_names: false });
  });

  test("a user changes their password only with the old one", async () => {
    const { shiva } = server.cast;
    const next = "alas poor yorick i knew him";
    await shiva.call("PATCH /settings", { old_password: PASSWORD, new_password: next });
    const logIn = (password: string) => ({ username: shiva.email, password });
    assert.equal(
      (await server.anonymous.refused("POST /fetch_api_key", logIn(PASSWORD))).code,
      "AUTHENTICATION_FAILED",
    );
    assert.equal((await server.anonymous.call("POST /fetch_api_key", logIn(next))).api_key, shiva.apiKey);
  });

  test("a new user begins with the organization's settings, and bots have no settings", async () => {
    const { desdemona, hamlet } = server.cast;
    await desdemona.call("PATCH /realm/user_settings_defaults", { enter_sends: true, web_font_size_px: 20 });
    await desdemona.call("PATCH /realm", { default_language: "fr" });
    const { user_id: id } = await desdemona.call("POST /users", {
      email: "yorick@elsinore.example",
      password: PASSWORD,
      full_name: "Yorick",
    });
    const { api_key: key } = await server.anonymous.call("POST /fetch_api_key", {
      username: "yorick@elsinore.example",
      password: PASSWORD,
    });
    const yorick = server.as("yorick@elsinore.example", key);
    const settings = (await yorick.register({ event_types: ["user_settings"] }))["user_settings"] as Fields;
    assert.deepEqual(
      [settings["enter_sends"], settings["web_font_size_px"], settings["default_language"]],
      [true, 20, "fr"],
    );
    assert.equal((await settingsOf(hamlet))["enter_sends"], false);
    await yorick.call("PATCH /settings", { enter_sends: false });
    const [row] = await server.database.sql`select settings from account where id = ${id}`;
    assert.deepEqual(row?.["settings"], { web_font_size_px: 20, default_language: "fr" });

    const bot = await hamlet.call("POST /bots", { full_name: "Robot", short_name: "robot" });
    const refusal = await server
      .as("robot-bot@localhost", bot.api_key)
      .refused("PATCH /settings", { enter_sends: true });
    assert.equal(`${refusal.status} ${refusal.code}`, "400 BAD_REQUEST");
    assert.equal((await raw(`${server.url}/api/v1/settings`, { method: "PATCH" })).status, 401);
  });

  test("administrators get events about who lets exports contain their private data, and their bots do not", async () => {
    const { hamlet, iago, cordelia } = server.cast;
    const robot = await iago.call("POST /bots", { full_name: "Spy", short_name: "spy" });
    await iago.call("PATCH /users/{user_id}", { user_id: robot.user_id, role: 200 });
    const spy = server.as("spy-bot@localhost", robot.api_key);
    const queue = await spy.register();
    const queues = [await iago.register(), await cordelia.register()] as const;
    await hamlet.call("PATCH /settings", { allow_private_data_export: true });
    const [event, ...others] = await iago.drain(queues[0]);
    assert.deepEqual(
      [event?.type, event?.["user_id"], event?.["consented"]],
      ["realm_export_consent", hamlet.id, true],
    );
    assert.deepEqual([others, await cordelia.drain(queues[1]), await spy.drain(queue)], [[], [], []]);
    await iago.call("DELETE /users/{user_id}", { user_id: hamlet.id });
    await iago.call("POST /users/{user_id}/reactivate", { user_id: hamlet.id });
    const again = (await iago.drain(queues[0])).filter(({ type }) => type === "realm_export_consent");
    assert.deepEqual(
      again.map((entry) => [entry["user_id"], entry["consented"]]),
      [[hamlet.id, true]],
      "and again when an account comes back",
    );
  });
});
