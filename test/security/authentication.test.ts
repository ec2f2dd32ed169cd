import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { pathNames } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { IS_LONG } from "../harness/chance.ts";
import { basic, raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("every endpoint", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const call = (endpoint: (typeof endpoints)[number], authorization?: string) => {
    const path = pathNames(endpoint.path).reduce((path, name) => path.replace(`{${name}}`, "1"), endpoint.path);
    const headers = authorization === undefined ? {} : { authorization };
    return raw(`${server.url}/api/v1${path}`, { method: endpoint.method, headers });
  };

  test("CVE-2026-28514, CVE-2026-30831: authenticates before it does anything", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await server.database.sql`update account set is_active = false where id = ${cordelia.id}`;
    const second = await startTestServer({ database: server.database });
    const cases: [string | undefined, string][] = [
      [undefined, "UNAUTHORIZED"],
      [basic(hamlet.email, ""), "INVALID_API_KEY"],
      [basic(hamlet.email, othello.apiKey), "INVALID_API_KEY"],
      [basic(hamlet.email, "0".repeat(32)), "INVALID_API_KEY"],
    ];
    let asked = 0;
    for (const endpoint of endpoints.filter(({ auth }) => auth !== "none")) {
      for (const [authorization, code] of cases) {
        const { status, json } = await call(endpoint, authorization);
        assert.deepEqual([status, json["code"]], [401, code], `${endpoint.method} ${endpoint.path}`);
        asked += 1;
      }
      const path = pathNames(endpoint.path).reduce((path, name) => path.replace(`{${name}}`, "1"), endpoint.path);
      const deactivated = await raw(`${second.url}/api/v1${path}`, {
        method: endpoint.method,
        headers: { authorization: basic(cordelia.email, cordelia.apiKey) },
      });
      assert.deepEqual([deactivated.status, deactivated.json["code"]], [401, "USER_DEACTIVATED"]);
    }
    assert.ok(asked >= 4 * 13);
  });

  test("CVE-2026-4915: never responds with 500, whatever a parameter holds", async () => {
    const { desdemona } = server.cast;
    const authorization = basic(desdemona.email, desdemona.apiKey);
    const odd = [
      "",
      "null",
      "[]",
      "{}",
      "[null]",
      "[[]]",
      "[{}]",
      '[1,"a"]',
      "true",
      "-1",
      "1e400",
      "NaN",
      '"x"',
      "\0",
      "\ud800",
      "x".repeat(20_000),
      "[".repeat(5000),
      "'; drop table account; --",
      "%",
      "\\",
    ];
    let [sent, turn] = [0, 0];
    for (const endpoint of endpoints) {
      const names = Object.keys(endpoint.params).filter((name) => !pathNames(endpoint.path).includes(name));
      for (const name of names) {
        // Every third value, another third for the next parameter; all of them in long runs.
        turn += 1;
        for (const value of odd.filter((_, index) => IS_LONG || (index + turn) % 3 === 0)) {
          const fields = new URLSearchParams({ dont_block: "true", [name]: value }).toString();
          const path = pathNames(endpoint.path).reduce((path, part) => path.replace(`{${part}}`, "1"), endpoint.path);
          const inQuery = endpoint.method === "GET";
          const answer = await raw(`${server.url}/api/v1${path}${inQuery ? `?${fields}` : ""}`, {
            method: endpoint.method,
            headers: { authorization, ...(!inQuery && { "content-type": "application/x-www-form-urlencoded" }) },
            ...(!inQuery && { body: fields }),
          });
          assert.ok(
            answer.status < 500,
            `${endpoint.method} ${endpoint.path} ${name}=${value.slice(0, 40)}: ${answer.text}`,
          );
          sent += 1;
        }
      }
    }
    assert.ok(sent > 500);
  });
});
