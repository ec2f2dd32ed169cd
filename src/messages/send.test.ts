import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../../test/harness/server.ts";

suite("sending messages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a subscriber receives what a member sends to a channel", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message"] });
    const { id } = await hamlet.call("POST /messages", {
      type: "channel",
      to: "general",
      topic: "castle",
      content: "Who's *there*?",
    });
    const [event] = await othello.drain(queue);
    assert.partialDeepStrictEqual(event, { type: "message", message: { id } });
  });
});
