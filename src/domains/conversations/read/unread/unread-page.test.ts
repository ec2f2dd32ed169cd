import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { REALM_ID } from "../../../../../test/harness/cast.ts";
import { countMessageReads } from "../../../../../test/harness/message-reads.ts";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { unreadMessages } from "./unread.ts";

interface Narrowed {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

suite("pages of unread messages", () => {
  let server: TestServer;
  /** Some are read, some were moved, some were added to the reader's history later. */
  before(async () => {
    server = await startTestServer();
    const { hamlet, shiva } = server.cast;
    for (const [name, principals] of [
      ["near", [hamlet.id, shiva.id]],
      ["far", [hamlet.id, shiva.id]],
      ["later", [hamlet.id]],
    ] as const) {
      await hamlet.call("POST /users/me/subscriptions", {
        subscriptions: [{ name }],
        send_new_subscription_messages: false,
        principals: [...principals],
      });
    }
    const post = async (to: string, topic: string) =>
      (await hamlet.call("POST /messages", { type: "channel", to, topic, content: "x" })).id;
    const posted: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      posted.push(await post("near", "stays"), await post("near", "goes"), await post("far", "stays"));
      posted.push(await post("later", "old"));
      posted.push((await hamlet.call("POST /messages", { type: "direct", to: [shiva.id], content: "x" })).id);
      await shiva.call("POST /messages", { type: "channel", to: "near", topic: "stays", content: "my own" });
    }
    const farId = (await hamlet.call("GET /get_stream_id", { stream: "far" })).stream_id;
    await hamlet.call("PATCH /messages/{message_id}", {
      message_id: posted[1] as number,
      stream_id: farId,
      propagate_mode: "change_all",
      send_notification_to_new_thread: false,
    });
    await shiva.call("POST /users/me/subscriptions", { subscriptions: [{ name: "later" }] });
    const old = posted.filter((_, index) => index % 5 === 3);
    await shiva.call("POST /messages/flags", { messages: old.slice(0, 2), op: "add", flag: "starred" });
    await shiva.call("POST /messages/flags", { messages: old.slice(0, 2), op: "remove", flag: "read" });
    const read = posted.filter((_, index) => index % 7 === 0 && index % 5 !== 3);
    await shiva.call("POST /messages/flags", { messages: read, op: "add", flag: "read" });
  });

  const fetch = (narrow: readonly Narrowed[], range: Readonly<Record<string, string | number>>) =>
    server.cast.shiva.call("GET /messages", { narrow: JSON.stringify(narrow), ...range } as never);

  /** The IDs of unread messages, by the flags of all that a narrow contains. */
  const unreadIn = async (narrow: readonly Narrowed[]): Promise<number[]> => {
    const { messages } = await fetch(narrow, { anchor: "oldest", num_before: 0, num_after: 1000 });
    return messages.filter(({ flags }) => !(flags as readonly string[]).includes("read")).map(({ id }) => id);
  };

  test("every page has what is next to its anchor, in every narrow", async () => {
    const narrows: (readonly Narrowed[])[] = [
      [],
      [{ operator: "channel", operand: "far" }],
      [{ operator: "channel", operand: "later" }],
      [
        { operator: "channel", operand: "far" },
        { operator: "topic", operand: "goes" },
      ],
      [{ operator: "is", operand: "dm" }],
      [{ operator: "dm-including", operand: server.cast.hamlet.id }],
      [
        { operator: "is", operand: "dm" },
        { operator: "dm", operand: [server.cast.hamlet.id] },
      ],
      [{ operator: "is", operand: "starred" }],
      [{ operator: "sender", operand: server.cast.hamlet.id }],
      [{ operator: "search", operand: "x" }],
      [
        { operator: "search", operand: "x" },
        { operator: "channel", operand: "far" },
      ],
    ];
    const all = await unreadIn([]);
    for (const narrow of narrows) {
      const ids = await unreadIn(narrow);
      assert.ok(ids.length > 0, JSON.stringify(narrow));
      const unread = [...narrow, { operator: "is", operand: "unread" }];
      for (const anchor of [0, ...all, 1_000_000]) {
        for (const [before, after] of [
          [0, 1],
          [2, 3],
          [5, 0],
        ] as const) {
          const { messages } = await fetch(unread, { anchor, num_before: before, num_after: after });
          const older = ids.filter((id) => id < anchor);
          const newer = ids.filter((id) => id > anchor);
          const expected = [
            ...older.slice(Math.max(0, older.length - before)),
            ...ids.filter((id) => id === anchor),
            ...newer.slice(0, after),
          ];
          assert.deepEqual(
            messages.map(({ id }) => id),
            expected,
            `${JSON.stringify(narrow)} ${anchor}`,
          );
        }
      }
      const first = await fetch(narrow, { anchor: "first_unread", num_before: 0, num_after: 0 });
      assert.equal(first.anchor, ids[0]);
      const others = await fetch([...narrow, { operator: "is", operand: "unread", negated: true }], {
        anchor: "oldest",
        num_before: 0,
        num_after: 1000,
      });
      const isOneUnread = others.messages.some(({ flags }) => !(flags as readonly string[]).includes("read"));
      assert.equal(isOneUnread, false, JSON.stringify(narrow));
    }
  });

  test("everything is marked as read at once", async () => {
    const { shiva } = server.cast;
    await shiva.call("POST /mark_all_as_read");
    assert.deepEqual(await unreadIn([]), []);
    assert.deepEqual(await unreadIn([{ operator: "channel", operand: "far" }]), []);
    assert.deepEqual(await unreadIn([{ operator: "channel", operand: "later" }]), []);
  });

  test("of a long gap, only the page is read", async () => {
    const { hamlet, shiva } = server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "channel", to: "near", topic: "many", content: "x" });
    const { sql } = server.database;
    const [channel] = await sql<{ id: number }[]>`
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content,
        rendered_content, sent_at, client, sender_read)
      select realm_id, 1000000 + n, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content,
        sent_at, client, sender_read
      from message, generate_series(1, 2000) n where id = ${id} returning conversation_id as id`;
    const places = { channels: [channel?.id as number], direct: [] };
    const { rows: read } = await countMessageReads(sql, async (tx) => {
      const page = { direction: "last", limit: 10 } as const;
      const rows = await tx`${unreadMessages(tx, REALM_ID, shiva.id, places, tx`m.id`, { page })}`;
      assert.ok(rows.length >= 10);
    });
    assert.ok(read >= 10 && read < 200, `${read} messages were read`);
  });

  test("of many gaps, each is read only as far as the page reaches", async () => {
    const { hamlet, shiva } = server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "direct", to: [shiva.id], content: "x" });
    const { sql } = server.database;
    const [count, each, limit, first] = [520, 50, 1000, 2_000_001];
    // Every other conversation has only few messages.
    await sql`
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content,
        rendered_content, sent_at, client, sender_read)
      select realm_id, 2000000 + n, 5000000 + n % ${count}, is_direct, sender_id, topic, topic_key, content,
        rendered_content, sent_at, client, sender_read
      from message, generate_series(1, ${count * each}::int) n where id = ${id} and (n % 2 = 0 or n % 7 = 0)`;
    await sql`analyze message`;
    const direct = Array.from({ length: count }, (_, index) => 5_000_000 + index);
    const ids = (await sql<{ id: number }[]>`select id from message where id >= ${first} order by id`).map(
      (row) => row.id,
    );
    for (const [direction, within, expected] of [
      ["first", sql`m.id >= 0`, ids.slice(0, limit)],
      ["last", sql`m.id >= 0`, ids.slice(-limit)],
      ["first", sql`m.id > ${ids[2000] as number}`, ids.slice(2001, 2001 + limit)],
      ["last", sql`m.id < ${ids[500] as number}`, ids.slice(0, 500)],
    ] as const) {
      const { rows: read } = await countMessageReads(sql, async (tx) => {
        const selection = { page: { direction, limit }, within };
        const rows = await tx<{ id: number }[]>`
          ${unreadMessages(tx, REALM_ID, shiva.id, { channels: [], direct }, tx`m.id`, selection)}`;
        const sorted = rows.map((row) => row.id).sort((a, b) => a - b);
        assert.deepEqual(direction === "first" ? sorted.slice(0, limit) : sorted.slice(-limit), expected);
      });
      assert.ok(read < ids.length * 0.75, `${read} of ${ids.length} messages were read: ${direction}, ${expected[0]}`);
    }
  });
});
