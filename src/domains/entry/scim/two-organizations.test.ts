import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { entraRequests } from "./fixtures/entra.ts";
import { type Directory, directoryAt, directoryWith } from "./test-support.ts";

const { createGroup, createUser, disable } = entraRequests;

suite("directories of two organizations", () => {
  let server: TestServer;
  let [here, there]: Directory[] = [];
  let host = "";
  before(async () => {
    server = await startTestServer();
    const owner = { email: "lear@lear.example", fullName: "Lear", passwordHash: "none" };
    const lear = await createOrganization(server.database.sql, { subdomain: "lear", name: "Lear", owner });
    const token = newToken();
    await server.database.sql`
      insert into scim_token (realm_id, id, hash, name, created_at)
      values (${lear.realmId}, 900000, ${hashOfToken(token)}, 'lear', now())`;
    host = `lear.localhost:${new URL(server.url).port}`;
    here = await directoryAt(server);
    there = directoryWith(server, token, "Entra", host);
    await until(
      async () => (await there?.send("GET", "/Users"))?.status,
      (status) => status === 200,
    );
  });

  test("with the same people and groups never see or change each other's", async () => {
    assert.ok(here !== undefined && there !== undefined);
    const person = {
      ...{ objectId: "same", userName: "fool@fools.example", mail: "fool@fools.example" },
      ...{ givenName: "The", familyName: "Fool" },
    };
    const ids: string[] = [];
    for (const directory of [here, there]) {
      const id = String((await directory.ok("POST", "/Users", createUser(person)))["id"]);
      const group = String((await directory.ok("POST", "/Groups", createGroup("same", "fools")))["id"]);
      await directory.ok("PUT", `/Groups/${group}`, { displayName: "fools", members: [{ value: id }] });
      ids.push(id);
      for (const filter of ['userName eq "fool@fools.example"', 'externalId eq "same"', 'displayName eq "The Fool"'])
        assert.deepEqual(await directory.found("Users", filter), [id]);
      assert.deepEqual((await directory.found("Groups", 'displayName eq "fools"')).length, 1);
    }
    const [users, others] = [await here.ok("GET", "/Users?count=200"), await there.ok("GET", "/Users?count=200")];
    assert.doesNotMatch(JSON.stringify(users), /Lear|lear\.localhost/);
    assert.deepEqual(others["totalResults"], 2);
    await here.ok("PATCH", `/Users/${ids[0]}`, disable);
    assert.equal((await there.ok("GET", `/Users/${ids[1]}`))["active"], true);
  });

  test("are refused with the token of the other one, and with its IDs", async () => {
    assert.ok(here !== undefined && there !== undefined);
    const crossed = [directoryWith(server, here.token, "Entra", host), directoryWith(server, there.token)];
    for (const directory of crossed)
      for (const method of ["GET", "POST"]) assert.equal((await directory.send(method, "/Users", {})).status, 401);
    const foreign = server.cast.hamlet.id;
    for (const method of ["GET", "PUT", "PATCH", "DELETE"])
      assert.equal((await there.send(method, `/Users/${foreign}`, disable)).status, 404, method);
    const add = { op: "add", path: "members", value: [{ value: String(foreign) }] };
    const [group] = await there.found("Groups", 'displayName eq "fools"');
    assert.equal((await there.patch(`/Groups/${group}`, add)).status, 400);
  });
});
