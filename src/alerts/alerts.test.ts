import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../test/harness/server.ts";
import { usersAlerted } from "../model/alerts.ts";
import { apply } from "../model/apply.ts";
import { emptyModel } from "../model/model.ts";
import type { RealmRecord } from "../model/records.ts";

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

  test("clients hear the list with every call, and nothing of a refused one", async () => {
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

  test("a text alerts those who have one of its words, as they are at that moment", () => {
    const model = emptyModel({ id: 1 } as RealmRecord, "localhost", 0);
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
});
