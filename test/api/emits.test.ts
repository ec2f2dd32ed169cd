import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { endpoints } from "../../src/app.ts";
import { checkEmitted, emittedBy, neverEmitted, noteEmitted } from "../harness/emitted.ts";
import { startTestServer } from "../harness/server.ts";

suite("`emits` of a declaration", () => {
  test("is compared with what the endpoint emits, stored and ephemeral events alike", async () => {
    const { hamlet, othello } = (await startTestServer()).cast;
    await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
    await hamlet.call("POST /typing", { op: "start", to: [othello.id] });
    assert.ok(emittedBy("send-message").includes("message"));
    assert.ok(emittedBy("set-typing-status").includes("typing/start"));
  });

  test("that omits an emitted event fails the tests", () => {
    noteEmitted("send-message", new Set(["message"]));
    checkEmitted();
    noteEmitted("send-message", new Set(["message", "drafts/add"]));
    assert.throws(checkEmitted, /send-message drafts\/add$/);
    checkEmitted();
  });

  test("that names an event which was never emitted fails a whole run", (t) => {
    const folder = mkdtempSync(join(tmpdir(), "parley-emitted-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const all = endpoints.flatMap(({ id, emits }) => emits.map((kind) => `${id} ${kind}`));
    const [first = "", ...others] = all;
    writeFileSync(join(folder, "1.emitted"), others.slice(0, 10).join("\n"));
    writeFileSync(join(folder, "2.emitted"), others.slice(10).join("\n"));
    assert.deepEqual(neverEmitted(folder), [first]);
    writeFileSync(join(folder, "3.emitted"), first);
    assert.deepEqual(neverEmitted(folder), []);
  });
});
