import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { browserSession } from "../../../../test/harness/browser.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { entraRequests, type EntraPerson } from "./fixtures/entra.ts";
import { oktaRequests } from "./fixtures/okta.ts";
import { type Directory, directoryAt, directoryWith, type ScimAnswer } from "./test-support.ts";

const { setActive } = oktaRequests;

const { createUser, disable } = entraRequests;

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
let made = 0;

const person = (): EntraPerson => {
  const name = `ghost${(made += 1)}@elsinore.example`;
  return { objectId: name, userName: name, mail: name, givenName: "Ghost", familyName: `Of ${made}` };
};

const refused = ({ status, json, headers }: ScimAnswer) => {
  assert.deepEqual(json["schemas"], [ERROR]);
  assert.equal(json["status"], String(status));
  assert.equal(typeof json["detail"], "string");
  assert.match(String(headers["content-type"]), /^application\/scim\+json/);
  return [status, json["scimType"]];
};

suite("what a directory is refused", () => {
  let server: TestServer;
  let directory: Directory;
  before(async () => {
    server = await startTestServer();
    directory = await directoryAt(server);
  });
  const created = async (more: object = {}): Promise<string> =>
    String((await directory.ok("POST", "/Users", { ...createUser(person()), ...more }))["id"]);
  const state = async () => {
    const [users, groups] = await Promise.all([
      server.cast.desdemona.call("GET /users"),
      server.cast.desdemona.call("GET /user_groups", { include_deactivated_groups: true }),
    ]);
    return JSON.stringify([users.members, groups.user_groups]);
  };

  test("a token that is missing, wrong, in the address, revoked or expired, and every other credential", async () => {
    const { desdemona } = server.cast;
    const { url } = server;
    assert.equal((await directory.send("GET", "/Users")).status, 200);
    const headers = (authorization: string) => directory.send("GET", "/Users", undefined, { authorization });
    for (const wrong of [
      ...[
        "",
        "Bearer",
        "Bearer x",
        `Basic ${directory.token}`,
        `Bearer ${directory.token}x`,
        `Token ${directory.token}`,
      ],
      ...[
        `Bearer ${desdemona.apiKey}`,
        `Basic ${Buffer.from(`${desdemona.email}:${desdemona.apiKey}`).toString("base64")}`,
      ],
    ]) {
      const answer = await headers(wrong);
      assert.deepEqual(refused(answer), [401, undefined], wrong);
      assert.match(String(answer.headers["www-authenticate"]), /^Bearer/);
    }
    const inAddress = await fetch(`${url}/scim/v2/Users?access_token=${directory.token}&token=${directory.token}`);
    assert.equal(inAddress.status, 401);
    const { cookie } = await browserSession(server, desdemona);
    assert.equal((await fetch(`${url}/scim/v2/Users`, { headers: { cookie } })).status, 401);
    const atApi = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `Bearer ${directory.token}` } });
    assert.equal(atApi.status, 401, "it opens nothing else");
    const { token, id } = await desdemona.call("POST /realm/scim_tokens", { name: "short" });
    const short = directoryWith(server, token);
    assert.equal((await short.send("GET", "/Users")).status, 200);
    await desdemona.call("DELETE /realm/scim_tokens/{token_id}", { token_id: id });
    assert.equal((await short.send("GET", "/Users")).status, 401);
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    const later = await desdemona.call("POST /realm/scim_tokens", { name: "later", expires_at });
    const expiring = directoryWith(server, later.token);
    assert.equal((await expiring.send("GET", "/Users")).status, 200);
    await server.database.sql`update scim_token set expires_at = now() - interval '1 second' where id = ${later.id}`;
    const other = await startTestServer({ database: server.database });
    assert.equal((await directoryWith(other, later.token).send("GET", "/Users")).status, 401);
    await other.stop();
  });

  test("IDs of nobody, of bots, of channels and of built-in groups", async () => {
    const { desdemona } = server.cast;
    const bot = await desdemona.call("POST /bots", { full_name: "Yorick", short_name: "yorick", bot_type: 1 });
    const { user_groups: groups } = await desdemona.call("GET /user_groups");
    const system = groups.find(({ is_system_group: isSystem }) => isSystem)?.id ?? 0;
    for (const id of [
      String(bot.user_id),
      "999999",
      "0",
      "-1",
      "1e3",
      "x",
      String(system),
      "1".repeat(30),
      "%00",
      "__proto__",
    ]) {
      for (const [method, body] of [["GET"], ["PUT", createUser(person())], ["PATCH", disable], ["DELETE"]] as const)
        assert.deepEqual(
          refused(await directory.send(method, `/Users/${id}`, body)),
          [404, undefined],
          `${method} ${id}`,
        );
      if (id === String(bot.user_id)) continue;
      for (const [method, body] of [["GET"], ["PUT", { displayName: "x" }], ["DELETE"]] as const)
        assert.deepEqual(
          refused(await directory.send(method, `/Groups/${id}`, body)),
          [404, undefined],
          `${method} ${id}`,
        );
    }
    assert.deepEqual(await directory.found("Users", `id eq "${bot.user_id}"`), []);
    assert.equal((await directory.send("GET", "/Bulk")).status, 404);
  });

  test("to make an owner, to change the address of one, and to take the role or account of the last", async () => {
    const { desdemona } = server.cast;
    const id = await created();
    const role = (value: string) => ({ op: "replace", path: 'roles[primary eq "True"].value', value });
    assert.equal((await directory.patch(`/Users/${id}`, role("administrator"))).status, 200);
    assert.deepEqual(refused(await directory.patch(`/Users/${id}`, role("owner"))), [403, undefined]);
    assert.deepEqual(refused(await directory.patch(`/Users/${id}`, role("king"))), [400, "invalidValue"]);
    const owner = { ...createUser(person()), roles: [{ value: "owner" }] };
    assert.deepEqual(refused(await directory.send("POST", "/Users", owner)), [403, undefined]);
    const before = await state();
    const last = `/Users/${desdemona.id}`;
    assert.deepEqual(refused(await directory.send("PATCH", last, disable)), [403, undefined]);
    assert.deepEqual(refused(await directory.send("PATCH", last, setActive(false))), [403, undefined]);
    assert.deepEqual(refused(await directory.send("DELETE", last)), [403, undefined]);
    const together = { op: "replace", value: { displayName: "Another", active: false } };
    assert.deepEqual(refused(await directory.patch(last, together)), [403, undefined]);
    assert.equal(await state(), before, "nothing of it was done");
    const second = await created();
    await desdemona.call("PATCH /users/{user_id}", { user_id: Number(second), role: 100 });
    const email = { op: "replace", path: 'emails[type eq "work"].value', value: "taken@elsinore.example" };
    assert.deepEqual(refused(await directory.patch(`/Users/${second}`, email)), [403, undefined]);
    assert.equal((await directory.patch(`/Users/${second}`, role("member"))).status, 200, "not the last owner");
  });

  test("to take the role of the last owner, whom it has made itself", async () => {
    const other = await startTestServer();
    const there = await directoryAt(other);
    const { desdemona } = other.cast;
    const id = String((await there.ok("POST", "/Users", createUser(person())))["id"]);
    await desdemona.call("PATCH /users/{user_id}", { user_id: Number(id), role: 100 });
    await desdemona.call("PATCH /users/{user_id}", { user_id: desdemona.id, role: 200 });
    const demote = { op: "replace", value: { displayName: "Nobody", roles: [{ value: "member" }] } };
    assert.deepEqual(refused(await there.patch(`/Users/${id}`, demote)), [403, undefined]);
    assert.deepEqual(refused(await there.send("DELETE", `/Users/${id}`)), [403, undefined]);
    const { displayName, active } = await there.ok("GET", `/Users/${id}`);
    assert.deepEqual([String(displayName).startsWith("Ghost"), active], [true, true]);
    await other.stop();
  });

  test("an address or a name that is taken, and users without an address", async () => {
    const [first, second] = [person(), person()];
    const id = await created({ ...createUser(first) });
    await created({ ...createUser(second) });
    const post = (more: object) => directory.send("POST", "/Users", { ...createUser(person()), ...more });
    assert.deepEqual(refused(await post({ userName: first.userName.toUpperCase() })), [409, "uniqueness"]);
    assert.deepEqual(refused(await post({ emails: [{ value: first.mail, type: "work" }] })), [409, "uniqueness"]);
    assert.deepEqual(refused(await post({ userName: "no-address", emails: [] })), [400, "invalidValue"]);
    assert.deepEqual(refused(await post({ userName: undefined })), [400, "invalidValue"]);
    assert.deepEqual(refused(await post({ userName: "" })), [400, "invalidValue"]);
    assert.deepEqual(refused(await post({ emails: [{ value: "a b@c", type: "work" }] })), [400, "invalidValue"]);
    const before = await state();
    const rename = { op: "replace", path: "userName", value: second.userName };
    const name = { op: "replace", path: "displayName", value: "Changed" };
    assert.deepEqual(refused(await directory.patch(`/Users/${id}`, name, rename)), [409, "uniqueness"]);
    assert.equal(await state(), before, "nothing of it was done");
    await directory.ok("POST", "/Groups", { displayName: "ghosts" });
    assert.deepEqual(refused(await directory.send("POST", "/Groups", { displayName: "ghosts" })), [409, "uniqueness"]);
    const other = String((await directory.ok("POST", "/Groups", { displayName: "spirits" }))["id"]);
    const same = { op: "replace", path: "displayName", value: "ghosts" };
    assert.deepEqual(refused(await directory.patch(`/Groups/${other}`, same)), [409, "uniqueness"]);
    for (const displayName of ["", "role:x", "@x", "x".repeat(101), [], null])
      assert.equal(refused(await directory.send("POST", "/Groups", { displayName }))[0], 400);
  });

  test("members whom it does not know, and then nothing is done", async () => {
    const [one, two] = [await created(), await created()];
    const id = String(
      (await directory.ok("POST", "/Groups", { displayName: "crowd", members: [{ value: one }] }))["id"],
    );
    const { user_id: bot } = await server.cast.desdemona.call("POST /bots", {
      ...{ full_name: "Spy", short_name: "spy", bot_type: 1 },
    });
    for (const unknown of ["999999", "x", String(bot), id]) {
      const add = { op: "add", path: "members", value: [{ value: two }, { value: unknown }] };
      const rename = { op: "replace", path: "displayName", value: "mob" };
      const before = await state();
      assert.deepEqual(refused(await directory.patch(`/Groups/${id}`, rename, add)), [400, "invalidValue"], unknown);
      const put = { displayName: "mob", members: [{ value: unknown }] };
      assert.deepEqual(refused(await directory.send("PUT", `/Groups/${id}`, put)), [400, "invalidValue"]);
      assert.equal(await state(), before);
    }
    await directory.ok("PATCH", `/Groups/${id}`, {
      Operations: [{ op: "add", value: { members: [{ value: two }] } }],
    });
    const removal = { op: "Remove", path: "members", value: [{ value: "999999" }] };
    assert.equal((await directory.patch(`/Groups/${id}`, removal)).status, 204);
    const group = await directory.ok("GET", `/Groups/${id}`);
    assert.deepEqual((group["members"] as { value: string }[]).map(({ value }) => value).sort(), [one, two].sort());
    assert.equal((await directory.patch(`/Groups/${id}`, { op: "remove", path: "members" })).status, 204);
    assert.deepEqual((await directory.ok("GET", `/Groups/${id}`))["members"], []);
  });

  test("bodies, filters and pages that are none", async () => {
    const id = await created();
    for (const body of ["", "{", "[]", "7", "null", '"x"', "[".repeat(100_000)])
      for (const [method, path] of [
        ["POST", "/Users"],
        ["PUT", `/Users/${id}`],
        ["PATCH", `/Users/${id}`],
        ["POST", "/Groups"],
      ] as const)
        assert.deepEqual(
          refused(await directory.send(method, path, body)),
          [400, "invalidSyntax"],
          `${method} ${body.slice(0, 9)}`,
        );
    const long = JSON.stringify({ x: "x".repeat(1024 * 1024) });
    assert.equal((await directory.send("POST", "/Users", long)).status, 413);
    for (const filter of ["userName", "x".repeat(1001), `${"(".repeat(20)}userName pr${")".repeat(20)}`]) {
      const query = `?filter=${encodeURIComponent(filter)}`;
      assert.deepEqual(refused(await directory.send("GET", `/Users${query}`)), [400, "invalidFilter"]);
      assert.deepEqual(refused(await directory.send("GET", `/Groups${query}`)), [400, "invalidFilter"]);
    }
    assert.deepEqual(refused(await directory.send("GET", "/Users?count=x")), [400, "invalidValue"]);
    const page = async (query: string) => (await directory.ok("GET", `/Users?${query}`)) as Record<string, unknown>;
    const all = Number((await page("count=0"))["totalResults"]);
    assert.ok(all > 5);
    assert.deepEqual([(await page("count=0"))["itemsPerPage"], (await page("count=-5"))["itemsPerPage"]], [0, 0]);
    assert.equal((await page("startIndex=-5&count=1000"))["itemsPerPage"], all);
    assert.deepEqual((await page(`startIndex=${all + 1}`))["Resources"], []);
    const [only] = (await page("count=1&attributes=userName"))["Resources"] as object[];
    assert.deepEqual(Object.keys(only ?? {}).sort(), ["id", "schemas", "userName"]);
  });

  test("changes by hand of the groups that it keeps are refused to people", async () => {
    const { desdemona, hamlet } = server.cast;
    const id = Number(
      (await directory.ok("POST", "/Groups", { displayName: "kept", members: [{ value: String(hamlet.id) }] }))["id"],
    );
    const group = { user_group_id: id };
    const words = /A directory manages this group/;
    for (const edit of [{ add: [desdemona.id] }, { delete: [hamlet.id] }, { add_subgroups: [1] }])
      assert.match(
        (await desdemona.refused("POST /user_groups/{user_group_id}/members", { ...group, ...edit })).message,
        words,
      );
    assert.match(
      (await desdemona.refused("PATCH /user_groups/{user_group_id}", { ...group, name: "x" })).message,
      words,
    );
    const gone = await desdemona.refused("POST /user_groups/{user_group_id}/deactivate", group);
    assert.match(gone.message, words);
    await desdemona.call("PATCH /user_groups/{user_group_id}", { ...group, description: "what it is for" });
    const { id: stream_id } = await desdemona.call("POST /channels/create", { name: "linked", subscribers: [] });
    await desdemona.call("PATCH /streams/{stream_id}", { stream_id, subscribed_groups: { new: [id] } });
    assert.deepEqual(refused(await directory.send("DELETE", `/Groups/${id}`)), [409, undefined]);
    const byHand = await desdemona.call("POST /user_groups/create", { name: "by hand", description: "", members: [] });
    assert.deepEqual(refused(await directory.send("DELETE", `/Groups/${byHand.group_id}`)), [403, undefined]);
  });
});

test("a token has 600 requests in a minute, and another token its own", async () => {
  const server = await startTestServer({ rateLimit: "on" });
  const [one, other] = [await directoryAt(server), await directoryAt(server)];
  const statuses = new Set<number>();
  for (let sent = 0; sent < 600; sent += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => one.send("GET", "/ServiceProviderConfig")));
    for (const { status } of answers) statuses.add(status);
  }
  assert.deepEqual([...statuses], [200]);
  const refusal = await one.send("GET", "/ServiceProviderConfig");
  assert.deepEqual(refused(refusal), [429, undefined]);
  assert.ok(Number(refusal.headers["retry-after"]) > 0);
  assert.equal((await other.send("GET", "/ServiceProviderConfig")).status, 200);
  await server.stop();
});
