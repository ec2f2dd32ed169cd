import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import fc from "fast-check";
import { tries } from "../../../../../test/harness/chance.ts";
import { createChannel } from "../../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { wrongTopics } from "../../../../../test/harness/topics.ts";
import { REALM_ID } from "../../../../../test/harness/cast.ts";
import { keepTopics } from "./index-topics.ts";

const QUIET = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
const NAMES = ["Alpha", "alpha", "beta", "✔ beta", ""];

suite("the topics of a channel", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const post = async (who: CastMember, to: number, topic: string) =>
    (await who.call("POST /messages", { type: "channel", to: [to] as never, topic, content: "x" })).id;
  const list = async (who: CastMember, stream_id: number, page: object = {}) =>
    (await who.call("GET /users/me/{stream_id}/topics", { stream_id, ...page })).topics;

  test("the list can be read in pages, the newest first", async () => {
    const { hamlet } = server.cast;
    const { id } = await createChannel(hamlet);
    await server.database.sql`delete from message where conversation_id = ${id}`;
    const ids: number[] = [];
    for (const topic of ["one", "two", "three", "four", "five"]) ids.push(await post(hamlet, id, topic));
    const names = async (page: object) => (await list(hamlet, id, page)).map(({ name }) => name);
    assert.deepEqual(await names({ limit: 2 }), ["five", "four"]);
    assert.deepEqual(await names({ limit: 2, before: ids[3] }), ["three", "two"]);
    assert.deepEqual(await names({ before: ids[1] }), ["one"]);
    assert.deepEqual(await names({ limit: 3, before: ids[0] }), []);
    const refused = await hamlet.refused("GET /users/me/{stream_id}/topics", { stream_id: id, limit: 0 });
    assert.equal(refused.code, "BAD_REQUEST");
  });

  test("a new subscriber of a protected history gets only topics with messages that they may see", async () => {
    const { hamlet, othello } = server.cast;
    const protectedHistory = { invite_only: true, history_public_to_subscribers: false };
    const { id, name } = await createChannel(hamlet, { subscribers: [hamlet.id], ...protectedHistory });
    await post(hamlet, id, "both");
    await post(hamlet, id, "before");
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [othello.id] });
    assert.deepEqual(await list(othello, id), []);
    const seen = await post(hamlet, id, "both");
    const after = await post(hamlet, id, "after");
    const both = { name: "both", max_id: seen };
    assert.deepEqual(await list(othello, id), [{ name: "after", max_id: after }, both]);
    assert.deepEqual(await list(othello, id, { limit: 1, before: after }), [both]);
    await server.database.sql`delete from message where id = ${seen}`;
    assert.deepEqual(await list(othello, id), [{ name: "after", max_id: after }]);
    assert.deepEqual(
      (await list(hamlet, id, { limit: 3 })).map((topic) => topic.name),
      ["after", "before", "both"],
    );
  });

  test("the list equals the messages after any writes of several at once, however far the job is", async () => {
    const { desdemona } = server.cast;
    const channels = await Promise.all(
      ["first", "second"].map((name) =>
        createChannel(desdemona, { name: `kept ${name}`, subscribers: [desdemona.id] }),
      ),
    );
    const sent: number[] = [];
    const place = fc.record({ channel: fc.constantFrom(0, 1), topic: fc.constantFrom(...NAMES) });
    const write = fc.oneof(
      { weight: 4, arbitrary: place.map((to) => ({ kind: "send" as const, ...to })) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("move" as const),
          which: fc.nat(),
          mode: fc.constantFrom("change_one" as const, "change_later" as const, "change_all" as const),
          to: place,
          isElsewhere: fc.boolean(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), which: fc.nat() }) },
      { weight: 1, arbitrary: place.map((of) => ({ kind: "delete topic" as const, ...of })) },
      { weight: 3, arbitrary: fc.constant({ kind: "keep" as const }) },
    );
    const grouped = async (id: number) => {
      const rows = await server.database.sql<{ name: string; maxId: number }[]>`
        select name, max_id from (
          select distinct on (topic_key) topic as name, id as max_id from message
          where conversation_id = ${id} and not is_direct order by topic_key, id desc
        ) newest order by max_id desc`;
      return Array.from(rows, ({ name, maxId }) => ({ name: name === "" ? "general chat" : name, max_id: maxId }));
    };
    const idAt = (index: number) => channels[index]?.id as number;
    type Write = typeof write extends fc.Arbitrary<infer One> ? One : never;
    const perform = async (write: Write) => {
      if (write.kind === "keep") await keepTopics(server.database.sql, REALM_ID, 0);
      else if (write.kind === "send") sent.push(await post(desdemona, idAt(write.channel), write.topic));
      else if (write.kind === "delete topic") {
        const topic = { stream_id: idAt(write.channel), topic_name: write.topic };
        await desdemona.call("POST /streams/{stream_id}/delete_topic", topic);
      } else if (sent.length > 0) {
        const message_id = sent[write.which % sent.length] as number;
        if (write.kind === "delete") await desdemona.call("DELETE /messages/{message_id}", { message_id });
        else
          await desdemona.call("PATCH /messages/{message_id}", {
            message_id,
            topic: write.to.topic,
            propagate_mode: write.mode,
            ...(write.isElsewhere && { stream_id: idAt(write.to.channel) }),
            ...QUIET,
          });
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(write, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), async (groups) => {
        // Writes of messages that are gone, or that change nothing, are refused.
        for (const group of groups) await Promise.allSettled(group.map(perform));
        assert.deepEqual(await wrongTopics(server.database.sql), []);
        for (const { id } of channels) assert.deepEqual(await list(desdemona, id), await grouped(id));
      }),
      tries(12),
    );
  });
});
