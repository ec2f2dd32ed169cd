import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

const ADD_APNS = "POST /users/me/apns_device_token";
const ADD_FCM = "POST /users/me/android_gcm_reg_id";
const REGISTER = "POST /mobile_push/register";
const TEST = "POST /mobile_push/test_notification";
const SEALED_TEST = "POST /mobile_push/e2ee/test_notification";

const registration = (push_account_id: number, secret = "sealed") => ({
  token_kind: "apns" as const,
  push_account_id,
  push_public_key: Buffer.alloc(32, 9).toString("base64"),
  bouncer_public_key: "the relay's",
  encrypted_push_registration: secret,
});
const statesOf = async (who: CastMember) =>
  (await who.register({ fetch_event_types: ["push_device"] }))["push_devices"] as Record<string, object>;

suite("phones, without a relay", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const tokens = async () => {
    const rows = await server.database.sql<{ token: string }[]>`select token from push_token order by token`;
    return rows.map(({ token }) => token);
  };

  test("a person adds and removes their phones, each once and none of others", async () => {
    const { hamlet, othello } = server.cast;
    const apns = { token: "C0FFEE", appid: "org.example-app.Chat" };
    for (const _ of [1, 2]) await hamlet.call(ADD_APNS, apns);
    await othello.call(ADD_FCM, { token: "a:b-c" });
    assert.deepEqual(await tokens(), ["C0FFEE", "a:b-c"]);
    for (const [appid, token] of [
      ["a b", "c0"],
      ["org.x", ""],
      ["org.x", "xyz"],
      ["org.x", "a".repeat(4097)],
    ] as const) {
      assert.equal((await hamlet.refused(ADD_APNS, { token, appid })).code, "BAD_REQUEST");
    }
    assert.equal((await hamlet.refused(ADD_FCM, { token: "" })).code, "BAD_REQUEST");
    const removals = ["DELETE /users/me/apns_device_token", "DELETE /users/me/android_gcm_reg_id"] as const;
    assert.equal((await othello.refused(removals[0], { token: "C0FFEE" })).code, "BAD_REQUEST");
    assert.equal((await hamlet.refused(removals[1], { token: "C0FFEE" })).code, "BAD_REQUEST");
    await hamlet.call(removals[0], { token: "C0FFEE" });
    await othello.call(removals[1], { token: "a:b-c" });
    assert.deepEqual(await tokens(), []);
  });

  test("nobody has phones without number", async () => {
    const { cordelia } = server.cast;
    for (let n = 0; n < 50; n += 1) await cordelia.call(ADD_FCM, { token: `phone ${n}` });
    assert.match((await cordelia.refused(ADD_FCM, { token: "one more" })).body["msg"] as string, /too many/);
    await cordelia.call(ADD_FCM, { token: "phone 7" });
  });

  test("phones are forgotten with a new key and with the account", async () => {
    const { shiva, othello, iago } = server.cast;
    await server.database.sql`delete from push_token`;
    await othello.call(ADD_FCM, { token: "his" });
    await shiva.call(ADD_FCM, { token: "hers" });
    await shiva.call("POST /users/me/api_key/regenerate");
    assert.deepEqual(await tokens(), ["his"]);
    await iago.call("DELETE /users/{user_id}", { user_id: othello.id });
    assert.deepEqual(await tokens(), []);
  });

  test("clients are told that there is no relay, and which phone is unknown", async () => {
    const { hamlet } = server.cast;
    assert.equal((await hamlet.refused(REGISTER, registration(1))).code, "PUSH_SERVICE_NOT_CONFIGURED");
    assert.equal((await hamlet.refused(TEST, { token: "none" })).code, "INVALID_PUSH_DEVICE_TOKEN");
    await hamlet.call(TEST);
    await hamlet.call(ADD_FCM, { token: "one" });
    assert.equal((await hamlet.refused(TEST)).code, "PUSH_SERVICE_NOT_CONFIGURED");
    assert.equal((await hamlet.refused(SEALED_TEST)).code, "NO_ACTIVE_PUSH_DEVICE");
    assert.deepEqual(await statesOf(hamlet), {});
  });
});

/** For a relay that closes the connection instead of answering. */
const UNREACHABLE = 0;

suite("phones, with a relay", () => {
  let server: TestServer;
  const received: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = [];
  let answer: (path: string) => { status?: number; body: object } = () => ({ body: {} });
  const relay = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const path = request.url?.replace("/api/v1/remotes/push/", "") ?? "";
      const { authorization } = request.headers;
      received.push({ path, authorization, body: JSON.parse(text) as Record<string, unknown> });
      const { status = 200, body } = answer(path);
      if (status === UNREACHABLE) request.socket.destroy();
      else response.writeHead(status).end(JSON.stringify(body));
    });
  });
  before(async () => {
    await once(relay.listen(0, "127.0.0.1"), "listening");
    const url = `http://elsinore:secret@127.0.0.1:${(relay.address() as AddressInfo).port}`;
    server = await startTestServer({
      env: { PARLEY_OUTBOUND_ALLOW_PRIVATE: "on", PARLEY_PUSH_RELAY_URL: url },
    });
  });
  after(() => {
    relay.closeAllConnections();
    relay.close();
  });

  test("a phone is pending until the relay knows it, and its owner alone hears of it", async () => {
    const { hamlet, othello } = server.cast;
    answer = () => ({ body: { device_id: 7 } });
    const [own, other] = [await hamlet.register(), await othello.register({ event_types: ["push_device"] })];
    await hamlet.call(REGISTER, registration(123));
    await until(
      () => statesOf(hamlet),
      (states) => JSON.stringify(states).includes("active"),
    );
    const events = (await hamlet.drain(own)).filter(({ type }) => type === "push_device");
    assert.deepEqual(
      events.map(({ push_account_id, status, error_code }) => [push_account_id, status, error_code]),
      [
        ["123", "pending", undefined],
        ["123", "active", undefined],
      ],
    );
    assert.deepEqual(await othello.drain(other), []);
    assert.deepEqual(await statesOf(hamlet), { 123: { status: "active", error_code: null } });
    const [request] = received;
    assert.equal(request?.authorization, `Basic ${Buffer.from("elsinore:secret").toString("base64")}`);
    assert.partialDeepStrictEqual(request?.body, {
      push_account_id: 123,
      encrypted_push_registration: "sealed",
      bouncer_public_key: "the relay's",
    });
    assert.match(String(request?.body["realm_uuid"]), /^[0-9a-f-]{36}$/);
    await hamlet.call(REGISTER, registration(123));
    assert.equal(received.length, 1, "what is accepted is not asked again");
  });

  test("what the relay refuses has failed, and what it cannot answer is asked again", async () => {
    const { cordelia } = server.cast;
    answer = () => ({ status: 400, body: { result: "error", code: "REQUEST_EXPIRED", msg: "too late" } });
    await cordelia.call(REGISTER, registration(5));
    const failed = { 5: { status: "failed", error_code: "REQUEST_EXPIRED" } };
    await until(
      () => statesOf(cordelia),
      (states) => JSON.stringify(states) === JSON.stringify(failed),
    );
    let asked = 0;
    answer = () => ((asked += 1) === 1 ? { status: 500, body: {} } : { body: { device_id: 8 } });
    await holds(server, async () => {
      await cordelia.call(REGISTER, registration(5, "sealed anew"));
      await until(
        () => statesOf(cordelia),
        (states) => JSON.stringify(states).includes("active"),
      );
    }, ["cordelia", "othello"]);
    assert.equal(asked, 2);
    const bad = { ...registration(6), push_public_key: "short" };
    assert.equal((await cordelia.refused(REGISTER, bad)).code, "BAD_REQUEST");
  });

  test("a test notification is sealed for the phone, and a phone that the relay lost has failed", async () => {
    const { othello } = server.cast;
    answer = () => ({ body: { device_id: 9 } });
    await othello.call(REGISTER, registration(9));
    await until(
      () => statesOf(othello),
      (states) => JSON.stringify(states).includes("active"),
    );
    answer = () => ({ body: { deleted_device_ids: [] } });
    await othello.call(SEALED_TEST, { push_account_id: 9 });
    const { path, body } = received.at(-1) as (typeof received)[number];
    assert.equal(path, "e2ee/notify");
    const [request] = body["push_requests"] as { device_id: number; payload: Record<string, string> }[];
    assert.deepEqual([request?.device_id, request?.payload["push_account_id"]], [9, "9"]);
    assert.ok(Buffer.from(request?.payload["encrypted_data"] ?? "", "base64").length > 100);
    assert.ok(!JSON.stringify(body).includes("Elsinore"), "nothing is readable");
    assert.equal((await othello.refused(SEALED_TEST, { push_account_id: 10 })).code, "NO_ACTIVE_PUSH_DEVICE");
    const refused = async (status: number, code?: string) => {
      answer = () => ({ status, body: { code } });
      const { code: told, status: with_ } = await othello.refused(SEALED_TEST);
      return [told, with_];
    };
    assert.deepEqual(await refused(500), ["INTERNAL_SERVER_ERROR_ON_BOUNCER", 502]);
    assert.deepEqual(await refused(401), ["ADMIN_ACTION_REQUIRED", 403]);
    assert.deepEqual(await refused(UNREACHABLE), ["FAILED_TO_CONNECT_BOUNCER", 502]);
    answer = () => ({ body: { deleted_device_ids: [9] } });
    await holds(server, () => othello.call(SEALED_TEST), ["othello", "hamlet"]);
    assert.deepEqual(await statesOf(othello), { 9: { status: "failed", error_code: "BAD_REQUEST" } });
  });

  test("the relay hears of plain phones, and clients hear what it says of them", async () => {
    const { iago } = server.cast;
    answer = () => ({ body: {} });
    await iago.call(ADD_APNS, { token: "ab01", appid: "org.example.app" });
    assert.partialDeepStrictEqual(received.at(-1), {
      path: "register",
      body: { user_id: iago.id, token: "ab01", token_kind: 1, ios_app_id: "org.example.app" },
    });
    await iago.call(TEST, { token: "ab01" });
    assert.partialDeepStrictEqual(received.at(-1), { path: "test_notification", body: { token: "ab01" } });
    answer = () => ({ status: 400, body: { code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN" } });
    assert.equal((await iago.refused(TEST)).code, "INVALID_REMOTE_PUSH_DEVICE_TOKEN");
    answer = () => ({ status: 503, body: {} });
    const away = await iago.refused(ADD_FCM, { token: "x" });
    assert.deepEqual([away.status, away.code], [502, "BAD_REQUEST"]);
    answer = () => ({ body: {} });
    await iago.call("DELETE /users/me/apns_device_token", { token: "ab01" });
    assert.equal(received.at(-1)?.path, "unregister");
  });
});
