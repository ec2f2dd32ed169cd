import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { before, suite, test } from "node:test";
import type { TestQueue } from "../harness/checked-client.ts";
import { untilParked } from "../harness/parked.ts";
import { basic } from "../harness/raw.ts";
import { until } from "../harness/until.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

suite("event queues", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const say = (who: CastMember, content: string) =>
    who.call("POST /messages", { type: "channel", to: "general", topic: "castle", content });
  const poll = async (who: CastMember, queue: TestQueue) => {
    const { events } = await who.call("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    return events;
  };
  const parked = (count: number) => untilParked(server.url, count);

  test("a poll is parked until there is an event", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message"] });
    const waiting = poll(othello, queue);
    await parked(1);
    const { id } = await say(hamlet, "now");
    const [event] = await waiting;
    assert.partialDeepStrictEqual(event, { type: "message", message: { id, content: "now" }, flags: [] });
  });

  test("an event that is still being stored reaches nobody", async () => {
    const { hamlet, othello } = server.cast;
    const { sql } = server.database;
    const queue = await othello.register({ event_types: ["message"] });
    await say(hamlet, "so that the server knows the head");
    await othello.drain(queue);
    const waiting = poll(othello, queue);
    await parked(1);
    let sent: ReturnType<typeof say> | undefined;
    await sql.begin(async (holder) => {
      await holder`select position from realm_head for update`;
      sent = say(hamlet, "on its way");
      const storing = () => sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'with moved%'`;
      await until(storing, ({ length }) => length === 1);
      await parked(1);
    });
    const { id } = await (sent as ReturnType<typeof say>);
    const [event] = await waiting;
    assert.partialDeepStrictEqual(event, { type: "message", message: { id } });
  });

  test("a client says for how long its queue may be idle, and is told for how long it is kept", async () => {
    const { hamlet } = server.cast;
    const kept = async (idle_queue_timeout?: number | "mobile") =>
      (await hamlet.register({ event_types: [], ...(idle_queue_timeout !== undefined && { idle_queue_timeout }) }))[
        "idle_queue_timeout_secs"
      ];
    const week = 7 * 86_400;
    assert.deepEqual([await kept(), await kept(600), await kept(10 * week)], [86_400, 600, week]);
    assert.equal(await kept("mobile"), week);
    const refused = await hamlet.refused("POST /register", { idle_queue_timeout: "for ever" as never });
    assert.equal(refused.code, "BAD_REQUEST");
  });

  test("events that were not acknowledged are delivered again, and acknowledged ones are not", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message"] });
    await say(hamlet, "one");
    const [first] = await poll(othello, queue);
    assert.deepEqual(await poll(othello, queue), [first]);
    await say(hamlet, "two");
    const both = await poll(othello, queue);
    assert.equal(both.length, 2);
    queue.last_event_id = first?.id ?? 0;
    assert.deepEqual(await poll(othello, queue), both.slice(1));
  });

  test("events from before the registration of a queue are not in it, whatever its client says", async () => {
    const { hamlet, othello } = server.cast;
    await say(hamlet, "before");
    const { queue_id } = await othello.register({ event_types: ["message"] });
    assert.deepEqual(await othello.drain({ queue_id, last_event_id: -1 }), []);
    const { id } = await say(hamlet, "after");
    for (const last_event_id of [-1, 0, 1024]) {
      const events = await othello.drain({ queue_id, last_event_id });
      assert.partialDeepStrictEqual(events, [{ message: { id } }]);
      assert.equal(events.length, 1);
    }
  });

  test("a second poll of a queue ends the first without events", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message"] });
    const first = poll(othello, queue);
    await parked(1);
    const second = poll(othello, queue);
    assert.deepEqual(await first, []);
    await say(hamlet, "for the second");
    assert.equal((await second).length, 1);
  });

  test("a poll that may not block is answered at once", async () => {
    const queue = await server.cast.othello.register({ event_types: ["message"] });
    assert.deepEqual(await server.cast.othello.drain(queue), []);
  });

  test("a poll without a queue registers one, whatever it says about blocking", async () => {
    const { hamlet, othello } = server.cast;
    const made = await othello.call("GET /events", { event_types: ["message"], apply_markdown: true });
    assert.deepEqual(made.events, []);
    await say(hamlet, "*hello*");
    const { events } = await othello.call("GET /events", {
      queue_id: made.queue_id,
      last_event_id: -1,
      dont_block: true,
    });
    assert.equal(events.length, 1, "and what was said before is no part of it");
    assert.partialDeepStrictEqual(events, [
      { message: { content: "<p><em>hello</em></p>", content_type: "text/html" } },
    ]);
  });

  test("a queue that is unknown, deleted or another user's is refused by its name", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: [] });
    const refusal = async (who: CastMember, queue_id: string) => {
      const { status, code, body } = await who.refused("GET /events", { queue_id, last_event_id: 0, dont_block: true });
      assert.deepEqual([status, code, body["queue_id"]], [400, "BAD_EVENT_QUEUE_ID", queue_id]);
      return JSON.stringify(body).replaceAll(queue_id, "ID");
    };
    const absent = await refusal(hamlet, "00000000-0000-4000-8000-000000000000");
    assert.equal(await refusal(hamlet, queue.queue_id), absent, "absent and forbidden look the same");
    assert.equal(await refusal(hamlet, "'; drop table event_queue; --"), absent);
    assert.equal((await hamlet.refused("DELETE /events", { queue_id: queue.queue_id })).code, "BAD_EVENT_QUEUE_ID");
    const waiting = poll(othello, queue);
    await parked(1);
    await othello.call("DELETE /events", { queue_id: queue.queue_id });
    assert.deepEqual(await waiting, [], "a poll that waits is ended");
    assert.equal(await refusal(othello, queue.queue_id), absent);
    assert.equal((await othello.refused("DELETE /events")).code, "REQUEST_VARIABLE_MISSING");
  });

  test("an acknowledgement of an event that never existed is refused", async () => {
    const { othello } = server.cast;
    const { queue_id } = await othello.register({ event_types: [] });
    assert.equal(
      (await othello.refused("GET /events", { queue_id, last_event_id: 10 ** 12 })).code,
      "BAD_EVENT_QUEUE_ID",
    );
  });

  test("a client that acknowledges nothing gets all that a queue holds, again and again", async () => {
    const { hamlet, othello } = server.cast;
    await say(hamlet, "before");
    const { queue_id } = await othello.register({ event_types: ["message"] });
    const [one, two] = [await say(hamlet, "one"), await say(hamlet, "two")];
    for (let time = 0; time < 2; time += 1) {
      const { events } = await othello.call("GET /events", { queue_id });
      assert.partialDeepStrictEqual(events, [{ message: { id: one.id } }, { message: { id: two.id } }]);
      assert.equal(events.length, 2);
    }
    const empty = await othello.register({ event_types: ["message"] });
    const waiting = othello.call("GET /events", { queue_id: empty.queue_id });
    await parked(1);
    await say(hamlet, "three");
    assert.equal((await waiting).events.length, 1, "and waits while there is nothing");
  });

  test("a queue receives only the types it asked for, in the form it asked for", async () => {
    const { hamlet, othello } = server.cast;
    const plain = await othello.register({ event_types: ["message"] });
    const html = await othello.register({
      event_types: ["message"],
      apply_markdown: true,
      client_capabilities: { notification_settings_null: false, empty_topic_name: true },
    });
    const nothing = await othello.register({ event_types: [] });
    await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "", content: "**bold**" });
    assert.partialDeepStrictEqual(await othello.drain(plain), [
      { message: { content: "**bold**", subject: "general chat" } },
    ]);
    assert.partialDeepStrictEqual(await othello.drain(html), [
      { message: { content: "<p><strong>bold</strong></p>", subject: "" } },
    ]);
    assert.deepEqual(await othello.drain(nothing), []);
  });

  test("a narrow lets only matching messages through, and adds none", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "Denmark" }] });
    const castle = await othello.register({
      event_types: ["message"],
      narrow: [
        ["channel", "General"],
        ["topic", "castle"],
      ],
    });
    const denmark = await othello.register({ event_types: ["message"], narrow: [["stream", "Denmark"]] });
    await say(hamlet, "in");
    await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "other", content: "out" });
    await hamlet.call("POST /messages", { type: "channel", to: "Denmark", topic: "castle", content: "not subscribed" });
    const general = await othello.register({ event_types: ["message"], narrow: [["topic", "general chat"]] });
    await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "", content: "without a topic" });
    assert.deepEqual((await othello.drain(castle)).length, 1);
    assert.deepEqual((await othello.drain(general)).length, 1);
    assert.deepEqual(await othello.drain(denmark), []);
    assert.equal((await cordelia.refused("POST /register", { narrow: [["search", "x"]] })).code, "BAD_REQUEST");
    assert.equal((await cordelia.refused("POST /register", { narrow: [["is", "followed"]] })).code, "BAD_REQUEST");
  });

  test("GHSA-5r8f-gq2h-fcgp: all public channels are for members, never for guests", async () => {
    const { hamlet, othello, polonius } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "Norway" }] });
    const queue = await othello.register({ event_types: ["message"], all_public_streams: true });
    await hamlet.call("POST /messages", { type: "channel", to: "Norway", topic: "x", content: "public" });
    assert.partialDeepStrictEqual(await othello.drain(queue), [{ message: { content: "public" }, flags: [] }]);
    assert.equal((await polonius.refused("POST /register", { all_public_streams: true })).code, "BAD_REQUEST");
  });

  test("the sender's own queue gets back the local ID of the message", async () => {
    const { hamlet } = server.cast;
    const [own, other] = [
      await hamlet.register({ event_types: ["message"] }),
      await hamlet.register({ event_types: ["message"] }),
    ];
    await hamlet.call("POST /messages", {
      ...{ type: "channel", to: "general", topic: "castle", content: "echo" },
      queue_id: own.queue_id,
      local_id: "my 1",
    });
    assert.equal((await hamlet.drain(own))[0]?.["local_message_id"], "my 1");
    assert.equal((await hamlet.drain(other))[0]?.["local_message_id"], undefined);
  });

  test("CVE-2024-4183: a user has a limited number of queues: the one that was idle longest is removed", async () => {
    const { cordelia, othello } = server.cast;
    const kept = await othello.register({ event_types: ["message"] });
    const first = await cordelia.register({ event_types: ["message"] });
    const MAX_COUNT = 200;
    for (let i = 0; i < MAX_COUNT; i += 1) await cordelia.register({ event_types: ["message"], fetch_event_types: [] });
    const [row] = await server.database.sql<{ count: number }[]>`
      select count(*) from event_queue where user_id = ${cordelia.id}`;
    assert.equal(row?.count, MAX_COUNT);
    const { queue_id, last_event_id } = first;
    const refusal = await cordelia.refused("GET /events", { queue_id, last_event_id, dont_block: true });
    assert.equal(refusal.code, "BAD_EVENT_QUEUE_ID");
    assert.deepEqual(await othello.drain(kept), [], "others keep theirs");
  });

  test("CVE-2024-52815: a malformed log entry is skipped, and those after it are delivered", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register();
    const parkedPoll = poll(othello, queue);
    await parked(1);
    const everyone = { to: "everyone" };
    const poison: [change: object | null, event: object | null, audience: object | null][] = [
      [null, { type: "message" }, everyone],
      [null, { type: "message", stored: { senderId: "x" } }, everyone],
      [null, { type: "subscription", op: "add" }, everyone],
      [null, { type: "no such thing" }, everyone],
      [null, { type: "message", stored: null }, { to: "no such people" }],
      [{ kind: "no such change" }, null, null],
      [{ kind: "user_changed", id: "x" }, null, null],
    ];
    for (const [change, event, audience] of poison) {
      await server.database.sql.begin(async (sql) => {
        const [head] = await sql<
          { position: number }[]
        >`update realm_head set position = position + 1 returning position`;
        const text = (value: object | null) => (value === null ? null : JSON.stringify(value));
        await sql`
          insert into event_log (realm_id, position, created_at, change, event, audience)
          values (1, ${head?.position ?? 0}, now(), ${text(change)}::text::json, ${text(event)}::text::json, ${text(audience)}::text::json)`;
      });
    }
    const { id } = await say(hamlet, "behind it");
    const isMessage = ({ type, message }: { type: string; message?: unknown }) =>
      type === "message" && (message as { id: number }).id === id;
    const events = [...(await parkedPoll), ...(await othello.drain(queue))];
    assert.ok(events.some(isMessage));
    await othello.register();
  });

  test("one answer has what is read from the log and what memory holds", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["message"] });
    await say(hamlet, "before the other server");
    const second = await startTestServer({ database: server.database });
    const contents = async () =>
      (await poll(second.cast.othello, queue)).flatMap((event) =>
        event.type === "message" ? [event.message.content] : [],
      );
    assert.deepEqual(await contents(), ["before the other server"]);
    await say(second.cast.hamlet, "while it is there");
    assert.deepEqual(await contents(), ["before the other server", "while it is there"]);
    await second.stop();
  });

  test("abandoned polls leave nothing in memory", async () => {
    const { othello } = server.cast;
    const sockets = [];
    for (let i = 0; i < 50; i += 1) {
      const { queue_id, last_event_id } = await othello.register({ event_types: [] });
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      await once(socket, "connect");
      socket.write(
        `GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1\r\nHost: localhost\r\n` +
          `Authorization: ${basic(othello.email, othello.apiKey)}\r\n\r\n`,
      );
      sockets.push(socket);
    }
    await parked(50);
    for (const socket of sockets) socket.resetAndDestroy();
    await parked(0);
  });
});
