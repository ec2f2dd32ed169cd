import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

type FieldData = Record<string, string | { text: string; order: string }>;

suite("profiles", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const create = async (type: number, name: string, field_data: FieldData = {}): Promise<number> =>
    (await server.cast.iago.call("POST /realm/profile_fields", { field_type: type, name, field_data })).id;

  const fieldsNow = async () => (await server.cast.polonius.call("GET /realm/profile_fields")).custom_fields;

  const profileOf = async (id: number) => {
    const args = { user_id: id, include_custom_profile_fields: true };
    return (await server.cast.othello.call("GET /users/{user_id}", args)).user.profile_data ?? {};
  };

  const colors = { red: { text: "Red", order: "1" }, blue: { text: "Blue", order: "2" } };

  test("only administrators define fields, and everybody gets events", async () => {
    const { iago, hamlet, shiva } = server.cast;
    const name = "Motto";
    let id = 0;
    await holds(server, async () => {
      ({ id } = await iago.call("POST /realm/profile_fields", { field_type: 1, name, hint: "in a few words" }));
    });
    const [field] = await fieldsNow();
    assert.deepEqual(field, {
      id,
      type: 1,
      order: id,
      name,
      hint: "in a few words",
      field_data: "",
      required: false,
      editable_by_user: true,
    });
    await holds(server, () =>
      iago.call("PATCH /realm/profile_fields/{field_id}", {
        field_id: id,
        name: "Saying",
        required: true,
        display_in_profile_summary: true,
      }),
    );
    const second = await create(4, "Born on");
    await holds(server, () => iago.call("PATCH /realm/profile_fields", { order: [second, id] }));
    assert.deepEqual(
      (await fieldsNow()).map((field) => [field.id, field.order]),
      [
        [second, 0],
        [id, 1],
      ],
    );
    await iago.call("PATCH /realm/profile_fields", { order: [id, second, id] });
    assert.deepEqual(
      (await fieldsNow()).map((field) => [field.id, field.order]),
      [
        [id, 0],
        [second, 1],
      ],
    );
    for (const order of [[id], [id, id], [id, second, 999_999]]) {
      assert.equal((await iago.refused("PATCH /realm/profile_fields", { order })).code, "BAD_REQUEST");
    }
    for (const who of [hamlet, shiva]) {
      const refusals = [
        await who.refused("POST /realm/profile_fields", { field_type: 1, name: "Mine" }),
        await who.refused("PATCH /realm/profile_fields", { order: [id, second] }),
        await who.refused("PATCH /realm/profile_fields/{field_id}", { field_id: id, name: "Mine" }),
        await who.refused("DELETE /realm/profile_fields/{field_id}", { field_id: id }),
      ];
      assert.deepEqual(
        refusals.map(({ status, code }) => [status, code]),
        refusals.map(() => [400, "UNAUTHORIZED_PRINCIPAL"]),
      );
    }
    for (const field_id of [id, second]) await iago.call("DELETE /realm/profile_fields/{field_id}", { field_id });
    assert.deepEqual(await fieldsNow(), []);
  });

  test("an administrator cannot define an invalid field", async () => {
    const { iago } = server.cast;
    const first = await create(1, "Taken");
    const wrong: [number, string, FieldData?][] = [
      [0, "No such type"],
      [9, "No such type"],
      [1, ""],
      [1, "   "],
      [1, "x".repeat(41)],
      [1, "Taken"],
      [3, "No options"],
      [3, "Twice", { a: { text: "Same", order: "1" }, b: { text: "Same", order: "2" } }],
      [3, "Blank key", { " ": { text: "Blank", order: "1" } }],
      [3, "Not options", { a: "b" }],
      [7, "No account"],
      [7, "Unknown account", { subtype: "constructor" }],
      [7, "No pattern", { subtype: "custom" }],
      [7, "No name in it", { subtype: "custom", url_pattern: "https://example.com/" }],
      [7, "Twice in it", { subtype: "custom", url_pattern: "https://example.com/%(username)s/%(username)s" }],
      [7, "Script", { subtype: "custom", url_pattern: "javascript:alert('%(username)s')" }],
    ];
    for (const [field_type, name, field_data] of wrong) {
      const refusal = await iago.refused("POST /realm/profile_fields", { field_type, name, field_data });
      assert.deepEqual([name, refusal.status, refusal.code], [name, 400, "BAD_REQUEST"]);
    }
    const hint = "x".repeat(81);
    await iago.refused("PATCH /realm/profile_fields/{field_id}", { field_id: first, hint });
    assert.deepEqual(
      (await fieldsNow()).map(({ id }) => id),
      [first],
    );
    await iago.call("DELETE /realm/profile_fields/{field_id}", { field_id: first });
  });

  test("an administrator puts at most two fields into the summary, and only short ones", async () => {
    const { iago } = server.cast;
    const ids = [await create(1, "One"), await create(8, "Two"), await create(5, "Three"), await create(2, "Long")];
    const show = { display_in_profile_summary: true };
    for (const id of ids.slice(0, 2)) {
      await holds(server, () => iago.call("PATCH /realm/profile_fields/{field_id}", { field_id: id, ...show }), [
        "hamlet",
      ]);
    }
    await iago.refused("PATCH /realm/profile_fields/{field_id}", { field_id: ids[2] as number, ...show });
    await iago.call("PATCH /realm/profile_fields/{field_id}", {
      field_id: ids[0] as number,
      display_in_profile_summary: false,
    });
    await iago.refused("PATCH /realm/profile_fields/{field_id}", { field_id: ids[3] as number, ...show });
    await iago.refused("POST /realm/profile_fields", { field_type: 6, name: "People", ...show });
    await iago.call("PATCH /realm/profile_fields/{field_id}", { field_id: ids[2] as number, ...show });
    for (const field_id of ids) await iago.call("DELETE /realm/profile_fields/{field_id}", { field_id });
  });

  test("an administrator cannot rename a built-in account field", async () => {
    const { iago } = server.cast;
    const id = await create(7, "Whatever", { subtype: "github" });
    const [field] = await fieldsNow();
    assert.equal(field?.name, "GitHub username");
    await iago.refused("POST /realm/profile_fields", { field_type: 7, field_data: { subtype: "github" } });
    await iago.refused("PATCH /realm/profile_fields/{field_id}", { field_id: id, name: "Git" });
    await iago.call("PATCH /realm/profile_fields/{field_id}", { field_id: id, required: true });
    const own = { subtype: "custom", url_pattern: "https://chess.example/%(username)s" };
    const custom = await create(7, "Chess", own);
    assert.deepEqual(JSON.parse((await fieldsNow()).find((field) => field.id === custom)?.field_data ?? ""), own);
    for (const field_id of [id, custom]) await iago.call("DELETE /realm/profile_fields/{field_id}", { field_id });
  });

  test("users enter values as each type allows, and those who may see the user get events", async () => {
    const { hamlet, cordelia, iago } = server.cast;
    const ids = [
      await create(1, "Short"),
      await create(2, "Long"),
      await create(3, "Color", colors),
      await create(4, "Day"),
      await create(5, "Link"),
      await create(6, "Friends"),
      await create(7, "GitHub", { subtype: "github" }),
      await create(8, "Pronouns"),
    ];
    const bot = await iago.call("POST /bots", { full_name: "Friendly", short_name: "friendly" });
    const good = ["*hi*", "# Long", "red", "1564-04-26", "https://elsinore.example", [cordelia.id], "prince", "he/him"];
    const wrong: (string | number[])[][] = [
      ["x".repeat(51), [1]],
      ["x".repeat(501)],
      ["green", "constructor"],
      ["1564-02-30", "26.4.1564", "1564-4-26"],
      ["elsinore", "javascript:alert(1)", "ftp://elsinore.example", "https://x y"],
      ["[16]", [999_999], [cordelia.id, bot.user_id]],
      ["x".repeat(51)],
      ["x".repeat(51)],
    ];
    for (const [index, values] of wrong.entries()) {
      for (const value of values) {
        const data = [{ id: ids[index] as number, value }];
        const refusal = await hamlet.refused("PATCH /users/me/profile_data", { data });
        assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"], JSON.stringify(value));
      }
    }
    assert.deepEqual(await profileOf(hamlet.id), {});
    const data = good.map((value, index) => ({ id: ids[index] as number, value }));
    await holds(server, () => hamlet.call("PATCH /users/me/profile_data", { data }));
    const profile = await profileOf(hamlet.id);
    assert.deepEqual(profile[ids[0] as number], { value: "*hi*", rendered_value: "<p><em>hi</em></p>" });
    assert.deepEqual(profile[ids[5] as number], { value: `[${cordelia.id}]` });
    assert.deepEqual(profile[ids[7] as number], { value: "he/him" });

    const queue = await hamlet.register({ event_types: ["realm_user"] });
    await hamlet.call("PATCH /users/me/profile_data", { data });
    assert.deepEqual(await hamlet.drain(queue), [], "nothing is new");
    await holds(server, () => hamlet.call("DELETE /users/me/profile_data", { data: [ids[0] as number] }));
    await hamlet.call("DELETE /users/me/profile_data", { data: [ids[0] as number] });
    await hamlet.refused("DELETE /users/me/profile_data", { data: [999_999] });
    const empty = [ids[1], ids[5]].map((id, index) => ({ id: id as number, value: index === 0 ? "" : [] }));
    await holds(server, () => hamlet.call("PATCH /users/me/profile_data", { data: empty }));
    assert.deepEqual(Object.keys(await profileOf(hamlet.id)).length, 5);

    const options = { blue: colors.blue };
    await holds(server, () =>
      iago.call("PATCH /realm/profile_fields/{field_id}", { field_id: ids[2] as number, field_data: options }),
    );
    assert.equal((await profileOf(hamlet.id))[ids[2] as number], undefined, "whoever chose red has chosen nothing");
    await holds(server, () => iago.call("DELETE /realm/profile_fields/{field_id}", { field_id: ids[3] as number }));
    assert.equal((await profileOf(hamlet.id))[ids[3] as number], undefined);
    const { api_key } = await iago.call("GET /bots/{bot_id}/api_key", { bot_id: bot.user_id });
    const friendly = server.as("friendly-bot@localhost", api_key);
    assert.equal((await friendly.refused("PATCH /users/me/profile_data", { data })).code, "BAD_REQUEST");
    await iago.refused("PATCH /users/{user_id}", { user_id: bot.user_id, profile_data: data.slice(0, 1) });
  });

  test("administrators fill in fields that users may not, together with the account or not at all", async () => {
    const { iago, hamlet, othello } = server.cast;
    const id = await create(1, "Office");
    await iago.call("PATCH /realm/profile_fields/{field_id}", { field_id: id, editable_by_user: false });
    const profile_data = [{ id, value: "Tower" }];
    await othello.refused("PATCH /users/me/profile_data", { data: profile_data });
    await hamlet.refused("PATCH /users/{user_id}", { user_id: othello.id, profile_data });
    await holds(server, () => iago.call("PATCH /users/{user_id}", { user_id: othello.id, profile_data }));
    assert.equal((await profileOf(othello.id))[id]?.value, "Tower");
    const email = `user${othello.id}@localhost`;
    const removal = [{ id, value: null }];
    await holds(server, () => iago.call("PATCH /users/{email}", { email, profile_data: removal }));
    assert.equal((await profileOf(othello.id))[id], undefined);
    const half = [...profile_data, { id: 999_999, value: "x" }];
    await iago.refused("PATCH /users/{user_id}", { user_id: othello.id, full_name: "Moor", profile_data: half });
    assert.equal((await othello.call("GET /users/me")).full_name, "Othello");
    assert.equal((await profileOf(othello.id))[id], undefined);
  });
});
