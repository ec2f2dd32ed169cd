import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("refused messages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const refusal = async (who: CastMember, to: string | number[] | string[]) =>
    (await who.refused("POST /messages", { type: "direct", to, content: "x" })).body;

  test("a user who writes to an unknown user gets the name in the refusal", async () => {
    const { hamlet, othello } = server.cast;
    assert.match(String((await refusal(hamlet, [othello.id, 999_999]))["msg"]), /999999/);
    assert.match(String((await refusal(hamlet, ["nobody@elsinore.example"]))["msg"]), /nobody@elsinore\.example/);
  });

  test("a user gets the same refusal for a hidden address and for one that nobody has", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    await othello.call("PATCH /settings", { email_address_visibility: 4 });
    const hidden = JSON.stringify(await refusal(hamlet, [othello.email]));
    const absent = JSON.stringify(await refusal(hamlet, ["nobody@elsinore.example"]));
    assert.equal(hidden.replace(othello.email, "X"), absent.replace("nobody@elsinore.example", "X"));
    const { user } = await hamlet.call("GET /users/{user_id}", { user_id: othello.id });
    assert.notEqual(user.email, othello.email);
    await hamlet.call("POST /messages", { type: "direct", to: [user.email], content: "x" });
    await othello.call("PATCH /settings", { email_address_visibility: 3 });
    await desdemona.call("POST /messages", { type: "direct", to: [othello.email], content: "x" });
    await othello.call("PATCH /settings", { email_address_visibility: 1 });
    await hamlet.call("POST /messages", { type: "direct", to: othello.email.toUpperCase(), content: "x" });
  });

  test("a user who writes to an invalid channel name is refused for the name", async () => {
    const { hamlet } = server.cast;
    for (const to of [" ", "x".repeat(61), "a\u0007b"]) {
      const args = { type: "channel", to: JSON.stringify(to), topic: "t", content: "x" } as const;
      assert.equal((await hamlet.refused("POST /messages", args)).code, "BAD_REQUEST", JSON.stringify(to));
    }
    const unknown = await hamlet.refused("POST /messages", {
      type: "channel",
      to: "no & where",
      topic: "t",
      content: "x",
    });
    assert.deepEqual([unknown.code, unknown.body["stream"]], ["STREAM_DOES_NOT_EXIST", "no &amp; where"]);
  });

  test("a user cannot send a message whose HTML is larger than a hundred of the longest messages", async () => {
    const { hamlet } = server.cast;
    const args = { type: "direct", to: [hamlet.id] } as const;
    const { id } = await hamlet.call("POST /messages", { ...args, content: "\u{1F600}".repeat(10_000) });
    const content = "\u{1FAF0}".repeat(10_000);
    for (const refusal of [
      await hamlet.refused("POST /messages", { ...args, content }),
      await hamlet.refused("PATCH /messages/{message_id}", { message_id: id, content }),
      await hamlet.refused("POST /messages/render", { content }),
    ]) {
      assert.equal(refusal.code, "BAD_REQUEST");
    }
  });

  test("users of an organization without direct messages are refused them, except for messages to themselves", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    const { user_groups: groups } = await desdemona.call("GET /user_groups");
    const permit = (name: string) =>
      desdemona.call("PATCH /realm", {
        direct_message_permission_group: { new: groups.find((group) => group.name === name)?.id as number },
      });
    await permit("role:administrators");
    assert.match(String((await refusal(hamlet, [othello.id]))["msg"]), /authorize/);
    await permit("role:nobody");
    assert.match(String((await refusal(hamlet, [othello.id]))["msg"]), /disabled/);
    await hamlet.call("POST /messages", { type: "direct", to: [hamlet.id], content: "x" });
    await permit("role:everyone");
    await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "x" });
  });
});
