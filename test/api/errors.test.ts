import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { browserEndpoints, endpoints } from "../../src/app.ts";
import { neverRefused, refusalsOf } from "../harness/refused.ts";
import { SAME_ORIGIN } from "../harness/browser.ts";
import { PASSWORD } from "../harness/cast.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer } from "../harness/server.ts";

suite("`errors` of a declaration", () => {
  test("are compared with how the endpoint refuses, polls alike", async () => {
    const { hamlet } = (await startTestServer()).cast;
    await hamlet.refused("GET /users/{user_id}", { user_id: 2_147_483_000 });
    await hamlet.refused("GET /events", { queue_id: "none", last_event_id: -1 });
    await hamlet.refused("GET /events", { queue_id: "none", last_event_id: "x" as never });
    assert.ok(refusalsOf("get-user").includes("BAD_REQUEST"));
    assert.ok(refusalsOf("get-events").includes("BAD_REQUEST"));
    assert.ok(refusalsOf("get-events").includes("BAD_EVENT_QUEUE_ID"));
  });

  test("that name one which no test has got fail a whole run", (t) => {
    const folder = mkdtempSync(join(tmpdir(), "parley-refused-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const all = [...endpoints, ...browserEndpoints].flatMap(({ id, errors }) => errors.map((code) => `${id} ${code}`));
    // One that no other endpoint could show.
    const first = all.find((line) => line.endsWith(" BAD_NARROW")) ?? "";
    const others = all.filter((line) => line !== first);
    writeFileSync(join(folder, "1.refused"), others.slice(0, 10).join("\n"));
    writeFileSync(join(folder, "2.refused"), others.slice(10).join("\n"));
    assert.deepEqual(neverRefused(folder), [first]);
    writeFileSync(join(folder, "3.refused"), first);
    assert.deepEqual(neverRefused(folder), []);
  });

  test("that few callers get: where an account, the organization or a setting has changed", async () => {
    const server = await startTestServer({ flags: ["--development", "on"] });
    const { desdemona, hamlet, othello, iago } = server.cast;
    const logIn = async (username: string) => {
      const body = new URLSearchParams({ username, password: PASSWORD });
      const { json } = await raw(`${server.url}/json/login`, { method: "POST", headers: SAME_ORIGIN, body });
      return json["code"];
    };
    const byName = async (username: string) =>
      (await server.anonymous.refused("POST /dev_fetch_api_key", { username })).code;
    assert.equal(await logIn("x".repeat(300)), "BAD_REQUEST");
    await desdemona.call("DELETE /users/{user_id}", { user_id: othello.id });
    assert.deepEqual(
      [await logIn(othello.email), await byName(othello.email)],
      ["USER_DEACTIVATED", "USER_DEACTIVATED"],
    );
    await desdemona.call("PATCH /realm", { avatar_changes_disabled: true });
    assert.equal((await hamlet.refused("DELETE /users/me/avatar")).code, "BAD_REQUEST");
    const retention = { add: [{ name: "a new one" }], message_retention_days: 3 };
    assert.equal((await hamlet.refused("PATCH /users/me/subscriptions", retention)).code, "UNAUTHORIZED_PRINCIPAL");
    await desdemona.call("POST /realm/deactivate");
    assert.deepEqual([await logIn(iago.email), await byName(iago.email)], ["REALM_DEACTIVATED", "REALM_DEACTIVATED"]);
  });
});
