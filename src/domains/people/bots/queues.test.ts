import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { TestEvent } from "../../../../test/harness/checked-client.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { botHelpers } from "./test-support.ts";

suite("queues of bots", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const { create } = botHelpers(() => server);
  const channelsOf = (events: readonly TestEvent[]) =>
    events.map((event) => (event as unknown as { message: { display_recipient: string } }).message.display_recipient);

  test("a bot gets events of the channels that it was set up for, unless it registers for others", async () => {
    const { hamlet, othello } = server.cast;
    const [first, second] = [await createChannel(othello), await createChannel(othello)];
    const { client } = await create(hamlet, {
      default_all_public_streams: true,
      default_events_register_stream: second.name,
    });
    const event_types = ["message"];
    const usual = await client.register({ event_types });
    const everything = await client.register({ event_types, narrow: [] });
    const nothing = await client.register({ event_types, all_public_streams: false, narrow: [] });
    const byPoll = await client.call("GET /events", { event_types });
    for (const { name } of [first, second]) {
      await othello.call("POST /messages", { type: "channel", to: name, topic: "x", content: "x" });
    }
    assert.deepEqual(channelsOf(await client.drain(usual)), [second.name]);
    assert.deepEqual(channelsOf(await client.drain(everything)), [first.name, second.name]);
    assert.deepEqual(await client.drain(nothing), []);
    const { events } = await client.call("GET /events", { queue_id: byPoll.queue_id, last_event_id: -1 });
    assert.deepEqual(channelsOf(events), [second.name]);
  });
});
