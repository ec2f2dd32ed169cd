import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type CastMember, startTestServer, type TestServer } from "../../../../../test/harness/server.ts";

interface Narrowed {
  readonly operator: string;
  readonly operand: string;
  readonly negated?: boolean;
}

/** Between these IDs there are no messages, so that most pages do not find all of theirs next to their anchor. */
const FAR = [1_000_000, 2_000_000, 3_000_000];

const ANCHORS = ["newest", "oldest", "first_unread", 1, 500_000, 1_500_000, 2_500_000, 9_000_000] as const;

suite("pages of a reader who receives little", () => {
  let server: TestServer;
  const ids: number[] = [];

  const post = async (who: CastMember, to: string, topic = "x") => {
    const content = ids.length % 3 === 0 ? "https://example.com" : "x";
    const sent = { type: "channel", to, topic, content, read_by_sender: true } as const;
    const { id } = await who.call("POST /messages", sent);
    ids.push(id);
    return id;
  };
  const subscribe = (who: CastMember, name: string, principals: readonly CastMember[], rules: object = {}) =>
    who.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      principals: principals.map(({ id }) => id),
      send_new_subscription_messages: false,
      ...rules,
    });
  const move = async (who: CastMember, id: number, to: string) => {
    const { stream_id } = await who.call("GET /get_stream_id", { stream: to });
    await who.call("PATCH /messages/{message_id}", {
      message_id: id,
      stream_id,
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
  };
  /** The next message gets an ID that is far from all others. */
  const skipTo = async (id: number) => {
    const { database } = server;
    await server.stop();
    await database.sql`update realm_head set last_message_id = ${id}`;
    server = await startTestServer({ database });
  };

  before(async () => {
    server = await startTestServer();
    {
      const { hamlet, iago, shiva } = server.cast;
      for (const name of ["near", "far", "left"]) await subscribe(hamlet, name, [hamlet, shiva]);
      await subscribe(iago, "later", [hamlet, iago]);
      await subscribe(iago, "closed", [iago, hamlet], { invite_only: true, history_public_to_subscribers: false });
      await subscribe(iago, "others", [iago, hamlet]);
      for (const name of ["near", "far", "left", "later", "closed", "others"]) {
        for (const topic of ["stays", "goes", "kept", "resolved", "✔ done"]) await post(hamlet, name, topic);
      }
      ids.push((await hamlet.call("POST /messages", { type: "direct", to: [shiva.id], content: "x" })).id);
      const kept = ids[17] as number;
      await shiva.call("POST /messages/flags", { messages: [kept], op: "add", flag: "starred" });
      await shiva.call("DELETE /users/me/subscriptions", { subscriptions: ["left"] });
      await post(hamlet, "left");
    }
    await skipTo(FAR[0] as number);
    {
      const { iago, hamlet, shiva } = server.cast;
      await subscribe(shiva, "later", [shiva]);
      await subscribe(iago, "closed", [shiva], { invite_only: true });
      for (const name of ["near", "later", "closed", "others"]) await post(hamlet, name);
      await post(shiva, "far", "my own");
      await move(iago, ids[1] as number, "far");
      await move(iago, ids[0] as number, "later");
      await move(iago, ids[16] as number, "closed");
      await move(iago, ids[26] as number, "later");
      await move(iago, ids[6] as number, "others");
      await shiva.call("POST /messages/flags", { messages: ids.slice(0, 3), op: "add", flag: "read" });
      const { stream_id } = await shiva.call("GET /get_stream_id", { stream: "near" });
      await shiva.call("POST /user_topics", { stream_id, topic: "kept", visibility_policy: 1 });
      await shiva.call("POST /user_topics", { stream_id, topic: "x", visibility_policy: 3 });
    }
    await skipTo(FAR[1] as number);
    await post(server.cast.hamlet, "near");
    await post(server.cast.hamlet, "others");
    await skipTo(FAR[2] as number);
    await post(server.cast.hamlet, "others");
  });

  const NARROWS: (readonly Narrowed[])[] = [
    [],
    [{ operator: "in", operand: "home" }],
    [{ operator: "channel", operand: "near", negated: true }],
    [{ operator: "is", operand: "unread", negated: true }],
    [{ operator: "is", operand: "dm", negated: true }],
    [{ operator: "topic", operand: "Stays" }],
    [{ operator: "topic", operand: "GOES" }],
    [{ operator: "is", operand: "followed" }],
    [{ operator: "is", operand: "muted" }],
    [{ operator: "is", operand: "dm" }],
    [{ operator: "has", operand: "link" }],
    [{ operator: "topic", operand: "resolved" }],
    [{ operator: "is", operand: "resolved" }],
    [
      { operator: "is", operand: "unread", negated: true },
      { operator: "topic", operand: "goes" },
    ],
  ];

  test("have the messages next to the anchor, however far away", async () => {
    const { hamlet, shiva } = server.cast;
    for (const narrow of [...NARROWS, [{ operator: "sender", operand: hamlet.id }]]) {
      const given = JSON.stringify(narrow) as never;
      const matching = await shiva.call("GET /messages/matches_narrow", { msg_ids: ids, narrow: given });
      const own = ids.filter((id) => Object.hasOwn(matching.messages, String(id)));
      assert.ok(own.length > 0 && own.length < ids.length, JSON.stringify(narrow));
      for (const anchor of [...ANCHORS, ids[8] as number, ids.at(-7) as number]) {
        for (const [before, after] of [
          [2, 0],
          [3, 3],
          [100, 100],
        ] as const) {
          const range = { anchor, num_before: before, num_after: after };
          const page = await shiva.call("GET /messages", { narrow: given, ...range });
          const at = page.anchor as number;
          const [older, newer] = [own.filter((id) => id < at), own.filter((id) => id > at)];
          assert.deepEqual(
            page.messages.map(({ id }) => id).filter((id) => ids.includes(id)),
            [
              ...older.slice(Math.max(0, older.length - before)),
              ...own.filter((id) => id === at),
              ...newer.slice(0, after),
            ],
            `${JSON.stringify(narrow)} ${JSON.stringify(range)}`,
          );
          const isNewest = newer.length < after || at > Number.MAX_SAFE_INTEGER;
          assert.deepEqual([page.found_oldest, page.found_newest], [older.length < before, isNewest]);
        }
      }
    }
  });
});
