import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { entraRequests, type EntraPerson } from "./fixtures/entra.ts";
import { type Directory, directoryAt } from "./test-support.ts";

const {
  addMembers,
  assignRole,
  createGroup,
  createUser,
  disable,
  disableFlagged,
  enable,
  removeMemberFlagged,
  removeMembers,
  renameGroup,
  updateMany,
  updateManyFlagged,
} = entraRequests;

const USERS = 50;
const GROUPS = 5;
const AGENT = "Mozilla/5.0 (Windows NT) AADProvisioning";
const people = Array.from({ length: USERS }, (_, index): EntraPerson => {
  const name = `guard${index}`;
  return {
    objectId: `0a21f0f2-8d2a-4f8e-bf98-${String(index).padStart(12, "0")}`,
    userName: `${name}@elsinore.onmicrosoft.example`,
    mail: `${name}@elsinore.example`,
    givenName: `Guard`,
    familyName: `Of Watch ${index}`,
  };
});

/** A cycle of the provisioning service, which brings 50 users and 5 groups over, changes them and leaves some behind. */
async function cycle({ send, ok, found }: Directory): Promise<void> {
  const probe = await send("GET", `/Users?filter=userName+eq+%22${"f".repeat(8)}-8d2a-4f8e-bf98-7363c4aed4ef%22`);
  assert.deepEqual([probe.status, probe.json["totalResults"], probe.json["Resources"]], [200, 0, []]);
  const ids: string[] = [];
  for (const person of people) {
    const [known] = await found("Users", `userName eq "${person.userName}"`);
    if (known === undefined) {
      const { status, json } = await send("POST", "/Users", createUser(person));
      assert.equal(status, 201);
      ids.push(String(json["id"]));
    } else {
      ids.push(known);
      await ok("PATCH", `/Users/${known}`, enable);
      await ok("PATCH", `/Users/${known}`, updateMany(person.mail, person.givenName, person.familyName));
    }
  }
  for (let index = 0; index < GROUPS; index += 1) {
    const [objectId, name] = [`8aa1a0c0-${index}`, `watch ${index}`];
    const filter = encodeURIComponent(`displayName eq "${name}"`);
    const { json } = await send("GET", `/Groups?excludedAttributes=members&filter=${filter}`);
    const known = (json["Resources"] as { id: string; members?: unknown }[])[0];
    assert.equal(known?.members, undefined);
    const id = known?.id ?? String((await ok("POST", "/Groups", createGroup(objectId, name)))["id"]);
    const members = ids.filter((_, at) => at % GROUPS === index);
    assert.equal((await send("PATCH", `/Groups/${id}`, addMembers(members))).status, 204);
    assert.equal((await send("PATCH", `/Groups/${id}`, removeMembers(members.slice(0, 1)))).status, 204);
    assert.equal((await send("PATCH", `/Groups/${id}`, removeMemberFlagged(members[1] ?? ""))).status, 204);
    assert.equal((await send("GET", `/Groups/${id}?excludedAttributes=members`)).json["members"], undefined);
    const { json: whole } = await send("GET", `/Groups/${id}`);
    assert.deepEqual(
      (whole["members"] as { value: string }[]).map(({ value }) => value).sort(),
      members.slice(2).sort(),
    );
  }
  const [renamed] = await found("Groups", 'displayName eq "watch 4"');
  await ok("PATCH", `/Groups/${renamed}`, renameGroup("night watch"));
  await ok("DELETE", `/Groups/${renamed}`);
  assert.equal((await send("GET", `/Groups/${renamed}`)).status, 404);
  const role = await send("PATCH", `/Users/${ids[1]}`, assignRole("moderator"));
  assert.deepEqual(role.json["roles"], [{ value: "moderator", primary: true }]);
  const flagged = await ok("PATCH", `/Users/${ids[2]}`, updateManyFlagged("Bernardo", "Ber", "007"));
  assert.partialDeepStrictEqual(flagged, { displayName: "Bernardo", name: { givenName: "Ber" } });
  for (const [at, body] of [
    [3, disable],
    [4, disableFlagged],
  ] as const)
    assert.equal((await ok("PATCH", `/Users/${ids[at]}`, body))["active"], false);
  await ok("DELETE", `/Users/${ids[5]}`);
  assert.equal((await ok("GET", `/Users/${ids[5]}`))["active"], false);
}

/** What is there in the end, but for when it was changed. */
async function outcome({ ok }: Directory): Promise<unknown> {
  const all = await Promise.all(
    ["Users", "Groups"].map((kind) => ok("GET", `/${kind}?count=200&excludedAttributes=meta`)),
  );
  return all.map((answer) => answer["Resources"]);
}

suite("Microsoft Entra", () => {
  let server: TestServer;
  let entra: Directory;
  before(async () => {
    server = await startTestServer();
    entra = await directoryAt(server, AGENT);
  });

  test("brings over 50 users and 5 groups, changes and disables them, and a second time ends in the same", async () => {
    await cycle(entra);
    const first = await outcome(entra);
    await cycle(entra);
    const second = await outcome(entra);
    const named = (value: unknown) => JSON.stringify(value, null, 1);
    assert.equal(named(withoutDepartments(second)), named(withoutDepartments(first)));
    const { members: users } = await server.cast.hamlet.call("GET /users");
    assert.equal(users.filter(({ full_name: name }) => name.startsWith("Guard Of Watch")).length, USERS - 1);
    assert.equal(users.filter(({ is_active: isActive }) => !isActive).length, 3);
    const { user_groups: groups } = await server.cast.hamlet.call("GET /user_groups");
    const managed = groups.filter(({ is_managed: isManaged }) => isManaged);
    assert.deepEqual(
      managed.map(({ name }) => name),
      [0, 1, 2, 3].map((index) => `watch ${index}`),
    );
  });

  test("clients get the ordinary events of all that it does", async () => {
    const [person] = people;
    assert.ok(person !== undefined);
    let [id, group] = ["", ""];
    const newcomer = { ...person, objectId: "x", userName: "yorick@elsinore.example", mail: "yorick@elsinore.example" };
    const step = (work: () => Promise<unknown>) => holds(server, work, ["desdemona", "hamlet", "polonius"]);
    await step(async () => (id = String((await entra.ok("POST", "/Users", createUser(newcomer)))["id"])));
    await step(async () => (group = String((await entra.ok("POST", "/Groups", createGroup("g", "jesters")))["id"])));
    await step(() => entra.ok("PATCH", `/Groups/${group}`, addMembers([id, String(server.cast.hamlet.id)])));
    await step(() => entra.ok("PATCH", `/Users/${id}`, updateMany("alas@elsinore.example", "Poor", "Yorick")));
    await step(() => entra.ok("PATCH", `/Users/${id}`, assignRole("administrator")));
    await step(() => entra.ok("PATCH", `/Users/${id}`, disable));
    await step(() => entra.ok("PATCH", `/Groups/${group}`, renameGroup("fools")));
    await step(() => entra.ok("PATCH", `/Groups/${group}`, removeMembers([id])));
    await step(() => entra.ok("PATCH", `/Groups/${group}`, addMembers([id])));
    await step(() => entra.ok("PATCH", `/Users/${id}`, enable));
    await step(() => entra.ok("PATCH", `/Users/${id}`, assignRole("guest")));
    const both = { op: "replace", value: { active: false, displayName: "Nobody", roles: [{ value: "member" }] } };
    await step(() => entra.patch(`/Users/${id}`, both));
    const back = { op: "replace", value: { active: true, displayName: "Somebody", roles: [{ value: "moderator" }] } };
    await step(() => entra.patch(`/Users/${id}`, back));
    await step(() => entra.ok("DELETE", `/Groups/${group}`));
    await step(() => entra.ok("POST", "/Groups", createGroup("g", "fools")));
    await step(() => entra.ok("DELETE", `/Users/${id}`));
    const { scim_tokens: tokens } = await server.cast.desdemona.call("GET /realm/scim_tokens");
    await step(async () => {
      for (const { id: token_id } of tokens)
        await server.cast.desdemona.call("DELETE /realm/scim_tokens/{token_id}", { token_id });
    });
    const { user_groups: groups } = await server.cast.hamlet.call("GET /user_groups");
    assert.ok(
      groups.every(({ is_managed: isManaged }) => !isManaged),
      "without a token people have their groups back",
    );
  });
});

/** The second cycle updates what the first one has made. */
const withoutDepartments = (all: unknown): unknown =>
  JSON.parse(
    JSON.stringify(all, (name, value: unknown) =>
      name === "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User" || name === "schemas" ? undefined : value,
    ),
  );
