import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel, type MadeChannel } from "../harness/channels.ts";
import type { TestQueue } from "../harness/checked-client.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

const MARKER = "poison-in-the-cup";

suite("whoever reads their queue late", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const move = (id: number, { id: stream_id }: MadeChannel) =>
    server.cast.hamlet.call("PATCH /messages/{message_id}", {
      ...{ message_id: id, stream_id, propagate_mode: "change_all", send_notification_to_new_thread: false },
    });

  /** Something is said, changed and answered in an open channel, and then goes where not everybody is. */
  async function hideWords(settings: object, ...after: ((id: number, open: MadeChannel) => Promise<unknown>)[]) {
    const { hamlet, othello, cordelia } = server.cast;
    const open = await createChannel(hamlet, { subscribers: [hamlet, othello, cordelia].map(({ id }) => id) });
    const closed = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id], ...settings });
    const types = ["message", "update_message", "reaction", "submessage", "delete_message"];
    const register = (who: CastMember) =>
      who.register({
        event_types: types,
        all_public_streams: true,
        client_capabilities: { bulk_message_deletion: true, notification_settings_null: true },
      });
    const queues = { cordelia: await register(cordelia), othello: await register(othello) };
    const say = { type: "channel", to: open.id, topic: "feast" } as const;
    const { id } = await hamlet.call("POST /messages", { ...say, content: `the ${MARKER}` });
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, content: `no ${MARKER}` });
    await othello.call("POST /messages/{message_id}/reactions", { message_id: id, emoji_name: "smile" });
    await hamlet.call("POST /messages", { ...say, topic: "other", content: "stays" });
    await move(id, closed);
    for (const one of after) await one(id, open);
    return { id, queues };
  }

  const drain = async (who: CastMember, queue: TestQueue) => {
    const events = await who.drain(queue);
    return { kinds: events.map(({ type }) => type), text: JSON.stringify(events) };
  };

  test("gets nothing of a message that has moved out of their sight, and everything else", async () => {
    const { othello, cordelia } = server.cast;
    const { id, queues } = await hideWords({ invite_only: true });
    const hers = await drain(cordelia, queues.cordelia);
    assert.deepEqual(hers.kinds, ["message", "delete_message"]);
    assert.ok(hers.text.includes("stays") && !hers.text.includes(MARKER));
    const his = await drain(othello, queues.othello);
    assert.deepEqual(his.kinds, ["message", "update_message", "reaction", "message", "update_message"]);
    assert.ok(his.text.includes(MARKER) && his.text.includes(String(id)));
  });

  test("gets it where they may follow it, and where it has come back", async () => {
    const { cordelia } = server.cast;
    const followed = await hideWords({});
    assert.ok((await drain(cordelia, followed.queues.cordelia)).text.includes(MARKER));
    const returned = await hideWords({ invite_only: true }, (id, open) => move(id, open));
    assert.ok((await drain(cordelia, returned.queues.cordelia)).text.includes(MARKER));
  });

  const ends = {
    "has moved": [],
    "has moved and was deleted there": [
      (id: number) => server.cast.hamlet.call("DELETE /messages/{message_id}", { message_id: id }),
    ],
  };
  for (const [what, after] of Object.entries(ends)) {
    test(`gets nothing of a message that ${what} from a server that has forgotten it either`, async () => {
      const { id, queues } = await hideWords({ invite_only: true }, ...after);
      const second = await startTestServer({ database: server.database });
      const { othello, cordelia } = second.cast;
      const hers = await drain(cordelia, queues.cordelia);
      assert.deepEqual(hers.kinds, ["message", "delete_message"]);
      assert.ok(!hers.text.includes(MARKER));
      const his = await drain(othello, queues.othello);
      assert.ok(his.text.includes(String(id)) && his.text.includes(MARKER));
      await second.stop();
    });
  }
});
