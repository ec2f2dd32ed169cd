import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel, type MadeChannel } from "../harness/channels.ts";
import type { TestQueue } from "../harness/checked-client.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

const MARKER = "poison-in-the-cup";

suite("a late reader of a queue", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const move = (id: number, { id: stream_id }: MadeChannel) =>
    server.cast.hamlet.call("PATCH /messages/{message_id}", {
      ...{ message_id: id, stream_id, propagate_mode: "change_all", send_notification_to_new_thread: false },
    });

  /** A message is sent, edited and reacted to in a public channel, and then moved out of sight of some. */
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
    for (const change of after) await change(id, open);
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

  test("gets it where they may read its new channel, and where it has moved back", async () => {
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
    const isDeleted = after.length > 0;
    test(`gets nothing of a message that ${what} from a server with empty memory either`, async () => {
      const { id, queues } = await hideWords({ invite_only: true }, ...after);
      const second = await startTestServer({ database: server.database });
      const { othello, cordelia } = second.cast;
      const hers = await drain(cordelia, queues.cordelia);
      assert.deepEqual(hers.kinds, ["message", "delete_message"]);
      assert.ok(!hers.text.includes(MARKER));
      const his = await drain(othello, queues.othello);
      assert.ok(his.text.includes(String(id)));
      assert.equal(his.text.includes(MARKER), !isDeleted);
      await second.stop();
    });
  }

  /** A private channel has a name and a description that are replaced before others come to know of it. */
  async function renamed() {
    const { hamlet, othello, cordelia, polonius } = server.cast;
    const types = ["stream", "subscription"];
    const register = (who: CastMember) => who.register({ event_types: types });
    const queues = { cordelia: await register(cordelia), polonius: await register(polonius) };
    const secret = { name: `${MARKER} ${Math.random()}`, description: MARKER };
    const channel = await createChannel(hamlet, { ...secret, invite_only: true });
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [channel], principals: [othello.id] });
    const name = `calm ${Math.random()}`;
    await hamlet.call("PATCH /streams/{stream_id}", { stream_id: channel.id, new_name: name, description: "calm" });
    return { id: channel.id, name, queues };
  }

  const ways = {
    "may administer it": ({ id }: { id: number }) =>
      server.cast.hamlet.call("PATCH /streams/{stream_id}", {
        stream_id: id,
        can_administer_channel_group: { new: { direct_members: [server.cast.cordelia.id], direct_subgroups: [] } },
      }),
    "are subscribed": ({ name }: { name: string }) =>
      server.cast.hamlet.call("POST /users/me/subscriptions", {
        subscriptions: [{ name }],
        principals: [server.cast.cordelia.id, server.cast.polonius.id],
      }),
  };
  for (const [what, reveal] of Object.entries(ways)) {
    test(`gets nothing of what a channel was called before they ${what}, from any server`, async () => {
      const { id, name, queues } = await renamed();
      await reveal({ id, name });
      await server.cast.iago.call("PATCH /streams/{stream_id}", { stream_id: id, description: "later" });
      const second = await startTestServer({ database: server.database });
      const received = await Promise.all(
        [server, second].map(({ cast }) => cast.cordelia.drain({ ...queues.cordelia })),
      );
      assert.deepEqual(received[0], received[1]);
      const [first, ...others] = received[0] ?? [];
      assert.partialDeepStrictEqual(first, { type: "stream", op: "create", streams: [{ stream_id: id, name }] });
      assert.ok(others.some(({ op, value }) => op === "update" && value === "later"));
      assert.ok(!JSON.stringify(received).includes(MARKER));
      const guests = JSON.stringify(await second.cast.polonius.drain(queues.polonius));
      assert.ok(!guests.includes(MARKER));
      await second.stop();
    });
  }

  test("gets nothing of what was removed from a message before they could read it, and everything from before they lost it", async () => {
    const { hamlet, othello, cordelia, desdemona } = server.cast;
    await desdemona.call("PATCH /realm", { message_edit_history_visibility_policy: "none" });
    const shared = { invite_only: true, history_public_to_subscribers: true };
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id], ...shared });
    const principals = { subscriptions: [channel], principals: [cordelia.id, othello.id] };
    const names = { subscriptions: [channel.name], principals: [othello.id] };
    const queues = await Promise.all(
      [cordelia, othello].map((who) => who.register({ event_types: ["update_message"] })),
    );
    const { id } = await hamlet.call("POST /messages", {
      type: "channel",
      to: channel.id,
      topic: "t",
      content: "first",
    });
    const edit = (content: string) => hamlet.call("PATCH /messages/{message_id}", { message_id: id, content });
    await edit("second");
    await hamlet.call("DELETE /users/me/subscriptions", names);
    await edit(MARKER);
    await edit("third");
    await hamlet.call("POST /users/me/subscriptions", principals);
    await edit("fourth");
    const second = await startTestServer({ database: server.database });
    for (const { cast } of [server, second]) {
      const [hers, his] = await Promise.all(
        [cast.cordelia, cast.othello].map(async (who, index) => {
          const events = await who.drain({ ...(queues[index] as TestQueue) });
          assert.ok(!JSON.stringify(events).includes(MARKER), who.name);
          return events.map((event) => event["content"]);
        }),
      );
      assert.deepEqual(hers, ["fourth"]);
      assert.deepEqual(his, ["fourth", "fourth"], "he hears of each edit, with the text that is left");
    }
    await second.stop();
    await desdemona.call("PATCH /realm", { message_edit_history_visibility_policy: "all" });
  });
});
