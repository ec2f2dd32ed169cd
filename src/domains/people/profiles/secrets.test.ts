import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("secrets in profiles", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const create = async (
    type: number,
    name: string,
    field_data: Record<string, { text: string; order: string }> = {},
  ): Promise<number> =>
    (await server.cast.iago.call("POST /realm/profile_fields", { field_type: type, name, field_data })).id;

  const profileOf = async (id: number) => {
    const args = { user_id: id, include_custom_profile_fields: true };
    return (await server.cast.othello.call("GET /users/{user_id}", args)).user.profile_data ?? {};
  };

  test("a limited guest cannot find out which users exist by naming them in a field", async () => {
    const { desdemona, polonius, hamlet } = server.cast;
    const id = await create(6, "Colleagues");
    const groups = await desdemona.register({ event_types: ["realm_user_groups"] });
    const list = groups["realm_user_groups"] as { id: number; name: string }[];
    const groupOf = (name: string) => list.find((group) => group.name === name)?.id as number;
    const limit = (name: string, old: string) =>
      desdemona.call("PATCH /realm", {
        can_access_all_users_group: { new: groupOf(name), old: groupOf(old) },
      });
    await limit("role:members", "role:everyone");
    const forbidden = await polonius.refused("PATCH /users/me/profile_data", { data: [{ id, value: [hamlet.id] }] });
    const absent = await polonius.refused("PATCH /users/me/profile_data", { data: [{ id, value: [999_999] }] });
    const text = (error: typeof absent, who: number) => JSON.stringify(error.body).replace(String(who), "N");
    assert.equal(text(forbidden, hamlet.id), text(absent, 999_999));
    await limit("role:everyone", "role:members");
    await polonius.call("PATCH /users/me/profile_data", { data: [{ id, value: [hamlet.id] }] });
  });

  test("GHSA-3m37-hwq6-jrj8: a client that is not logged in gets nobody's profile", async () => {
    const { hamlet } = server.cast;
    const id = await create(1, "Secret");
    await hamlet.call("PATCH /users/me/profile_data", { data: [{ id, value: "unseen" }] });
    for (const path of ["users", `users/${hamlet.id}`, "users/me", "realm/profile_fields"]) {
      const response = await raw(`${server.url}/api/v1/${path}?include_custom_profile_fields=true`);
      assert.equal(response.status, 401);
      assert.doesNotMatch(response.text, /profile_data|unseen/);
    }
  });

  test("CVE-2025-30369: nobody changes or deletes a field of another organization", async () => {
    const { iago } = server.cast;
    const { sql } = server.database;
    const [other] = await sql<{ id: number }[]>`
      insert into realm (subdomain, name, created_at) values ('wittenberg', 'Wittenberg', now()) returning id`;
    const realmId = other?.id as number;
    await sql`
      insert into custom_profile_field (realm_id, id, name, type, position) values (${realmId}, 77777, 'Faculty', 1, 1)`;
    const foreign = await iago.refused("DELETE /realm/profile_fields/{field_id}", { field_id: 77_777 });
    const absent = await iago.refused("DELETE /realm/profile_fields/{field_id}", { field_id: 88_888 });
    assert.equal(foreign.body["code"], absent.body["code"]);
    assert.equal(JSON.stringify(foreign.body).replace("77777", "88888"), JSON.stringify(absent.body));
    await iago.refused("PATCH /realm/profile_fields/{field_id}", { field_id: 77_777, name: "Mine" });
    await iago.refused("PATCH /users/me/profile_data", { data: [{ id: 77_777, value: "x" }] });
    const left = await sql`select name from custom_profile_field where realm_id = ${realmId}`;
    assert.deepEqual(
      left.map((row) => (row as { name: string }).name),
      ["Faculty"],
    );
  });

  test("CVE-2020-15070: a user's profile values are treated as data, whatever they contain", async () => {
    const { hamlet, iago } = server.cast;
    const evil = { "__import__('os')": { text: "process.exit()", order: "1" } };
    const choice = await create(3, "Choice", evil);
    const words = await create(1, "Words");
    const value = "');process.exit()//<script>";
    const data = [
      { id: choice, value: "__import__('os')" },
      { id: words, value },
    ];
    await holds(server, () => hamlet.call("PATCH /users/me/profile_data", { data }), ["hamlet", "iago"]);
    assert.equal((await profileOf(hamlet.id))[words]?.value, value);
    assert.doesNotMatch((await profileOf(hamlet.id))[words]?.rendered_value ?? "", /<script/);
    const nul = [{ id: words, value: "a\0b" }];
    assert.equal((await hamlet.refused("PATCH /users/me/profile_data", { data: nul })).code, "BAD_REQUEST");
    for (const text of ["null", "[null]", "[[]]", "[{}]", '[{"id":1,"value":{}}]', '[{"id":1,"value":[null]}]']) {
      const response = await raw(`${server.url}/api/v1/users/me/profile_data`, {
        method: "PATCH",
        as: hamlet,
        body: new URLSearchParams({ data: text }),
      });
      assert.equal(response.status, 400, text);
    }
    await iago.refused("POST /realm/profile_fields", { field_type: 1, name: "a\0b" });
  });
});
