import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

/** The only form that existing clients can parse. */
const EXTRA = { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" };

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

  test("a user reacts by name, all readers see the reaction, and the user removes it", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    const queue = await hamlet.register({ event_types: ["reaction"] });
    await react(othello, id, { emoji_name: "octopus" });
    await react(othello, id, { emoji_name: "svc" });
    const octopus = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji", user_id: othello.id };
    const extra = { ...EXTRA, user_id: othello.id };
    assert.deepEqual(await reactionsOf(hamlet, id), [octopus, extra]);
    await take(othello, id, { emoji_name: "octopus" });
    await take(othello, id, { emoji_code: "svc", reaction_type: "zulip_extra_emoji" });
    assert.deepEqual(await reactionsOf(hamlet, id), []);
    const events = await hamlet.drain(queue);
    assert.deepEqual(
      events.map(({ op, message_id, emoji_name }) => [op, message_id, emoji_name]),
      [
        ["add", id, "octopus"],
        ["add", id, "zulip"],
        ["remove", id, "octopus"],
        ["remove", id, "zulip"],
      ],
    );
    const has = [{ operator: "has", operand: "reaction" }];
    assert.deepEqual(
      (await hamlet.call("GET /messages", { anchor: "newest", num_before: 9, narrow: has })).messages,
      [],
    );
  });

  test("a user cannot react twice with one emoji, with an unknown one or with one that does not match its code", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    await react(othello, id, { emoji_name: "+1" });
    await refused(othello, id, { emoji_name: "thumbs_up" }, "REACTION_ALREADY_EXISTS");
    await refused(othello, id, { emoji_name: "no_such_emoji" });
    await refused(othello, id, { emoji_name: "heart", emoji_code: "2764", reaction_type: "magic" });
    await refused(othello, id, { emoji_name: "x", emoji_code: "999", reaction_type: "realm_emoji" });
    await refused(othello, id, { emoji_name: "heart", emoji_code: "beef" });
    await refused(othello, id, { emoji_name: "", emoji_code: "1f419", reaction_type: "unicode_emoji" });
    await refused(othello, id, { emoji_name: "heart", reaction_type: "realm_emoji" });
    // Later users get the name that the first one used.
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

  test("a user who sends a code reacts with its emoji, under the server's name for it", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    for (const [emoji, name] of [
      [{ emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" }, "+1"],
      [{ emoji_name: "no_such_emoji", emoji_code: "1f419" }, "octopus"],
      [{ emoji_name: "octopus", emoji_code: "2764", reaction_type: "unicode_emoji" }, "heart"],
    ] as const) {
      await react(othello, id, emoji);
      assert.equal((await reactionsOf(hamlet, id)).at(-1)?.emoji_name, name);
      await take(othello, id, { emoji_code: emoji.emoji_code });
    }
  });

  test("a user reacts with the extra emoji by both its names, and clients always get the one that they know", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    const queue = await hamlet.register({ event_types: ["reaction"] });
    const words = ["svc", "zulip"];
    const inputs = words.flatMap((word) => [
      { emoji_name: word },
      { emoji_name: word, emoji_code: word },
      ...words.map((other) => ({ emoji_name: "x", emoji_code: word, reaction_type: `${other}_extra_emoji` })),
    ]);
    for (const [index, input] of inputs.entries()) {
      await react(othello, id, input);
      assert.deepEqual(await reactionsOf(hamlet, id), [{ ...EXTRA, user_id: othello.id }]);
      await refused(othello, id, inputs.at(-1 - index) as object, "REACTION_ALREADY_EXISTS");
      await take(othello, id, inputs.at(-1 - index) as object);
      assert.deepEqual(await reactionsOf(hamlet, id), []);
    }
    const events = await hamlet.drain(queue);
    assert.equal(events.length, 2 * inputs.length);
    for (const event of events) assert.partialDeepStrictEqual(event, EXTRA);
  });

  test("a user who sends a code with U+FE0F reacts with the same emoji as without", async () => {
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

  test("nobody reacts to messages that they may not read, or gets events of reactions to them", async () => {
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

  test("a user who reacts to a message that they had not received adds it to their history", async () => {
    const { hamlet, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "stage" }] });
    const id = await say(hamlet, "stage");
    await react(cordelia, id, { emoji_name: "heart" });
    const { message } = await cordelia.call("GET /messages/{message_id}", { message_id: id });
    assert.deepEqual(message.flags, ["read", "historical"]);
    const own = await cordelia.call("GET /messages", { anchor: id, narrow: [], num_before: 0, num_after: 0 });
    assert.deepEqual(
      own.messages.map((message) => message.id),
      [id],
    );
  });

  test("a reaction made by a name that now means another emoji keeps its emoji, and its user removes it by that name", async () => {
    const { hamlet, othello } = server.cast;
    const id = await say(hamlet);
    await react(othello, id, { emoji_name: "slight_smile" });
    await server.database.sql`update reaction set emoji_name = 'smile' where message_id = ${id}`;
    await react(hamlet, id, { emoji_name: "slight_smile" });
    assert.deepEqual(
      (await reactionsOf(hamlet, id)).map(({ emoji_code, emoji_name }) => [emoji_code, emoji_name]),
      [
        ["1f642", "smile"],
        ["1f642", "smile"],
      ],
    );
    await react(othello, id, { emoji_name: "big_smile" });
    await take(othello, id, { emoji_name: "smile" });
    await take(othello, id, { emoji_name: "smile" });
    assert.deepEqual(
      (await reactionsOf(hamlet, id)).map(({ emoji_code, user_id }) => [emoji_code, user_id]),
      [["1f642", hamlet.id]],
    );
  });
});
