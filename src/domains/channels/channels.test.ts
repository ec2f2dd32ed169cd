import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";

suite("channels and subscriptions", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const names = async (who: CastMember) => (await who.call("GET /streams")).streams.map(({ name }) => name);

  test("a user who subscribes to a channel that does not exist creates it", async () => {
    const { hamlet } = server.cast;
    const wanted = { name: " Denmark ", description: "Something\nis\r*rotten*", color: "#123456" };
    const response = await hamlet.call("POST /users/me/subscriptions", { subscriptions: [wanted] });
    assert.deepEqual(response.subscribed, { [hamlet.id]: ["Denmark"] });
    assert.deepEqual(response.already_subscribed, {});
    assert.equal(response.unauthorized, undefined);
    const again = await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "DENMARK" }] });
    assert.deepEqual(again.already_subscribed, { [hamlet.id]: ["Denmark"] });
    const { subscriptions } = await hamlet.call("GET /users/me/subscriptions", { include_subscribers: "true" });
    assert.partialDeepStrictEqual(
      subscriptions.find(({ name }) => name === "Denmark"),
      {
        description: "Something is *rotten*",
        rendered_description: "<p>Something is <em>rotten</em></p>",
        color: "#123456",
        invite_only: false,
        creator_id: hamlet.id,
        subscribers: [hamlet.id],
        can_administer_channel_group: { direct_members: [hamlet.id], direct_subgroups: [] },
        desktop_notifications: null,
        is_muted: false,
        in_home_view: true,
      },
    );
  });

  test("a user gets the colors of the palette one after another", async () => {
    const { othello } = server.cast;
    const before = (await othello.call("GET /users/me/subscriptions")).subscriptions.map(({ color }) => color);
    await othello.call("POST /users/me/subscriptions", { subscriptions: [{ name: "one" }, { name: "two" }] });
    const all = (await othello.call("GET /users/me/subscriptions")).subscriptions.map(({ color }) => color);
    assert.equal(new Set(all).size, before.length + 2);
  });

  test("only subscribers and administrators know of a private channel", async () => {
    const { hamlet, othello, iago, polonius } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "ghosts" }],
      principals: [othello.id],
      invite_only: true,
    });
    assert.ok((await names(othello)).includes("ghosts"));
    const all = await iago.call("GET /streams", { include_all: true });
    assert.ok(all.streams.some(({ name, invite_only }) => name === "ghosts" && invite_only));
    for (const stranger of [server.cast.cordelia, polonius]) {
      const seen = await stranger.call("GET /streams", { include_all: true, include_can_access_content: true });
      assert.ok(!seen.streams.some(({ name }) => name === "ghosts"));
      assert.ok(!JSON.stringify(await stranger.register()).includes("ghosts"));
    }
  });

  test("a user who names unknown or deactivated principals is refused, and nothing is created", async () => {
    const { hamlet } = server.cast;
    for (const principals of [[999_999], ["nobody@elsinore.example"], [hamlet.id, 999_999]] as (
      | number[]
      | string[]
    )[]) {
      const refusal = await hamlet.refused("POST /users/me/subscriptions", {
        subscriptions: [{ name: "void" }],
        principals,
      });
      assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
    }
    assert.ok(!(await names(hamlet)).includes("void"));
  });

  test("a user names principals by the addresses that they can see, and cannot find out other addresses", async () => {
    const { hamlet, othello, iago } = server.cast;
    const { user } = await hamlet.call("GET /users/{user_id}", { user_id: othello.id });
    assert.equal(user.delivery_email, null);
    const subscribe = (principal: string) => ({ subscriptions: [{ name: "Elsinore" }], principals: [principal] });
    const refusals = await Promise.all(
      [othello.email, "nobody@elsinore.example"].map(async (email) => {
        const { body } = await hamlet.refused("POST /users/me/subscriptions", subscribe(email));
        return JSON.stringify(body).replace(email, "…");
      }),
    );
    assert.equal(refusals[0], refusals[1]);
    await hamlet.refused("DELETE /users/me/subscriptions", { subscriptions: ["general"], principals: [othello.email] });
    const responses = [
      await hamlet.call("POST /users/me/subscriptions", subscribe(user.email)),
      await iago.call("POST /users/me/subscriptions", subscribe(othello.email.toUpperCase())),
      await othello.call("POST /users/me/subscriptions", subscribe(othello.email)),
    ];
    assert.deepEqual(responses[0]?.subscribed, { [othello.id]: ["Elsinore"] });
    for (const { already_subscribed } of responses.slice(1)) {
      assert.deepEqual(already_subscribed, { [othello.id]: ["Elsinore"] });
    }
  });

  test("a user who creates a channel is refused for its name first, then for permissions, then for groups and subscribers", async () => {
    const { hamlet } = server.cast;
    const refusal = async (name: string) => {
      const { status, code } = await hamlet.refused("POST /channels/create", { name, subscribers: [99_999] });
      return [status, code];
    };
    assert.deepEqual(await refusal("GENERAL"), [409, "CHANNEL_ALREADY_EXISTS"]);
    assert.deepEqual(await refusal("free"), [400, "BAD_REQUEST"]);
    const wrong = { name: "free", subscribers: [99_999], can_send_message_group: 99_999 };
    const owners = { ...wrong, message_retention_days: 30 };
    assert.equal((await hamlet.refused("POST /channels/create", owners)).code, "UNAUTHORIZED_PRINCIPAL");
    assert.match((await hamlet.refused("POST /channels/create", wrong)).message, /group/);
    assert.ok(!(await names(hamlet)).includes("free"));
  });

  test("guests see only their own channels and may not subscribe", async () => {
    const { polonius, hamlet } = server.cast;
    assert.deepEqual(await names(polonius), []);
    assert.equal(
      (await polonius.refused("POST /users/me/subscriptions", { subscriptions: [{ name: "x" }] })).code,
      "BAD_REQUEST",
    );
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "general" }],
      principals: [`user${polonius.id}@localhost`],
    });
    assert.deepEqual(await names(polonius), ["general"]);
  });

  test("a user cannot create a channel with an invalid name or setting", async () => {
    const { hamlet, desdemona } = server.cast;
    const wanted = (name: string) => ({ subscriptions: [{ name }] });
    const bad = [
      wanted(""),
      wanted("x".repeat(61)),
      wanted("a\u0000b"),
      wanted("a\ufdd0b"),
      { subscriptions: [{ name: "fine", description: "x".repeat(1025) }] },
      { subscriptions: [{ name: "fine", color: "red" }] },
      { ...wanted("fine"), invite_only: true, is_web_public: true },
      { ...wanted("fine"), is_web_public: true },
      { ...wanted("fine"), is_default_stream: true },
      { ...wanted("fine"), can_send_message_group: 999_999 },
      { ...wanted("fine"), can_send_message_group: 8 },
      { ...wanted("fine"), can_add_subscribers_group: 7 },
      { ...wanted("fine"), can_send_message_group: { direct_members: [999_999], direct_subgroups: [] } },
    ];
    for (const args of bad) {
      const refusal = await hamlet.refused("POST /users/me/subscriptions", args);
      assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"], JSON.stringify(args).slice(0, 100));
    }
    assert.ok(!(await names(hamlet)).includes("fine"));
    const retention = { ...wanted("fine"), message_retention_days: 3 };
    assert.equal((await hamlet.refused("POST /users/me/subscriptions", retention)).code, "UNAUTHORIZED_PRINCIPAL");
    await desdemona.call("POST /users/me/subscriptions", { ...wanted("short memory"), message_retention_days: 3 });
    const { streams } = await desdemona.call("GET /streams", { include_default: true });
    assert.partialDeepStrictEqual(
      streams.find(({ name }) => name === "short memory"),
      { message_retention_days: 3, is_default: false },
    );
  });

  test("CVE-2026-24050: a user's markup in names stays text", async () => {
    const { hamlet } = server.cast;
    const name = "<img src=x onerror=alert(1)>";
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name, description: name }] });
    const { streams } = await hamlet.call("GET /streams");
    const channel = streams.find((stream) => stream.name === name);
    assert.equal(channel?.rendered_description, "<p>&lt;img src=x onerror=alert(1)&gt;</p>");
  });
});
