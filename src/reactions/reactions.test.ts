import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../test/harness/server.ts";

suite("reactions", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const say = async (who: CastMember, to = "general") =>
    (await who.call("POST /messages", { type: "channel", to, topic: "castle", content: "look" })).id;
  const react = (who: CastMember, message_id: number, emoji: object) =>
    who.call("POST /messages/{message_id}/reactions", { message_id, emoji_name: "", ...emoji });
  const refused = async (who: CastMember, message_id: number, emoji: object, code = "BAD_REQUEST") => {
    const refusal = await who.refused("POST /messages/{message_id}/reactions", {
      message_id,
      emoji_name: "",
      ...emoji,
    });
    assert.deepEqual([refusal.status, refusal.code], [400, code]);
    return refusal;
  };
  const take = (who: CastMember, message_id: number, emoji: object) =>
    who.call("DELETE /messages/{message_id}/reactions", { message_id, ...emoji });
  const reactionsOf = async (who: CastMember, message_id: number) =>
    (await who.call("GET /messages/{message_id}", { message_id })).message.reactions;

  test("are made by name, seen by all who have the message, and taken back", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    const queue = await hamlet.register({ event_types: ["reaction"] });
    await react(othello, id, { emoji_name: "octopus" });
    await react(othello, id, { emoji_name: "svc" });
    const octopus = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji", user_id: othello.id };
    const extra = { emoji_name: "svc", emoji_code: "svc", reaction_type: "svc_extra_emoji", user_id: othello.id };
    assert.deepEqual(await reactionsOf(hamlet, id), [octopus, extra]);
    await take(othello, id, { emoji_name: "octopus" });
    await take(othello, id, { emoji_code: "svc", reaction_type: "zulip_extra_emoji" });
    assert.deepEqual(await reactionsOf(hamlet, id), []);
    const events = await hamlet.drain(queue);
    assert.deepEqual(
      events.map(({ op, message_id, emoji_name }) => [op, message_id, emoji_name]),
      [
        ["add", id, "octopus"],
        ["add", id, "svc"],
        ["remove", id, "octopus"],
        ["remove", id, "svc"],
      ],
    );
    const has = [{ operator: "has", operand: "reaction" }];
    assert.deepEqual(
      (await hamlet.call("GET /messages", { anchor: "newest", num_before: 9, narrow: has })).messages,
      [],
    );
  });

  test("a second one of the same kind, an unknown one and one that does not fit are refused", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    await react(othello, id, { emoji_name: "+1" });
    await refused(othello, id, { emoji_name: "thumbs_up" }, "REACTION_ALREADY_EXISTS");
    await refused(othello, id, { emoji_name: "no_such_emoji" });
    await refused(othello, id, { emoji_name: "heart", emoji_code: "1f419", reaction_type: "unicode_emoji" });
    await refused(othello, id, { emoji_name: "heart", emoji_code: "2764", reaction_type: "magic" });
    await refused(othello, id, { emoji_name: "x", emoji_code: "999", reaction_type: "realm_emoji" });
    await refused(othello, id, { emoji_name: "heart", emoji_code: "1f419" });
    await refused(othello, id, { emoji_name: "heart", reaction_type: "realm_emoji" });
    // Others take the name that the first has chosen.
    await react(hamlet, id, { emoji_name: "thumbs_up" });
    assert.deepEqual(
      (await reactionsOf(hamlet, id)).map(({ emoji_name }) => emoji_name),
      ["+1", "+1"],
    );
    const remove = (emoji: object) =>
      othello.refused("DELETE /messages/{message_id}/reactions", { message_id: id, ...emoji });
    assert.equal((await remove({ emoji_name: "heart" })).code, "REACTION_DOES_NOT_EXIST");
    assert.equal((await remove({})).code, "BAD_REQUEST");
    assert.equal((await remove({ emoji_name: "no_such_emoji" })).code, "BAD_REQUEST");
    assert.equal((await remove({ emoji_code: "2764" })).code, "REACTION_DOES_NOT_EXIST");
    assert.equal((await remove({ emoji_code: "svc" })).code, "REACTION_DOES_NOT_EXIST");
    for (const wrong of [
      { emoji_code: "beef" },
      { emoji_code: "2764", reaction_type: "realm_emoji" },
      { emoji_code: "2764", reaction_type: "no_such_type" },
    ]) {
      assert.equal((await remove(wrong)).code, "BAD_REQUEST", JSON.stringify(wrong));
    }
  });

  test("with a code that asks for colour are the same as without", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    const flag = { emoji_name: "rainbow_flag", reaction_type: "unicode_emoji" };
    await react(othello, id, { ...flag, emoji_code: "1f3f3-fe0f-200d-1f308" });
    await refused(othello, id, { ...flag, emoji_code: "1f3f3-200d-1f308" }, "REACTION_ALREADY_EXISTS");
    assert.deepEqual(
      (await reactionsOf(hamlet, id)).map(({ emoji_code }) => emoji_code),
      ["1f3f3-200d-1f308"],
    );
    await take(othello, id, { emoji_code: "1f3f3-fe0f-200d-1f308" });
    assert.deepEqual(await reactionsOf(hamlet, id), []);
  });

  test("nobody reacts to, or hears of reactions to, what they may not read", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "closet" }],
      principals: [hamlet.id, othello.id],
      invite_only: true,
    });
    const id = await say(hamlet, "closet");
    const queue = await cordelia.register({ event_types: ["reaction"], all_public_streams: true });
    await react(othello, id, { emoji_name: "heart" });
    const hidden = await refused(cordelia, id, { emoji_name: "heart" });
    const absent = await refused(cordelia, 999_999, { emoji_name: "heart" });
    assert.deepEqual(hidden.body, absent.body);
    assert.deepEqual(await cordelia.drain(queue), []);
  });

  test("reacting to what one had not received makes it history", async () => {
    const { hamlet, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "stage" }] });
    const id = await say(hamlet, "stage");
    await react(cordelia, id, { emoji_name: "heart" });
    const { message } = await cordelia.call("GET /messages/{message_id}", { message_id: id });
    assert.deepEqual(message.flags, ["read", "historical"]);
    const own = await cordelia.call("GET /messages", { anchor: id, narrow: [], num_before: 0, num_after: 0 });
    assert.deepEqual(
      own.messages.map((one) => one.id),
      [id],
    );
  });
});
