import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, suite, test } from "node:test";
import { type BrowserSession, browserSession } from "../../../../../test/harness/browser.ts";
import { raw } from "../../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";

const CREATE = "POST /calls/zoom/create";

suite("video calls by Zoom", () => {
  let server: TestServer;
  let hamlet: BrowserSession;
  let address = "";
  let [lifetime, given, isMeetingAllowed, isRenewable] = [3600, 0, true, true];
  const asked: { readonly path: string; readonly authorization: string; readonly body: string }[] = [];
  /** Both of Zoom's servers. */
  const zoom = createServer((request, response) => {
    void text(request).then((body) => answer(request, response, body));
  });
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const path = request.url ?? "";
    asked.push({ path, authorization: request.headers.authorization ?? "", body });
    const reply = (status: number, content: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    };
    if (path === "/v2/users/me/meetings") {
      return isMeetingAllowed ? reply(201, { join_url: "https://zoom.example/j/1" }) : reply(401, { code: 124 });
    }
    const grant = new URLSearchParams(body);
    const isGood = grant.get("grant_type") === "refresh_token" ? isRenewable : grant.get("code") === "good";
    given += 1;
    return isGood
      ? reply(200, { access_token: `access-${given}`, refresh_token: `refresh-${given}`, expires_in: lifetime })
      : reply(400, { reason: "Invalid code" });
  };
  before(async () => {
    await once(zoom.listen(0, "127.0.0.1"), "listening");
    address = `http://127.0.0.1:${(zoom.address() as AddressInfo).port}`;
    server = await startTestServer({
      env: {
        ...{ PARLEY_OUTBOUND_ALLOW_PRIVATE: "on", PARLEY_ZOOM_URL: address, PARLEY_ZOOM_API_URL: address },
        ...{ PARLEY_ZOOM_CLIENT_ID: "our app", PARLEY_ZOOM_CLIENT_SECRET: "our secret" },
      },
    });
    hamlet = await browserSession(server, server.cast.hamlet);
  });
  after(() => {
    zoom.closeAllConnections();
    zoom.close();
  });

  const hasToken = async (who: Pick<BrowserSession, "register"> = hamlet) =>
    (await who.register({ fetch_event_types: ["video_calls"] }))["has_zoom_token"];
  /** Goes to Zoom, and returns what it is told there. */
  const leave = async (browser: BrowserSession) => {
    const { status, headers } = await browser.fetch("/calls/zoom/register");
    assert.equal(status, 302);
    const url = new URL(headers.get("location") ?? "");
    assert.equal(url.origin + url.pathname, `${address}/oauth/authorize`);
    return url.searchParams;
  };
  const comeBack = (browser: BrowserSession, state: string, code = "good") =>
    browser.fetch(`/calls/zoom/complete?${new URLSearchParams({ state, code }).toString()}`);
  const connect = async (browser: BrowserSession) => comeBack(browser, (await leave(browser)).get("state") ?? "");

  test("a user connects their Zoom account once, is told so, and then makes calls in it", async () => {
    const queue = await hamlet.register({ event_types: ["has_zoom_token"] });
    assert.equal(await hasToken(), false);
    assert.equal((await hamlet.refused(CREATE)).code, "INVALID_ZOOM_TOKEN");
    const told = await leave(hamlet);
    const returnTo = told.get("redirect_uri") ?? "";
    assert.deepEqual([told.get("client_id"), new URL(returnTo).pathname], ["our app", "/calls/zoom/complete"]);
    const { status } = await comeBack(hamlet, told.get("state") ?? "");
    assert.equal(status, 200);
    const exchange = asked.at(-1);
    assert.equal(exchange?.authorization, `Basic ${Buffer.from("our app:our secret").toString("base64")}`);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(exchange?.body)), {
      ...{ grant_type: "authorization_code", code: "good", redirect_uri: returnTo },
    });
    assert.partialDeepStrictEqual(await hamlet.drain(queue), [{ type: "has_zoom_token", value: true }]);
    assert.deepEqual([await hasToken(), await hasToken(server.cast.othello)], [true, false]);
    const { url } = await hamlet.call(CREATE, { is_video_call: false });
    assert.equal(url, "https://zoom.example/j/1");
    assert.equal(asked.at(-1)?.authorization, `Bearer access-${given}`);
    assert.deepEqual(JSON.parse(asked.at(-1)?.body ?? ""), {
      settings: { host_video: false, participant_video: false },
    });
  });

  test("nobody is connected by another user's visit to Zoom, a changed one, or a code that Zoom refuses", async () => {
    const othello = await browserSession(server, server.cast.othello);
    const state = (await leave(hamlet)).get("state") ?? "";
    for (const wrong of [state, state.replace(/zoom:\d+/, `zoom:${server.cast.othello.id}`), "", "zoom:1:2:3"]) {
      assert.equal((await comeBack(othello, wrong)).status, 400, wrong);
    }
    const own = (await leave(othello)).get("state") ?? "";
    assert.equal((await comeBack(othello, own, "bad")).status, 400);
    assert.equal(await hasToken(othello), false);
    assert.equal((await raw(`${server.url}/calls/zoom/register`)).status, 401);
  });

  test("a token that ends is renewed, and dropped as soon as Zoom refuses it", async () => {
    lifetime = 30;
    await connect(hamlet);
    const queue = await hamlet.register({ event_types: ["has_zoom_token"] });
    const before = given;
    await hamlet.call(CREATE);
    assert.equal(new URLSearchParams(asked.at(-2)?.body).get("refresh_token"), `refresh-${before}`);
    await hamlet.call(CREATE);
    assert.equal(new URLSearchParams(asked.at(-2)?.body).get("refresh_token"), `refresh-${before + 1}`);
    isRenewable = false;
    assert.equal((await hamlet.refused(CREATE)).code, "INVALID_ZOOM_TOKEN");
    assert.partialDeepStrictEqual(await hamlet.drain(queue), [{ type: "has_zoom_token", value: false }]);
    assert.equal(await hasToken(), false);
    [lifetime, isMeetingAllowed] = [3600, false];
    await connect(hamlet);
    assert.equal((await hamlet.refused(CREATE)).code, "INVALID_ZOOM_TOKEN");
    assert.equal(await hasToken(), false);
    [isRenewable, isMeetingAllowed] = [true, true];
  });

  test("the database holds no token that can be read, and none of a deactivated account", async () => {
    const { iago, hamlet: person } = server.cast;
    await connect(hamlet);
    const rows = () => server.database.sql<{ sealed: string }[]>`select sealed from zoom_token`;
    const [row] = await rows();
    const stored = `${row?.sealed} ${Buffer.from(row?.sealed ?? "", "base64").toString("latin1")}`;
    assert.ok(!/access-|refresh-/.test(stored));
    await iago.call("DELETE /users/{user_id}", { user_id: person.id });
    assert.equal((await rows()).length, 0);
    await iago.call("POST /users/{user_id}/reactivate", { user_id: person.id });
  });

  test("an organization chooses it where the operator has configured it", async () => {
    const { iago } = server.cast;
    const providers = (await iago.register())["realm_available_video_chat_providers"];
    assert.deepEqual((providers as Record<string, unknown>)["zoom"], { name: "Zoom", id: 3 });
    await iago.call("PATCH /realm", { video_chat_provider: 3 });
  });
});
