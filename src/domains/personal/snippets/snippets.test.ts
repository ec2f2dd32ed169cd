import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("saved snippets", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a user saves, changes and removes snippets, and nobody else has them", async () => {
    const { hamlet, othello } = server.cast;
    const snippets = async () =>
      (await hamlet.call("GET /saved_snippets")).saved_snippets.map(({ title, content }) => [title, content]);
    const soliloquy = { title: " Soliloquy ", content: "\nTo be, **or not** to be \n" };
    let saved_snippet_id = 0;
    await holds(server, async () => {
      ({ saved_snippet_id } = await hamlet.call("POST /saved_snippets", soliloquy));
    });
    await hamlet.call("POST /saved_snippets", soliloquy);
    const saved = ["Soliloquy", "To be, **or not** to be"];
    assert.deepEqual(await snippets(), [saved, saved], "titles may repeat");
    const patch = "PATCH /saved_snippets/{saved_snippet_id}";
    await holds(server, () => hamlet.call(patch, { saved_snippet_id, title: "Question" }));
    await holds(server, () => hamlet.call(patch, { saved_snippet_id, content: "That is it", title: "Answer" }));
    const queue = await hamlet.register();
    await hamlet.call(patch, { saved_snippet_id });
    await hamlet.call(patch, { saved_snippet_id, title: " Answer " });
    assert.deepEqual(await hamlet.drain(queue), [], "no event where nothing changes");
    assert.deepEqual((await snippets())[0], ["Answer", "That is it"]);
    for (const refusal of [
      await othello.refused(patch, { saved_snippet_id, title: "Mine" }),
      await othello.refused("DELETE /saved_snippets/{saved_snippet_id}", { saved_snippet_id }),
      await hamlet.refused(patch, { saved_snippet_id: 999_999 }),
    ]) {
      assert.deepEqual([refusal.status, refusal.code], [404, "BAD_REQUEST"]);
    }
    await holds(server, () => hamlet.call("DELETE /saved_snippets/{saved_snippet_id}", { saved_snippet_id }));
    assert.equal((await snippets()).length, 1);
    assert.deepEqual((await othello.call("GET /saved_snippets")).saved_snippets, []);
  });

  test("a user cannot save blank, too long or too many snippets", async () => {
    const { cordelia } = server.cast;
    const good = { title: "é".repeat(60), content: "é".repeat(10_000) };
    const wrong = [
      { title: " " },
      { title: "é".repeat(61) },
      { title: "a\0b" },
      { content: "\n" },
      { content: "é".repeat(10_001) },
      { content: "a\0b" },
    ];
    const { saved_snippet_id } = await cordelia.call("POST /saved_snippets", good);
    for (const args of wrong) {
      const refusals = [
        await cordelia.refused("POST /saved_snippets", { ...good, ...args }),
        await cordelia.refused("PATCH /saved_snippets/{saved_snippet_id}", { saved_snippet_id, ...args }),
      ];
      for (const { status, code } of refusals) assert.equal(`${status} ${code}`, "400 BAD_REQUEST");
    }
    await server.database.sql`
      insert into saved_snippet (realm_id, id, user_id, title, content, created_at)
      select 1, 100000 + i, ${cordelia.id}, 'x', 'x', now() from generate_series(1, 499) i`;
    assert.match((await cordelia.refused("POST /saved_snippets", good)).message, /at most 500/);
  });
});
