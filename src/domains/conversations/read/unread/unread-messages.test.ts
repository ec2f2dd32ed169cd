import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../../../test/harness/server.ts";

interface Unread {
  readonly count: number;
  readonly streams: readonly { readonly topic: string; readonly unread_message_ids: readonly number[] }[];
  readonly mentions: readonly number[];
  readonly old_unreads_missing: boolean;
}

suite("unread messages in register", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    const { hamlet, shiva } = server.cast;
    const principals = [hamlet.id, shiva.id];
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "flood" }],
      send_new_subscription_messages: false,
      principals,
    });
  });

  const post = async (who: CastMember, topic: string, content = "x") =>
    (await who.call("POST /messages", { type: "channel", to: "flood", topic, content })).id;
  const unread = async (who: CastMember) => {
    const { unread_msgs } = await who.register({ fetch_event_types: ["message", "update_message_flags"] });
    return unread_msgs as Unread;
  };
  /** Inserts copies of a message, with IDs from one million on. */
  const copy = (id: number, from: number, count: number) => server.database.sql`
    insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content, sent_at,
      client, sender_read)
    select realm_id, 1000000 + ${from}::int + n, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content,
      sent_at, client, sender_read
    from message, generate_series(1, ${count}::int) n where id = ${id}`;

  test("a reader gets a topic once under all its spellings, with that of the oldest message, and the mentions in it", async () => {
    const { hamlet, shiva } = server.cast;
    const ids = [
      await post(hamlet, "Rain"),
      await post(hamlet, "rAIN", "@**all** come"),
      await post(hamlet, "Rain", `@**${shiva.name}** come`),
      await post(hamlet, "rAIN"),
    ];
    const { streams, mentions } = await unread(shiva);
    const flood = streams.filter(({ topic }) => topic.toLowerCase() === "rain");
    assert.deepEqual(
      flood.map(({ topic, unread_message_ids }) => [topic, unread_message_ids]),
      [["Rain", ids]],
    );
    assert.deepEqual(mentions, ids.slice(1, 3));
  });

  test("a reader with very many unread messages gets the newest, and the fact that there are others", async () => {
    const { hamlet, shiva } = server.cast;
    const [odd, even] = [await post(hamlet, "odd"), await post(hamlet, "even")];
    const before = await unread(shiva);
    assert.equal(before.old_unreads_missing, false);
    const newest = async (first: number, last: number) => {
      const { count, streams, mentions, old_unreads_missing } = await unread(shiva);
      assert.equal(old_unreads_missing, true);
      assert.equal(count, 50_000);
      const shown = streams.flatMap(({ unread_message_ids }) => unread_message_ids).sort((a, b) => a - b);
      assert.deepEqual([shown.length, shown[0], shown.at(-1)], [50_000, first, last]);
      assert.deepEqual(mentions, []);
    };
    await copy(odd, 0, 30_000);
    await copy(even, 30_000, 20_000);
    await newest(1_000_001, 1_050_000);
    await copy(odd, 50_000, 51_000);
    await newest(1_051_001, 1_101_000);
    // Most of the unread messages are far from the newest message.
    await copy(even, 2_000_000, 1);
    await newest(1_051_002, 3_000_001);
  });
});
