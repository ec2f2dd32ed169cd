import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { botHelpers } from "#domains/people/bots/test-support.ts";
import { usersAlerted } from "#engine/model/lookup/alert-words.ts";
import { apply } from "#engine/model/apply.ts";
import { emptyTestModel } from "../../../../test/harness/model.ts";

suite("alert words", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a user adds and removes words, whatever their case, and keeps the first spelling", async () => {
    const { hamlet, othello } = server.cast;
    const add = (...alert_words: string[]) => hamlet.call("POST /users/me/alert_words", { alert_words });
    const remove = (...alert_words: string[]) => hamlet.call("DELETE /users/me/alert_words", { alert_words });
    await holds(server, () => add(" Ghost ", "", "  ", "poison"));
    assert.deepEqual((await add("GHOST", "Poison", "skull", "SKULL")).alert_words, ["Ghost", "poison", "skull"]);
    assert.deepEqual((await hamlet.call("GET /users/me/alert_words")).alert_words, ["Ghost", "poison", "skull"]);
    await holds(server, () => remove("ghost", "nothing"));
    assert.deepEqual((await remove()).alert_words, ["poison", "skull"]);
    assert.deepEqual((await othello.call("GET /users/me/alert_words")).alert_words, []);
    await holds(server, () => remove("Poison", "skull"));
    assert.deepEqual((await hamlet.call("GET /users/me/alert_words")).alert_words, []);
  });

  test("a user's clients get the whole list with every change, and no event of a refused one", async () => {
    const { hamlet } = server.cast;
    const queue = await hamlet.register();
    await hamlet.call("POST /users/me/alert_words", { alert_words: ["x"] });
    await hamlet.call("POST /users/me/alert_words", { alert_words: ["X"] });
    const events = await hamlet.drain(queue);
    assert.deepEqual(
      events.map(({ type, alert_words: words }) => [type, words]),
      [
        ["alert_words", ["x"]],
        ["alert_words", ["x"]],
      ],
    );
    const many = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
    for (const alert_words of [["y".repeat(101)], ["a\0b"], ["\ud800"], "word", [1], many(1001), many(500)]) {
      const { status, code } = await hamlet.refused("POST /users/me/alert_words", { alert_words } as never);
      assert.equal(`${status} ${code}`, "400 BAD_REQUEST");
    }
    assert.deepEqual(await hamlet.drain(queue), []);
    await hamlet.call("POST /users/me/alert_words", { alert_words: ["é".repeat(100), ...many(498)] });
    await hamlet.refused("POST /users/me/alert_words", { alert_words: ["one more"] });
    assert.equal((await hamlet.refused("POST /users/me/alert_words", {})).code, "REQUEST_VARIABLE_MISSING");
  });

  test("a user with many bots cannot fill the server with words", async () => {
    const { create } = botHelpers(() => server);
    const { hamlet, othello } = server.cast;
    const alert_words = Array.from({ length: 500 }, (_, index) => String(index).padEnd(100, "x"));
    await hamlet.call("DELETE /users/me/alert_words", {
      alert_words: (await hamlet.call("GET /users/me/alert_words")).alert_words,
    });
    for (let count = 1; count <= 40; count += 1) {
      const { client } = await create(hamlet);
      await client.call("POST /users/me/alert_words", { alert_words });
    }
    const { client } = await create(hamlet);
    const { message } = await client.refused("POST /users/me/alert_words", { alert_words: ["one"] });
    assert.equal(message, "400 BAD_REQUEST: This organization has too many alert words.");
    assert.deepEqual((await othello.call("POST /users/me/alert_words", { alert_words: [] })).alert_words, []);
  });

  test("a text alerts the users who have one of its words at that moment", () => {
    const model = emptyTestModel();
    const words = (userId: number, ...list: string[]) =>
      apply(model, { kind: "alert_words_changed", userId, words: list });
    const alerted = (text: string) => usersAlerted(model, text).sort((a, b) => a - b);
    assert.deepEqual(alerted("ghost"), []);
    words(1, "Ghost", "old mole");
    words(2, "ghost");
    words(3, "mole");
    assert.deepEqual(alerted("A GHOST, an old  mole"), [1, 2, 3]);
    assert.deepEqual(alerted("well said, OLD MOLE!"), [1, 3]);
    assert.deepEqual(alerted("ghosts and moles"), []);
    words(2);
    words(1, "mole");
    assert.deepEqual(alerted("ghost"), []);
    assert.deepEqual(alerted("(mole)"), [1, 3]);
  });

  test("a user who changes their words among very many causes no scan of all of them", () => {
    const model = emptyTestModel();
    let read = 0;
    /** A word that records when it is read. */
    const watched = (word: string) =>
      Object.assign(Object.create({ toLowerCase: () => ((read += 1), word) }), { word });
    const words = (userId: number, list: readonly unknown[]) =>
      apply(model, { kind: "alert_words_changed", userId, words: list as string[] });
    const alerted = (text: string) => usersAlerted(model, text).sort((a, b) => a - b);
    for (let userId = 1; userId <= 100; userId += 1) {
      words(userId, [watched("all"), ...Array.from({ length: 199 }, (_, index) => watched(`of ${userId} ${index}`))]);
    }
    assert.equal(alerted("all").length, 100);
    assert.equal(read, 20_000);
    for (let round = 0; round < 50; round += 1) {
      words(1, [watched(`new ${round}`)]);
      words(2, []);
      assert.deepEqual(alerted(`new ${round}, of 1 5, of 2 5, of 3 5`), [1, 3]);
      assert.deepEqual(alerted(`new ${round - 1}`), []);
    }
    assert.equal(alerted("all").length, 98);
    assert.ok(read < 20_100);
    // After many changes all words are combined again.
    for (let userId = 101; userId <= 140; userId += 1)
      words(
        userId,
        Array.from({ length: 100 }, () => watched("all")),
      );
    assert.equal(alerted("all").length, 138);
    words(1, [watched("all")]);
    assert.equal(alerted("all").length, 139);
    assert.ok(read < 50_000);
  });
});
