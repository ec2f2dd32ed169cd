import assert from "node:assert/strict";
import { request } from "node:http";
import { before, suite, test } from "node:test";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import {
  passwordOf,
  PEOPLE,
  personEntry,
  type Slapd,
  startSlapd,
  withoutSlapd,
} from "../../../../../test/harness/slapd.ts";
import { until } from "../../../../../test/harness/until.ts";
import { signOnFlags } from "../test-support.ts";
import { directoryAt, synchronizeNow } from "./test-support.ts";

const [HERE, THERE, THIRD] = ["localhost", "lear.localhost", "macbeth.localhost"] as const;

suite("organizations with the same directory", { skip: withoutSlapd }, () => {
  let server: TestServer;
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd(["hamlet", "ophelia", "othello"].map((uid) => personEntry(uid)));
    const organizations = ["", "lear"];
    server = await startTestServer({ flags: signOnFlags([directoryAt(slapd, { organizations })]) });
    for (const subdomain of ["lear", "macbeth"]) {
      const owner = { email: `${subdomain}@x.example`, fullName: subdomain, passwordHash: "none" };
      await createOrganization(server.database.sql, { subdomain, name: subdomain, owner });
    }
    for (const [host, name] of [
      [THERE, "lear"],
      [THIRD, "macbeth"],
    ] as const)
      await until(
        () => at(host, "GET", "/api/v1/server_settings"),
        ({ body }) => body["realm_name"] === name,
      );
  });

  const at = (host: string, method: string, path: string, fields?: Record<string, string>) =>
    new Promise<{ status: number; body: Readonly<Record<string, unknown>> }>((resolve, reject) => {
      const { port } = new URL(server.url);
      const headers = { host: `${host}:${port}`, "content-type": "application/x-www-form-urlencoded" };
      request(`${server.url}${path}`, { method, headers }, (response) => {
        let text = "";
        response.on("data", (data) => (text += String(data)));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as never }));
      })
        .on("error", reject)
        .end(new URLSearchParams(fields).toString());
    });
  const fetchKeyAt = (host: string, username: string) =>
    at(host, "POST", "/api/v1/fetch_api_key", { username, password: passwordOf(username) });

  test("the same person has an account of their own in each, and a login in one opens nothing in the other", async () => {
    const [here, there] = [await fetchKeyAt(HERE, "ophelia"), await fetchKeyAt(THERE, "ophelia")];
    assert.deepEqual([here.status, there.status], [200, 200], JSON.stringify([here.body, there.body]));
    assert.notEqual(here.body["user_id"], there.body["user_id"]);
    const rows = await server.database.sql<{ realmId: number; userId: number }[]>`
      select realm_id, user_id from identity order by realm_id`;
    assert.deepEqual(
      rows.map(({ userId }) => userId),
      [here.body["user_id"], there.body["user_id"]],
    );
    assert.equal(new Set(rows.map(({ realmId }) => realmId)).size, 2);
  });

  test("an organization that the operator does not name for it is not opened by it", async () => {
    const { status, body } = await fetchKeyAt(THIRD, "ophelia");
    assert.deepEqual([status, body["msg"]], [400, "Enter a valid email address."]);
    const settings = await at(THIRD, "GET", "/api/v1/server_settings");
    assert.partialDeepStrictEqual(settings.body, {
      require_email_format_usernames: true,
      authentication_methods: { ldap: false },
    });
  });

  test("each is brought in step by itself", async () => {
    assert.equal((await fetchKeyAt(HERE, "othello")).status, 200);
    slapd.remove(`uid=othello,${PEOPLE}`);
    await synchronizeNow(server);
    const rows = await server.database.sql<{ realmId: number; email: string; isActive: boolean }[]>`
      select realm_id, email, is_active from account
      where email in ('othello@elsinore.example', 'ophelia@elsinore.example') order by realm_id, email`;
    assert.deepEqual(
      rows.map(({ email, isActive }) => [email.split("@")[0], isActive]),
      [
        ["ophelia", true],
        ["othello", false],
        ["ophelia", true],
      ],
    );
  });
});
