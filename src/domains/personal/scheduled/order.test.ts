import assert from "node:assert/strict";
import { test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { startTestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

test("a user's messages for the same moment are sent in the order in which the user scheduled them", async () => {
  const server = await startTestServer();
  const { iago, hamlet } = server.cast;
  const channel = await createChannel(iago, { subscribers: [iago.id, hamlet.id] });
  await iago.call("POST /messages", { type: "channel", to: channel.id, topic: "linked", content: "x" });
  // A link to a topic needs a query, so that these messages take longer.
  const contents = Array.from({ length: 8 }, (_, n) => `${n} ${n % 2 === 0 ? `#**${channel.name}>linked**` : "x"}`);
  const schedule = {
    type: "channel",
    to: channel.id,
    topic: "in order",
    scheduled_delivery_timestamp: 9_999_999_999,
  } as const;
  for (const content of contents) await hamlet.call("POST /scheduled_messages", { ...schedule, content });
  await server.database.sql`
    update scheduled_message set deliver_at = date_trunc('second', now()), revision = revision + 1
    where user_id = ${hamlet.id}`;
  await until(
    async () => (await hamlet.call("GET /scheduled_messages")).scheduled_messages,
    ({ length }) => length === 0,
  );
  const messages = await newestMessages(hamlet, [{ operator: "topic", operand: "in order" }]);
  assert.deepEqual(
    messages.map(({ content }) => content),
    contents,
  );
});
