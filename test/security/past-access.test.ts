import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { eraseExpiredMessages } from "#domains/conversations/edit/retention.ts";
import { createChannel, type MadeChannel } from "../harness/channels.ts";
import type { TestQueue } from "../harness/checked-client.ts";
import { openTestRealm } from "../harness/realm.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

/**
 * Events are delivered to users who could see them when they happened and still may, without deleted or replaced text.
 */
suite("a late reader", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  let secrets = 0;
  const newSecret = () => `arras${(secrets += 1)}x`;

  const say = (who: CastMember, { id: to }: MadeChannel, content: string) =>
    who.call("POST /messages", { type: "channel", to, topic: "plot", content });
  const erase = (who: CastMember, id: number) => who.call("DELETE /messages/{message_id}", { message_id: id });
  const edit = (who: CastMember, id: number, content: string) =>
    who.call("PATCH /messages/{message_id}", { message_id: id, content });
  const change = ({ id }: MadeChannel, settings: object) =>
    server.cast.desdemona.call("PATCH /streams/{stream_id}", { stream_id: id, ...settings });
  const setRole = ({ id: user_id }: CastMember, role: 400 | 600) =>
    server.cast.desdemona.call("PATCH /users/{user_id}", { user_id, role });
  const showHistory = (policy: "all" | "none") =>
    server.cast.desdemona.call("PATCH /realm", { message_edit_history_visibility_policy: policy });

  /**
   * All events of a queue from its beginning, from the server that has them in memory and from one that has just
   * started.
   */
  async function everything(who: CastMember, queue: TestQueue): Promise<string> {
    const second = await startTestServer({ database: server.database });
    const [here, there] = await Promise.all(
      [server, second].map(({ cast }) => cast[who.name].drain({ ...queue, last_event_id: queue.last_event_id })),
    );
    await second.stop();
    assert.deepEqual(here, there);
    return JSON.stringify(here);
  }

  const closed = (people: readonly CastMember[], settings: object = {}) =>
    createChannel(server.cast.desdemona, {
      ...{ subscribers: [server.cast.desdemona.id, ...people.map(({ id }) => id)], invite_only: true },
      ...settings,
    });

  test("of all public channels gets nothing of what was deleted or replaced while a channel was private", async () => {
    const { hamlet, cordelia } = server.cast;
    const [deleted, replaced, kept] = [newSecret(), newSecret(), newSecret()];
    await showHistory("none");
    const channel = await closed([hamlet]);
    const queue = await cordelia.register({ event_types: ["message", "update_message"], all_public_streams: true });
    await erase(hamlet, (await say(hamlet, channel, deleted)).id);
    await edit(hamlet, (await say(hamlet, channel, replaced)).id, kept);
    await change(channel, { is_private: false });
    await say(hamlet, channel, "in the open");
    const received = await everything(cordelia, queue);
    for (const secret of [deleted, replaced, kept]) assert.ok(!received.includes(secret), secret);
    assert.ok(received.includes("in the open"));
    await showHistory("all");
  });

  test("who joined a protected history gets no edits of messages from before, though it is public now", async () => {
    const { hamlet, othello } = server.cast;
    const [first, second] = [newSecret(), newSecret()];
    const channel = await closed([hamlet], { history_public_to_subscribers: false });
    const { id } = await say(hamlet, channel, first);
    const { id: other } = await say(hamlet, channel, newSecret());
    await server.cast.desdemona.call("POST /users/me/subscriptions", {
      ...{ subscriptions: [channel], principals: [othello.id] },
    });
    const queue = await othello.register({ event_types: ["update_message", "delete_message"] });
    await edit(hamlet, id, second);
    await erase(hamlet, id);
    await change(channel, { history_public_to_subscribers: true });
    await edit(hamlet, other, "open now");
    const received = await everything(othello, queue);
    assert.ok(!received.includes(first) && !received.includes(second));
    assert.ok(received.includes("open now"));
  });

  test("who was a guest in between gets nothing of what happened where guests are not", async () => {
    const { hamlet, cordelia } = server.cast;
    const [deleted, left] = [newSecret(), newSecret()];
    const channel = await createChannel(hamlet);
    const queue = await cordelia.register({ event_types: ["message"], all_public_streams: true });
    await setRole(cordelia, 600);
    await erase(hamlet, (await say(hamlet, channel, deleted)).id);
    await say(hamlet, channel, left);
    await setRole(cordelia, 400);
    await say(hamlet, channel, "after");
    const received = await everything(cordelia, queue);
    assert.ok(!received.includes(deleted) && !received.includes(left));
    assert.ok(received.includes("after"));
  });

  test("does not get the old name of a channel from which a message was moved to them, though they know it now", async () => {
    const { desdemona, othello } = server.cast;
    const name = newSecret();
    const [source, target] = [await closed([], { name }), await closed([othello])];
    const queue = await othello.register({ event_types: ["update_message"] });
    const { id } = await say(desdemona, source, "on the move");
    await desdemona.call("PATCH /messages/{message_id}", {
      ...{ message_id: id, stream_id: target.id, send_notification_to_new_thread: false },
    });
    await change(source, { new_name: "harmless" });
    await change(source, { is_private: false });
    const received = await everything(othello, queue);
    assert.ok(received.includes(String(id)) && !received.includes(name));
  });

  /** A message moves from a channel that both are in to one that only the administrator is in. */
  async function moveWhile(
    reader: CastMember,
    before: object,
    after: (target: MadeChannel, source: MadeChannel) => Promise<unknown>,
  ): Promise<string> {
    const { desdemona } = server.cast;
    const [source, target] = [await closed([reader]), await closed([], before)];
    const { id } = await say(desdemona, source, "on the move");
    const queue = await reader.register({ event_types: ["update_message", "delete_message"] });
    await desdemona.call("PATCH /messages/{message_id}", {
      ...{ message_id: id, stream_id: target.id, send_notification_to_new_thread: false },
    });
    await after(target, source);
    return everything(reader, queue);
  }

  test("loses a message that moved to a public channel which has become private since", async () => {
    const received = await moveWhile(server.cast.hamlet, { invite_only: false }, (target) =>
      change(target, { is_private: true }),
    );
    assert.match(received, /"delete_message"/);
    assert.doesNotMatch(received, /"update_message"/);
  });

  test("loses a message that moved to a private channel, though it has become public since", async () => {
    const received = await moveWhile(server.cast.hamlet, {}, (target) => change(target, { is_private: false }));
    assert.match(received, /"delete_message"/);
    assert.doesNotMatch(received, /"update_message"/);
  });

  test("loses a message that moved out of a channel which they have lost since", async () => {
    const { desdemona, hamlet } = server.cast;
    for (const before of [{ invite_only: false }, {}]) {
      const received = await moveWhile(hamlet, before, (_, { name }) =>
        desdemona.call("DELETE /users/me/subscriptions", { subscriptions: [name], principals: [hamlet.id] }),
      );
      assert.match(received, /"delete_message"/);
      assert.doesNotMatch(received, /"update_message"/);
    }
  });

  test("is told of messages that were deleted while they had them, though they have lost the channel since", async () => {
    const { desdemona, hamlet, othello } = server.cast;
    const channel = await closed([hamlet]);
    const { id: had } = await say(desdemona, channel, "soon gone");
    const [own, other] = await Promise.all(
      [hamlet, othello].map((who) => who.register({ event_types: ["delete_message"] })),
    );
    const leave = { subscriptions: [channel.name], principals: [hamlet.id] };
    await erase(desdemona, had);
    await desdemona.call("DELETE /users/me/subscriptions", leave);
    const { id: missed } = await say(desdemona, channel, "never had");
    await erase(desdemona, missed);
    const received = await everything(hamlet, own as TestQueue);
    assert.ok(received.includes(`"message_id":${had}`) && !received.includes(`"message_id":${missed}`), received);
    assert.equal(await everything(othello, other as TestQueue), "[]");
  });

  test("gets no deleted text, from any position, and still gets the deletion", async () => {
    const { hamlet, othello } = server.cast;
    const secret = newSecret();
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    const types = ["message", "update_message", "submessage", "delete_message"];
    const capable = { bulk_message_deletion: true, notification_settings_null: true };
    const queue = await othello.register({ event_types: types, client_capabilities: capable });
    const { id } = await say(hamlet, channel, `/poll ${secret}\nyes`);
    await hamlet.call("POST /submessage", {
      message_id: id,
      msg_type: "widget",
      content: JSON.stringify({ type: "new_option", idx: 1, option: secret }),
    });
    const { id: letter } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: secret });
    await edit(hamlet, letter, `again ${secret}`);
    assert.ok((await everything(othello, queue)).includes(secret), "it was theirs before");
    await Promise.all([id, letter].map((messageId) => erase(hamlet, messageId)));
    const received = await everything(othello, queue);
    assert.ok(!received.includes(secret));
    assert.ok(received.includes(`"message_ids":[${id}]`) && received.includes(`"message_ids":[${letter}]`));
  });

  test("gets no replaced text where the organization shows none, not even from an edit that is delivered at once", async () => {
    const { hamlet, othello } = server.cast;
    const secret = newSecret();
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    const queue = await othello.register({ event_types: ["message", "update_message"] });
    const { id } = await say(hamlet, channel, secret);
    await edit(hamlet, id, "second");
    assert.ok((await everything(othello, queue)).includes(secret), "its history shows it");
    await showHistory("none");
    const parked = othello.call("GET /events", queue);
    const [first] = (await parked).events as unknown as { type: string; message: { content: string } }[];
    assert.equal(first?.message.content, "second");
    const waiting = await othello.register({ event_types: ["update_message"] });
    const next = othello.call("GET /events", waiting);
    await edit(hamlet, id, "third");
    assert.ok(!JSON.stringify(await next).includes("second"));
    const received = await everything(othello, queue);
    assert.ok(!received.includes(secret) && !received.includes("second") && received.includes("third"));
    await showHistory("all");
  });

  test("gets nothing of messages whose retention period is over", async () => {
    const { hamlet, othello } = server.cast;
    const secret = newSecret();
    const channel = await createChannel(hamlet, { subscribers: [hamlet.id, othello.id] });
    const queue = await othello.register({ event_types: ["message"] });
    const { id } = await say(hamlet, channel, secret);
    await server.database.sql`update message set sent_at = now() - interval '3 days' where id = ${id}`;
    await change(channel, { message_retention_days: 2 });
    const { realm, db } = await openTestRealm(server.database);
    await eraseExpiredMessages(realm);
    await db.close();
    // A read makes the model of this process contain everything before.
    await othello.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
    assert.ok(!(await everything(othello, queue)).includes(secret));
  });

  test("who follows a topic does not get its new name, once they may not read its messages", async () => {
    const { desdemona, othello } = server.cast;
    const secret = newSecret();
    const channel = await createChannel(desdemona);
    const { id } = await say(desdemona, channel, "before");
    await othello.call("POST /user_topics", { stream_id: channel.id, topic: "plot", visibility_policy: 3 });
    await othello.call("POST /users/me/subscriptions", { subscriptions: [channel] });
    await change(channel, { is_private: true, history_public_to_subscribers: false });
    await othello.refused("GET /messages/{message_id}", { message_id: id });
    const queue = await othello.register({ event_types: ["user_topic", "muted_topics"] });
    await desdemona.call("PATCH /messages/{message_id}", {
      ...{ message_id: id, topic: secret, propagate_mode: "change_all", send_notification_to_new_thread: false },
    });
    const received = await everything(othello, queue);
    assert.ok(received.includes("plot") && !received.includes(secret));
  });

  test("who followed a topic has no new name of it from the time in which their account was deactivated", async () => {
    const { desdemona, shiva } = server.cast;
    const secret = newSecret();
    const channel = await createChannel(desdemona);
    const { id } = await say(desdemona, channel, "before");
    await shiva.call("POST /user_topics", { stream_id: channel.id, topic: "plot", visibility_policy: 3 });
    await desdemona.call("DELETE /users/{user_id}", { user_id: shiva.id });
    await desdemona.call("PATCH /messages/{message_id}", {
      ...{ message_id: id, topic: secret, propagate_mode: "change_all", send_notification_to_new_thread: false },
    });
    await change(channel, { is_private: true });
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: shiva.id });
    await shiva.refused("GET /messages/{message_id}", { message_id: id });
    const { user_topics } = await shiva.register({ fetch_event_types: ["user_topic"] });
    assert.ok(!JSON.stringify(user_topics).includes(secret));
  });

  test("gets the name that a channel has now, and none that it had while they could not see it", async () => {
    const { desdemona, hamlet, iago } = server.cast;
    const [between, now] = [newSecret(), newSecret()];
    const channel = await closed([hamlet, iago]);
    const queues = [
      await hamlet.register({ event_types: ["message"] }),
      await iago.register({ event_types: ["message"] }),
    ];
    await say(desdemona, channel, "hello");
    const principals = [hamlet.id];
    await desdemona.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals });
    await change(channel, { new_name: between });
    assert.ok(JSON.stringify(await iago.drain(queues[1] as TestQueue)).includes(between));
    await change(channel, { new_name: now });
    await desdemona.call("POST /users/me/subscriptions", { subscriptions: [{ name: now }], principals });
    const received = await everything(hamlet, queues[0] as TestQueue);
    assert.ok(received.includes("hello") && received.includes(now));
    assert.ok(!received.includes(between));
  });

  test("gets no topic of a message that they never had, because of one in it that has moved out of sight", async () => {
    const { desdemona, othello } = server.cast;
    const secret = newSecret();
    const [channel, hidden] = [await closed([], { history_public_to_subscribers: false }), await closed([])];
    const early = await say(desdemona, channel, "before they came");
    await desdemona.call("POST /users/me/subscriptions", {
      ...{ subscriptions: [{ name: channel.name }], principals: [othello.id] },
    });
    const queue = await othello.register({ event_types: ["message", "update_message", "delete_message"] });
    const quietly = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
    const { id: theirs } = await say(desdemona, channel, "while they were there");
    for (const topic of [secret, "public"]) {
      const args = { message_id: early.id, topic, propagate_mode: "change_all", ...quietly } as const;
      await desdemona.call("PATCH /messages/{message_id}", args);
    }
    assert.ok((await everything(othello, queue)).includes(secret), "as long as they have the message");
    await desdemona.call("PATCH /messages/{message_id}", { message_id: theirs, stream_id: hidden.id, ...quietly });
    const received = await everything(othello, queue);
    assert.ok(!received.includes(secret));
    assert.ok(received.includes("delete_message"), "and the message is gone for them");
  });

  test("gets no typing notice from before they joined a channel", async () => {
    const { hamlet, othello } = server.cast;
    const channel = await closed([hamlet]);
    const capable = { stream_typing_notifications: true, notification_settings_null: true };
    const queue = await othello.register({ event_types: ["typing"], client_capabilities: capable });
    const type = (topic: string) =>
      hamlet.call("POST /typing", { type: "channel", op: "start", stream_id: channel.id, topic });
    await type("before");
    await server.cast.desdemona.call("POST /users/me/subscriptions", {
      ...{ subscriptions: [channel], principals: [othello.id] },
    });
    await type("after");
    const topics = (await othello.drain(queue)).map(({ topic }) => topic);
    assert.deepEqual(topics, ["after"]);
  });

  test("whose account was deactivated in between must register again", async () => {
    const { desdemona, shiva } = server.cast;
    const queue = await shiva.register({ event_types: ["message"] });
    await shiva.drain(queue);
    const second = await startTestServer({ database: server.database });
    await second.cast.shiva.drain({ ...queue });
    await desdemona.call("DELETE /users/{user_id}", { user_id: shiva.id });
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: shiva.id });
    await second.cast.desdemona.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
    for (const { cast } of [server, second]) {
      const refusal = await cast.shiva.refused("GET /events", { ...queue, dont_block: true });
      assert.equal(refusal.code, "BAD_EVENT_QUEUE_ID");
    }
    await second.stop();
  });
});
