import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("flags", () => {
  let server: TestServer;
  let channels = 0;
  before(async () => {
    server = await startTestServer();
  });

  /** Creates a channel with hamlet and othello in it. */
  const stage = async () => {
    const { hamlet, othello } = server.cast;
    const name = `stage ${(channels += 1)}`;
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      send_new_subscription_messages: false,
      principals: [hamlet.id, othello.id],
    });
    const { streams } = await hamlet.call("GET /streams");
    return { name, id: streams.find((channel) => channel.name === name)?.stream_id as number };
  };
  const post = async (who: CastMember, channel: string, topic = "t") =>
    (await who.call("POST /messages", { type: "channel", to: channel, topic, content: "x" })).id;
  const flagsOf = async (who: CastMember, id: number) =>
    (await who.call("GET /messages/{message_id}", { message_id: id })).message.flags;
  const unreadIn = async (who: CastMember, ids: readonly number[]) => {
    const { messages } = await who.call("GET /messages", { message_ids: [...ids] });
    return messages.filter(({ flags }) => !flags.includes("read")).map(({ id }) => id);
  };

  test("a reader changes flags, and their clients get events about the messages that changed", async () => {
    const { hamlet, othello } = server.cast;
    const { name } = await stage();
    const ids = [await post(hamlet, name), await post(hamlet, name)];
    const queue = await othello.register({ event_types: ["update_message_flags"] });
    for (const flag of ["read", "starred", "collapsed"] as const) {
      const change = async (messages: number[], op: "add" | "remove") =>
        (await othello.call("POST /messages/flags", { messages, op, flag })).messages;
      assert.deepEqual(await change(ids.slice(0, 1), "add"), ids.slice(0, 1));
      assert.deepEqual(await change(ids, "add"), ids.slice(1));
      assert.ok((await flagsOf(othello, ids[1] as number)).includes(flag));
      assert.ok(!(await flagsOf(hamlet, ids[1] as number)).includes(flag));
      assert.deepEqual(await change(ids, "remove"), ids);
      assert.deepEqual(await change(ids, "remove"), []);
      const events = await othello.drain(queue);
      assert.deepEqual(
        events.map(({ op, operation, messages, all, flag: changed }) => [op, operation, messages, all, changed]),
        [
          ["add", "add", ids.slice(0, 1), false, flag],
          ["add", "add", ids.slice(1), false, flag],
          ["remove", "remove", ids, false, flag],
          ["remove", "remove", [], false, flag],
        ],
      );
    }
    for (const flag of ["mentioned", "wildcard_mentioned", "has_alert_word", "historical", "nonsense", ""]) {
      const refusal = await othello.refused("POST /messages/flags", { messages: ids, op: "add", flag: flag as never });
      assert.equal(refusal.code, "BAD_REQUEST");
    }
    const bad = await othello.refused("POST /messages/flags", { messages: ids, op: "set" as never, flag: "read" });
    assert.equal(bad.code, "BAD_REQUEST");
  });

  test("CVE-2023-42453: nobody changes flags of messages that they may not read", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "x" });
    const read = { messages: [id], op: "add" as const, flag: "read" as const };
    assert.deepEqual((await cordelia.call("POST /messages/flags", read)).messages, []);
    const absent = await cordelia.refused("POST /messages/flags", { ...read, messages: [2_000_000_000], op: "remove" });
    for (const flag of ["starred", "collapsed"] as const) {
      const refusal = await cordelia.refused("POST /messages/flags", { ...read, flag });
      assert.deepEqual(refusal.body, absent.body);
    }
    assert.deepEqual((await cordelia.refused("POST /messages/flags", { ...read, op: "remove" })).body, absent.body);
    const narrow = [{ operator: "id", operand: id }];
    const range = { anchor: "newest", num_before: 100, num_after: 0, narrow, op: "add", flag: "starred" } as const;
    assert.equal((await cordelia.call("POST /messages/flags/narrow", range)).processed_count, 0);
  });

  test("a reader who stars a message that they never received gets it as history, and as unread only if subscribed", async () => {
    const { hamlet, cordelia } = server.cast;
    const { name, id: channel } = await stage();
    const [a, b] = [await post(hamlet, name), await post(hamlet, name)];
    assert.deepEqual(await flagsOf(cordelia, a), ["read", "historical"]);
    await cordelia.call("POST /messages/flags", { messages: [a], op: "add", flag: "starred" });
    assert.deepEqual(await flagsOf(cordelia, a), ["read", "starred", "historical"]);
    const remove = { messages: [a, b], op: "remove" as const, flag: "read" as const };
    const ignored = await cordelia.call("POST /messages/flags", remove);
    assert.deepEqual(ignored.ignored_because_not_subscribed_channels, [channel]);
    assert.deepEqual(ignored.messages, []);
    await cordelia.call("POST /users/me/subscriptions", { subscriptions: [{ name }] });
    const queue = await cordelia.register();
    assert.deepEqual((await cordelia.call("POST /messages/flags", remove)).messages, [a, b]);
    assert.deepEqual(await flagsOf(cordelia, b), ["historical"]);
    const [event] = await cordelia.drain(queue);
    assert.deepEqual((event?.["message_details"] as Record<string, unknown> | undefined)?.[b], {
      type: "stream",
      stream_id: channel,
      topic: "t",
      unmuted_stream_msg: true,
    });
  });

  test("a reader who subscribed after a mention of all and marks it as unread is not mentioned, in the event or in the state", async () => {
    const { hamlet, cordelia } = server.cast;
    const { name } = await stage();
    const all = { type: "channel", to: name, topic: "t", content: "@**all** come" } as const;
    const { id: before } = await hamlet.call("POST /messages", all);
    await cordelia.call("POST /users/me/subscriptions", { subscriptions: [{ name }] });
    const { id: after } = await hamlet.call("POST /messages", all);
    const messages = [before, after];
    await cordelia.call("POST /messages/flags", { messages, op: "add", flag: "read" });
    const queue = await cordelia.register({ event_types: ["update_message_flags"] });
    await cordelia.call("POST /messages/flags", { messages, op: "remove", flag: "read" });
    const [event] = await cordelia.drain(queue);
    const details = event?.["message_details"] as Record<string, { mentioned?: boolean }>;
    const { unread_msgs: unread } = await cordelia.register({ fetch_event_types: ["message", "update_message_flags"] });
    const { mentions } = unread as { mentions: number[] };
    for (const [id, isMentioned] of [
      [before, false],
      [after, true],
    ] as const) {
      assert.deepEqual([details[id]?.mentioned ?? false, mentions.includes(id)], [isMentioned, isMentioned]);
    }
  });

  test("a reader changes flags by narrow, in parts and at once", async () => {
    const { hamlet, othello } = server.cast;
    const { name } = await stage();
    const ids: number[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(await post(hamlet, name, i % 2 === 0 ? "even" : "odd"));
    const [first, second, third, fourth, fifth, sixth] = ids as [number, number, number, number, number, number];
    const narrow = [{ operator: "channel", operand: name }];
    const mark = async (args: object) => {
      const {
        result: _,
        msg: __,
        ...response
      } = (await othello.call("POST /messages/flags/narrow", {
        ...{ anchor: "oldest", num_before: 0, num_after: 10, narrow, op: "add", flag: "read" },
        ...args,
      } as never)) as Record<string, unknown>;
      return response;
    };
    assert.deepEqual(await mark({ narrow: [...narrow, { operator: "topic", operand: "ODD" }] }), {
      processed_count: 3,
      updated_count: 3,
      first_processed_id: second,
      last_processed_id: sixth,
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [],
    });
    assert.deepEqual(await unreadIn(othello, ids), [first, third, fifth]);
    assert.deepEqual(await mark({ anchor: "first_unread", num_after: 2 }), {
      processed_count: 3,
      updated_count: 2,
      first_processed_id: first,
      last_processed_id: third,
      found_oldest: false,
      found_newest: false,
      ignored_because_not_subscribed_channels: [],
    });
    assert.deepEqual(await unreadIn(othello, ids), [fifth]);
    assert.equal((await mark({ anchor: "newest", num_before: 1000 })).updated_count, 1);
    const none = await mark({ narrow: [...narrow, { operator: "is", operand: "unread" }] });
    assert.deepEqual([none.processed_count, none.first_processed_id, none.last_processed_id], [0, null, null]);
    const around = { anchor: String(fourth), num_before: 1, num_after: 0, include_anchor: false, op: "remove" };
    assert.equal((await mark(around)).updated_count, 1);
    assert.deepEqual(await unreadIn(othello, ids), [third]);
    // Clients ask for more than the limit, and repeat the call.
    assert.equal((await mark({ anchor: "newest", num_before: 1_000_000, num_after: 1_000_000 })).processed_count, 6);
    const bad = { anchor: "oldest", narrow, op: "add", flag: "read", num_before: 1, num_after: 1 } as const;
    assert.equal(
      (await othello.refused("POST /messages/flags/narrow", { ...bad, include_anchor: false })).code,
      "BAD_REQUEST",
    );
    assert.equal(
      (await othello.refused("POST /messages/flags/narrow", { ...bad, narrow: [["with", "5"]] })).code,
      "BAD_NARROW",
    );
  });

  test("a reader marks the unread messages of a place in parts, each after the one before", async () => {
    const { hamlet, othello } = server.cast;
    const { name } = await stage();
    const ids: number[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(await post(hamlet, name, i % 2 === 0 ? "even" : "odd"));
    const unread = { operator: "is", operand: "unread" };
    const mark = async (anchor: string | number, num_after: number, place: object[], options: object = {}) => {
      const asked = { anchor, num_before: 0, num_after, narrow: [unread, ...place], op: "add", flag: "read" };
      const response = await othello.call("POST /messages/flags/narrow", { ...asked, ...options } as never);
      const { updated_count, last_processed_id, found_oldest, found_newest } = response as Record<string, unknown>;
      return [updated_count, last_processed_id, found_oldest, found_newest];
    };
    const channel = { operator: "channel", operand: name };
    const even = [channel, { operator: "topic", operand: "EVEN" }];
    assert.deepEqual(await mark(0, 2, even), [2, ids[2], true, false]);
    assert.deepEqual(
      await unreadIn(othello, ids),
      [1, 3, 4, 5].map((index) => ids[index]),
    );
    const isBehind = { include_anchor: false };
    assert.deepEqual(await mark(ids[2] as number, 2, even, isBehind), [1, ids[4], false, true]);
    assert.deepEqual(await mark(ids[1] as number, 1, [channel], isBehind), [1, ids[3], false, false]);
    assert.deepEqual(await mark(ids[5] as number, 1, [channel], isBehind), [0, null, false, true]);
    assert.deepEqual(await mark(ids[5] as number, 1, [channel]), [1, ids[5], false, true]);
    assert.deepEqual(await unreadIn(othello, ids), [ids[1]]);
    const { id: direct } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "x" });
    const withHamlet = { operator: "dm", operand: [hamlet.id] };
    assert.deepEqual((await mark("oldest", 5000, [withHamlet])).slice(1), [direct, true, true]);
    assert.deepEqual(await unreadIn(othello, [...ids, direct]), [ids[1]]);
    const both = { anchor: "oldest", num_before: 0, num_after: 5, narrow: [unread, channel, withHamlet] };
    const refused = await othello.refused("POST /messages/flags/narrow", { ...both, op: "add", flag: "read" } as never);
    assert.equal(refused.code, "BAD_NARROW");
  });

  test("a reader who sends several marks at once gets all of them", async () => {
    const { hamlet, othello } = server.cast;
    const { name } = await stage();
    const ids: number[] = [];
    for (let i = 0; i < 9; i += 1) ids.push(await post(hamlet, name));
    const mark = (messages: number[]) => othello.call("POST /messages/flags", { messages, op: "add", flag: "read" });
    const [first, second, third, fourth, fifth, ...others] = ids as [number, number, number, number, number];
    await Promise.all([mark([first]), mark([third, fifth]), mark([]), mark([second]), mark([third])]);
    assert.deepEqual(await unreadIn(othello, ids), [fourth, ...others]);
  });

  test("a reader who marks a narrow while some of its messages are deleted marks the others", async () => {
    const { desdemona, hamlet, othello } = server.cast;
    const { name } = await stage();
    const narrow = [{ operator: "channel", operand: name }];
    for (const flag of ["read", "starred", "read", "starred"] as const) {
      const [stays, goes] = [await post(hamlet, name, "t"), await post(hamlet, name, "t")];
      const range = { anchor: stays, num_before: 0, num_after: 10, narrow, op: "add", flag } as const;
      const [done] = await Promise.all([
        othello.call("POST /messages/flags/narrow", range),
        desdemona.call("DELETE /messages/{message_id}", { message_id: goes }),
      ]);
      assert.equal(done.first_processed_id, stays);
      assert.equal(done.updated_count, done.processed_count);
      const { message } = await othello.call("GET /messages/{message_id}", { message_id: stays });
      assert.ok(message.flags.includes(flag));
    }
  });

  test("a reader marks everything, a channel or a topic as read at once", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const [one, two] = [await stage(), await stage()];
    const ids = [
      await post(hamlet, one.name, "a"),
      await post(hamlet, one.name, ""),
      await post(hamlet, one.name, "B"),
    ];
    const other = await post(hamlet, two.name);
    const { id: direct } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "x" });
    const all = [...ids, other, direct];
    const markTopic = (topic_name: string) => ({ stream_id: one.id, topic_name });
    await holds(server, () => othello.call("POST /mark_topic_as_read", markTopic("b")));
    assert.deepEqual(await unreadIn(othello, all), [...ids.slice(0, 2), other, direct]);
    await othello.call("POST /mark_topic_as_read", markTopic("general chat"));
    assert.deepEqual(await unreadIn(othello, all), [ids[0], other, direct]);
    assert.equal((await othello.refused("POST /mark_topic_as_read", markTopic("none"))).code, "BAD_REQUEST");
    assert.equal((await cordelia.refused("POST /mark_topic_as_read", markTopic("a"))).code, "BAD_REQUEST");
    await holds(server, () => othello.call("POST /mark_stream_as_read", { stream_id: one.id }));
    assert.deepEqual(await unreadIn(othello, all), [other, direct]);
    assert.equal((await othello.refused("POST /mark_stream_as_read", { stream_id: 999_999 })).code, "BAD_REQUEST");
    await holds(server, async () => assert.equal((await othello.call("POST /mark_all_as_read")).complete, true));
    assert.deepEqual(await unreadIn(othello, all), []);
    const later = await post(hamlet, one.name);
    assert.deepEqual(await unreadIn(othello, [...all, later]), [later]);
  });
});
