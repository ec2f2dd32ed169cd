import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { oktaRequests, type OktaPerson } from "./fixtures/okta.ts";
import { type Directory, directoryAt } from "./test-support.ts";

const { changeMembers, createUser, pushGroup, putUser, renameGroup, replaceMembers, setActive } = oktaRequests;

const USERS = 50;
const GROUPS = 5;
const people = Array.from({ length: USERS }, (_, index): OktaPerson => ({
  oktaId: `00ujl29u0le5T6Aj1${String(index).padStart(3, "0")}`,
  login: `player${index}@elsinore.example`,
  givenName: "Player",
  familyName: `King ${index}`,
}));

const membersOf = (group: Readonly<Record<string, unknown>>) =>
  (group["members"] as { readonly value: string }[]).map(({ value }) => value);

async function assigned({ send, ok, found }: Directory, person: OktaPerson): Promise<string> {
  const filter = encodeURIComponent(`userName eq "${person.login}"`);
  const { status, json } = await send("GET", `/Users?filter=${filter}&startIndex=1&count=100`);
  assert.equal(status, 200);
  const [known] = json["Resources"] as { id: string }[];
  if (known === undefined) {
    const created = await send("POST", "/Users", createUser(person));
    assert.deepEqual([created.status, created.json["password"]], [201, undefined]);
    return String(created.json["id"]);
  }
  await ok("GET", `/Users/${known.id}`);
  assert.equal((await ok("PUT", `/Users/${known.id}`, putUser(known.id, person, true)))["active"], true);
  assert.deepEqual(await found("Users", `userName EQ "${person.login.toUpperCase()}"`), [known.id]);
  return known.id;
}

async function cycle(okta: Directory): Promise<void> {
  const { send, ok, found } = okta;
  const probe = await send("GET", "/Users?startIndex=1&count=2");
  assert.deepEqual([probe.status, probe.json["itemsPerPage"]], [200, 2]);
  assert.equal((await send("GET", "/Groups?startIndex=1&count=100")).status, 200);
  const ids: string[] = [];
  for (const person of people) ids.push(await assigned(okta, person));
  const imported: string[] = [];
  for (let startIndex = 1, total = 1; startIndex <= total; startIndex += 30) {
    const page = await ok("GET", `/Users?startIndex=${startIndex}&count=30`);
    total = Number(page["totalResults"]);
    imported.push(...(page["Resources"] as { id: string }[]).map(({ id }) => id));
  }
  assert.equal(new Set(imported).size, imported.length);
  assert.ok(ids.every((id) => imported.includes(id)));
  for (let index = 0; index < GROUPS; index += 1) {
    const name = `players ${index}`;
    const members = ids.filter((_, at) => at % GROUPS === index);
    const [known] = await found("Groups", `displayName eq "${name}"`);
    const id = known ?? String((await ok("POST", "/Groups", pushGroup(name, [])))["id"]);
    await ok("PATCH", `/Groups/${id}`, renameGroup(id, name));
    await ok("PATCH", `/Groups/${id}`, replaceMembers(members));
    const [first = "", second = "", third = ""] = members;
    await ok("PATCH", `/Groups/${id}`, changeMembers([first, second, "999999"], [third]));
    assert.deepEqual(membersOf(await ok("GET", `/Groups/${id}`)).sort(), members.slice(2).sort());
    const put = await ok("PUT", `/Groups/${id}`, pushGroup(name, members));
    assert.deepEqual(membersOf(put).sort(), members.toSorted());
  }
  const [gone] = await found("Groups", 'displayName eq "players 4"');
  assert.equal((await send("DELETE", `/Groups/${gone}`)).status, 204);
  assert.equal((await ok("PATCH", `/Users/${ids[0]}`, setActive(false)))["active"], false);
  const [, second, third] = people;
  assert.ok(second !== undefined && third !== undefined);
  assert.equal((await ok("PUT", `/Users/${ids[1]}`, putUser(ids[1] ?? "", second, false)))["active"], false);
  assert.equal(
    (await ok("PUT", `/Users/${ids[1]}`, putUser(ids[1] ?? "", second)))["active"],
    false,
    "not named, not changed",
  );
  const renamed = { ...third, familyName: "Queen" };
  assert.equal(
    (await ok("PUT", `/Users/${ids[2]}`, putUser(ids[2] ?? "", renamed, true)))["displayName"],
    "Player Queen",
  );
}

async function outcome({ ok }: Directory): Promise<unknown> {
  const all = await Promise.all(
    ["Users", "Groups"].map((kind) => ok("GET", `/${kind}?count=200&excludedAttributes=meta`)),
  );
  return all.map((answer) => answer["Resources"]);
}

suite("Okta", () => {
  let server: TestServer;
  let okta: Directory;
  before(async () => {
    server = await startTestServer();
    okta = await directoryAt(server);
  });

  test("brings over 50 users and 5 groups, changes and deactivates them, and a second time ends in the same", async () => {
    await cycle(okta);
    const first = await outcome(okta);
    await cycle(okta);
    assert.deepEqual(await outcome(okta), first);
    const { members: users } = await server.cast.hamlet.call("GET /users");
    assert.equal(users.filter(({ full_name: name }) => name.startsWith("Player ")).length, USERS);
  });

  test("finds groups by their members, and a name that it puts stays whatever its parts are", async () => {
    const [id = ""] = await okta.found("Users", `userName eq "${people[7]?.login}"`);
    const ofUser = await okta.found("Groups", `members eq "${id}"`);
    assert.deepEqual(ofUser, await okta.found("Groups", `members[value eq "${id}"] and displayName sw "players"`));
    assert.equal(ofUser.length, 1);
    const parts = { ...putUser(id, people[7] ?? assert.fail()), name: { givenName: "Another", familyName: "Name" } };
    assert.equal((await okta.ok("PUT", `/Users/${id}`, parts))["displayName"], "Player King 7");
    const { displayName: _, ...unnamed } = parts;
    const put = await okta.ok("PUT", `/Users/${id}`, { ...unnamed, name: { givenName: "Third" } });
    assert.deepEqual(
      [put["displayName"], put["name"]],
      ["Player King 7", { formatted: "Player King 7", givenName: "Third" }],
    );
  });

  test("clients get the ordinary events of a user that it puts, and of a group that it pushes", async () => {
    const [person] = people;
    assert.ok(person !== undefined);
    const [id = ""] = await okta.found("Users", `userName eq "${people[3]?.login}"`);
    const other = { ...person, login: "lucianus@elsinore.example" };
    const step = (work: () => Promise<unknown>) => holds(server, work, ["desdemona", "othello", "polonius"]);
    await step(() => okta.ok("PUT", `/Users/${id}`, putUser(id, other, false)));
    await step(() => okta.ok("PUT", `/Users/${id}`, putUser(id, { ...other, login: "nephew@elsinore.example" }, true)));
    await step(() => okta.ok("POST", "/Groups", pushGroup("mousetrap", [id, String(server.cast.othello.id)])));
  });

  test("takes over an account and a group that were there, without the account's role and address", async () => {
    const { hamlet, desdemona } = server.cast;
    const [id = ""] = await okta.found("Users", `userName eq "${hamlet.email}"`);
    assert.equal(id, String(hamlet.id));
    const conflict = await okta.send("POST", "/Users", createUser({ ...people[0]!, login: hamlet.email }));
    assert.deepEqual([conflict.status, conflict.json["scimType"]], [409, "uniqueness"]);
    const prince = { oktaId: "prince", login: "prince@elsinore.example", givenName: "Prince", familyName: "Hamlet" };
    const body = { ...putUser(id, prince, true), externalId: "prince", roles: [{ value: "administrator" }] };
    await holds(server, () => okta.ok("PUT", `/Users/${id}`, body), ["desdemona", "hamlet"]);
    const after = await okta.ok("GET", `/Users/${id}`);
    assert.partialDeepStrictEqual(after, {
      externalId: "prince",
      userName: prince.login,
      displayName: "Prince Hamlet",
      emails: [{ value: hamlet.email }],
      roles: [{ value: "member" }],
    });
    assert.deepEqual(await okta.found("Users", 'externalId eq "prince"'), [id]);
    const { group_id } = await desdemona.call("POST /user_groups/create", {
      ...{ name: "court", description: "of Denmark", members: [hamlet.id] },
    });
    await holds(server, () => okta.ok("PATCH", `/Groups/${group_id}`, replaceMembers([id, String(desdemona.id)])));
    const { user_groups: groups } = await hamlet.call("GET /user_groups");
    assert.equal(groups.find((group) => group.id === group_id)?.is_managed, true);
  });
});
