import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { connectPool } from "#engine/db/database.ts";
import { sealPools } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { loadModel } from "#engine/model/load.ts";
import { logIn } from "#domains/people/login/log-in.ts";
import { hashing } from "#domains/people/login/passwords.ts";
import { systemClock } from "#platform/clock.ts";
import { PASSWORD, REALM_ID } from "../harness/cast.ts";
import { createDatabase } from "../harness/database.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

const behindProxy = () => startTestServer({ rateLimit: "on", env: { PARLEY_TRUSTED_PROXIES: "127.0.0.1" } });

/** Logs in as from an address, which a proxy on this machine reports. */
function logInFrom(server: TestServer, address: string, username: string, password: string) {
  const body = new URLSearchParams({ username, password });
  return raw(`${server.url}/api/v1/fetch_api_key`, { method: "POST", body, headers: { "x-forwarded-for": address } });
}

suite("logins from many addresses", () => {
  test("wrong guesses of an attacker lock nobody out, neither at a known address nor at a new one", async () => {
    const server = await behindProxy();
    const { email, apiKey } = server.cast.hamlet;
    assert.equal((await logInFrom(server, "192.0.2.1", email, PASSWORD)).status, 200);
    for (let n = 0; n < 5; n += 1) assert.equal((await logInFrom(server, "203.0.113.9", email, "guess")).status, 401);
    const locked = await logInFrom(server, "203.0.113.9", email, PASSWORD);
    assert.deepEqual([locked.status, locked.json["code"]], [429, "RATE_LIMIT_HIT"]);
    assert.equal(locked.headers.get("retry-after"), String(locked.json["retry-after"]));
    for (const address of ["192.0.2.1", "198.51.100.77", "2001:db8::1"]) {
      const { status, json } = await logInFrom(server, address, email, PASSWORD);
      assert.deepEqual([status, json["api_key"]], [200, apiKey], address);
    }
  });

  test("an address that tries sixty accounts is refused after thirty, and others are not", async () => {
    const server = await behindProxy();
    const statuses: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      statuses.push((await logInFrom(server, "203.0.113.9", `name${n}@elsinore.example`, "guess")).status);
    }
    assert.deepEqual(statuses, [...Array<number>(30).fill(401), ...Array<number>(30).fill(429)]);
    const { email } = server.cast.hamlet;
    assert.equal((await logInFrom(server, "203.0.113.9", email, PASSWORD)).status, 429);
    assert.equal((await logInFrom(server, "203.0.113.10", email, PASSWORD)).status, 200);
  });

  test("nobody gets more guesses by forged headers, or by using other addresses of their network", async () => {
    const server = await startTestServer({ rateLimit: "on" });
    const proxied = await behindProxy();
    const count429 = async (on: TestServer, addressOf: (n: number) => string) => {
      const { email } = on.cast.othello;
      const answers = [];
      for (let n = 0; n < 8; n += 1) answers.push((await logInFrom(on, addressOf(n), email, "guess")).status);
      return answers.filter((status) => status === 429).length;
    };
    assert.equal(await count429(server, (n) => `203.0.113.${n}`), 3, "no proxy was named");
    assert.equal(await count429(proxied, (n) => `203.0.113.${n}, 198.51.100.1`), 3, "the proxy saw the last one");
    await logInFrom(proxied, "192.0.2.1", proxied.cast.othello.email, PASSWORD);
    assert.equal(await count429(proxied, (n) => `2001:db8:0:1::${n}`), 3, "all of one /64");
  });
});

suite("the work of a login", () => {
  test("an unknown account, a wrong password and an account without password cost the same statements and hashes", async () => {
    const database = await createDatabase();
    const sql = connectPool(database.address, { max: 1, name: "test" });
    const model = await loadModel(sql, REALM_ID, "localhost");
    const statements: string[] = [];
    const counting = new Proxy(sql, {
      apply(target, self, args: Parameters<typeof sql>) {
        statements.push(String(args[0]));
        return Reflect.apply(target, self, args) as unknown;
      },
    });
    const workFor = async (email: string) => {
      const before = hashing.done;
      statements.length = 0;
      const credentials = { name: email, password: "a wrong one", source: { address: "here", agent: "test" } };
      const pools = sealPools({ reads: counting, background: sql });
      const realm = { id: REALM_ID, model, pools, state: new Map() } as unknown as RealmRuntime;
      await assert.rejects(logIn({ logins: undefined, clock: systemClock }, realm, credentials), {
        code: "AUTHENTICATION_FAILED",
      });
      return { hashes: hashing.done - before, statements: [...statements] };
    };
    const known = await workFor("hamlet@elsinore.example");
    assert.equal(known.hashes, 1);
    assert.equal(known.statements.length, 1);
    assert.deepEqual(await workFor("nobody@elsinore.example"), known);
    await database.sql`delete from password where user_id = 16`;
    assert.deepEqual(await workFor("othello@elsinore.example"), known, "nor does an account without a password");
    await sql.end();
  });

  test("of 300 concurrent logins those that would wait too long are refused, and other requests overtake them", async () => {
    const server = await startTestServer();
    const { hamlet } = server.cast;
    await hamlet.call("GET /users/me");
    let answered = 0;
    const logins = Array.from({ length: 300 }, async () => {
      const answer = await logInFrom(server, "", hamlet.email, PASSWORD);
      answered += answer.status === 200 ? 1 : 0;
      return answer;
    });
    for (let n = 0; n < 5; n += 1) await hamlet.call("GET /users/me");
    const before = answered;
    const answers = await Promise.all(logins);
    const served = answers.filter(({ status }) => status === 200);
    const shed = answers.filter(({ status }) => status !== 200);
    assert.ok(before < served.length, "they were still being worked on");
    assert.ok(served.length >= 64 && shed.length > 0, `${served.length} of 300 were served`);
    for (const { status, json, headers } of shed) {
      assert.deepEqual([status, json["code"], headers.get("retry-after")], [503, "SERVICE_UNAVAILABLE", "1"]);
    }
    assert.equal((await logInFrom(server, "", hamlet.email, PASSWORD)).status, 200, "who comes back is served");
  });
});
