import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { ADMINISTRATOR, DOMAIN, type Samba, startSamba, withoutSamba } from "../../../../../test/harness/samba.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { signOnFlags } from "../test-support.ts";
import { fetchKey, synchronizeNow } from "./test-support.ts";

const byNumber = (one: number, other: number) => one - other;
const passwordOf = (name: string) => `Secret-of-${name}-1`;

suite("Active Directory", { skip: withoutSamba }, () => {
  let samba: Samba;
  before(async () => {
    samba = await startSamba();
    for (const name of ["hamlet", "othello", "cordelia"])
      samba.tool(
        "user",
        "create",
        name,
        passwordOf(name),
        "--given-name",
        name,
        `--mail-address=${name}@elsinore.example`,
      );
    for (const group of ["Scholars", "Students"]) samba.tool("group", "add", group);
    samba.tool("group", "addmembers", "Students", "hamlet");
    samba.tool("group", "addmembers", "Scholars", "Students");
    samba.tool("group", "addmembers", "Scholars", "othello");
  });

  const directory = (more: object = {}) => ({
    ...{ kind: "ldap", slug: "ad", display_name: "Active Directory", urls: [samba.url], ca_file: samba.caFile },
    ...{ bind_dn: ADMINISTRATOR.dn, bind_password: ADMINISTRATOR.password },
    // Searches from the root of a domain tell of other directories, too.
    ...{ base: DOMAIN, require: { objectCategory: `CN=Person,CN=Schema,CN=Configuration,${DOMAIN}` } },
    ...{ login_attribute: "sAMAccountName", id_attribute: "objectGUID", trust_email: true, auto_signup: true },
    ...more,
  });
  const subjects = async ({ database: { sql } }: TestServer) =>
    (await sql<{ subject: string }[]>`select subject from identity order by user_id`).map(({ subject }) => subject);

  test("people log in by their account names, and are known by what stays when they are renamed", async () => {
    const server = await startTestServer({ flags: signOnFlags([directory()]) });
    for (const name of ["hamlet", "hamlet@elsinore.example"])
      assert.equal((await fetchKey(server, name, passwordOf("hamlet"))).body["user_id"], server.cast.hamlet.id, name);
    assert.equal((await fetchKey(server, "hamlet", passwordOf("othello"))).body["code"], "AUTHENTICATION_FAILED");
    assert.equal((await fetchKey(server, "hamlet", "")).body["code"], "AUTHENTICATION_FAILED");
    assert.equal((await fetchKey(server, "nobody", "x")).body["code"], "AUTHENTICATION_FAILED");
    const [subject = ""] = await subjects(server);
    assert.match(subject, /^[0-9a-f]{32}$/);
    samba.tool("user", "rename", "hamlet", "--samaccountname=prince");
    assert.equal((await fetchKey(server, "prince", passwordOf("hamlet"))).body["user_id"], server.cast.hamlet.id);
    assert.deepEqual(await subjects(server), [subject]);
    samba.tool("user", "rename", "prince", "--samaccountname=hamlet");
    await server.stop();
  });

  test("groups in groups count where the operator wants it, at logins and when accounts are brought in step", async () => {
    const groups = { claim: "groups", map: { Scholars: "scholars" } };
    const settings = { group_base: `CN=Users,${DOMAIN}`, mappings: { groups } };
    for (const [nested_groups, expected] of [
      [true, ["hamlet", "othello"]],
      [false, ["othello"]],
    ] as const) {
      const server = await startTestServer({ flags: signOnFlags([directory({ ...settings, nested_groups })]) });
      const { desdemona } = server.cast;
      const { group_id } = await desdemona.call("POST /user_groups/create", {
        ...{ name: "scholars", description: "", members: [] },
      });
      const members = async () =>
        (await desdemona.call("GET /user_groups/{user_group_id}/members", { user_group_id: group_id })).members.sort(
          byNumber,
        );
      const ids = expected.map((name) => server.cast[name].id).sort(byNumber);
      for (const name of ["hamlet", "othello"])
        assert.equal((await fetchKey(server, name, passwordOf(name))).status, 200);
      assert.deepEqual(await members(), ids, `nested: ${nested_groups}, at logins`);
      await desdemona.call("POST /user_groups/{user_group_id}/members", { user_group_id: group_id, delete: ids });
      await synchronizeNow(server);
      assert.deepEqual(await members(), ids, `nested: ${nested_groups}, in step`);
      await server.stop();
    }
  });

  test("who is disabled there is not let in, and deactivated until they are enabled again", async () => {
    const server = await startTestServer({ flags: signOnFlags([directory()]) });
    const { sql } = server.database;
    const isActive = async () =>
      (await sql<{ isActive: boolean }[]>`select is_active from account where id = ${server.cast.cordelia.id}`)[0]
        ?.isActive;
    assert.equal((await fetchKey(server, "cordelia", passwordOf("cordelia"))).status, 200);
    samba.tool("user", "disable", "cordelia");
    assert.notEqual((await fetchKey(server, "cordelia", passwordOf("cordelia"))).status, 200);
    await synchronizeNow(server);
    assert.equal(await isActive(), false);
    samba.tool("user", "enable", "cordelia");
    await synchronizeNow(server);
    assert.equal(await isActive(), true);
    await server.stop();
  });

  test("a connection without encryption is refused by the domain controller, and said to be no wrong password", async () => {
    const plain = directory({ urls: ["ldap://localhost"], ca_file: undefined });
    const server = await startTestServer({ flags: signOnFlags([plain]) });
    const { status, body } = await fetchKey(server, "hamlet", passwordOf("hamlet"));
    assert.deepEqual([status, body["code"]], [503, "SERVICE_UNAVAILABLE"]);
    assert.match(server.output(), /Code: 0x8/);
    const upgraded = directory({ urls: ["ldap://localhost"], start_tls: true });
    const other = await startTestServer({ flags: signOnFlags([upgraded]) });
    assert.equal((await fetchKey(other, "hamlet", passwordOf("hamlet"))).status, 200);
    await server.stop();
  });
});
