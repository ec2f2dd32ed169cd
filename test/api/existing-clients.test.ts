import assert from "node:assert/strict";
import { test } from "node:test";
import { PASSWORD } from "../harness/cast.ts";
import { startTestServer } from "../harness/server.ts";
import zulipInit from "zulip-js";

test("zulip-js logs in, subscribes, sends, receives and reads unchanged", async () => {
  const server = await startTestServer();
  const { hamlet, othello } = server.cast;
  const client = await zulipInit({ username: hamlet.email, password: PASSWORD, realm: server.url });
  assert.equal((await client.users.me.getProfile()).full_name, "Hamlet");
  const queue = await client.queues.register({ event_types: ["message"] });
  assert.equal(queue.result, "success");
  assert.equal((await client.queues.register()).result, "success");
  const sent = await client.messages.send({
    to: "general",
    type: "stream",
    subject: "castle",
    content: "Who's there?",
  });
  assert.equal(sent.result, "success");
  await othello.call("POST /messages", { type: "direct", to: [hamlet.id], content: "Nay, answer me." });
  const { events } = await client.events.retrieve({
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
    dont_block: true,
  });
  assert.deepEqual(
    events.map((event: { message: { content: string } }) => event.message.content),
    ["Who's there?", "Nay, answer me."],
  );
  const narrow = [{ operator: "stream", operand: "general" }];
  const fetched = await client.messages.retrieve({ anchor: "newest", num_before: 10, num_after: 0, narrow });
  assert.equal(fetched.messages.at(-1).id, sent.id);
  assert.equal((await client.messages.flags.add({ flag: "read", messages: [sent.id] })).result, "success");
  assert.equal((await client.streams.retrieve()).result, "success");
  assert.equal((await client.server.settings()).zulip_feature_level, 421);
  assert.equal((await client.queues.deregister({ queue_id: queue.queue_id })).result, "success");
});
