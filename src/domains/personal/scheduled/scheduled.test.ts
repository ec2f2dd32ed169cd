import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

const WHEN = "scheduled_delivery_timestamp";
type Schedule = Arguments<"POST /scheduled_messages">;
type Scheduled = Omit<Schedule, typeof WHEN> & Partial<Pick<Schedule, typeof WHEN>>;

suite("scheduled messages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const later = inSeconds(3600);
  const scheduledOf = async (who: CastMember) => (await who.call("GET /scheduled_messages")).scheduled_messages;
  const isGone = (list: readonly unknown[]) => list.length === 0;
  /** Moves the time near, or into the past, by the database's clock. Returns it, in UNIX seconds. */
  const hurry = async (id: number, wait = "-1 second") => {
    const [row] = await server.database.sql<{ time: number }[]>`
      update scheduled_message set deliver_at = now() + ${wait}::interval, revision = revision + 1 where id = ${id}
      returning extract(epoch from deliver_at)::float8 as time`;
    return row?.time ?? Number.NaN;
  };

  test("a user's scheduled messages have 8 MiB at most with their HTML, whether they are new or edited", async () => {
    const { shiva } = server.cast;
    const long = { type: "direct" as const, to: [shiva.id], content: ":smile:".repeat(1400) };
    const args = { ...long, scheduled_delivery_timestamp: later };
    const schedule = async (content: string) =>
      (await shiva.call("POST /scheduled_messages", { ...args, content })).scheduled_message_id;
    const first = await schedule(long.content);
    const [{ rendered_content } = { rendered_content: "" }] = await scheduledOf(shiva);
    const fitting = Math.floor((8 * 1024 * 1024) / Buffer.byteLength(long.content + rendered_content));
    for (let count = 1; count < fitting; count += 1) await schedule(long.content);
    const refusals = [await shiva.refused("POST /scheduled_messages", args)];
    const short = await schedule("short");
    const edit = { scheduled_message_id: short, content: long.content };
    refusals.push(await shiva.refused("PATCH /scheduled_messages/{scheduled_message_id}", edit));
    assert.deepEqual(
      refusals.map(({ message }) => message),
      [1, 2].map(() => "400 BAD_REQUEST: Your scheduled messages are too long together."),
    );
    // A message makes room for its own edit, and a deleted one for another.
    await shiva.call("PATCH /scheduled_messages/{scheduled_message_id}", {
      scheduled_message_id: first,
      content: `${long.content.slice(":smile:".length)}:heart:`,
    });
    await shiva.call("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id: first });
    await shiva.call("PATCH /scheduled_messages/{scheduled_message_id}", edit);
    const left = await scheduledOf(shiva);
    assert.equal(left.length, fitting);
    for (const { scheduled_message_id } of left)
      await shiva.call("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id });
  });

  test("a user schedules, edits and deletes messages, and nobody else has them", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const channel = await createChannel(hamlet);
    const schedule = async (args: Scheduled) =>
      (await hamlet.call("POST /scheduled_messages", { scheduled_delivery_timestamp: later, ...args }))
        .scheduled_message_id;
    let [first, second, self] = [0, 0, 0];
    await holds(server, async () => {
      first = await schedule({ type: "channel", to: channel.id, topic: " castle ", content: "\n**to be** " });
      second = await schedule({
        type: "direct",
        to: [othello.id, hamlet.id],
        topic: "x",
        content: "x",
        scheduled_delivery_timestamp: later - 60,
      });
      self = await schedule({
        type: "private",
        to: [hamlet.id],
        content: "me",
        scheduled_delivery_timestamp: later + 60,
      });
    });
    const shown = { rendered_content: "<p>x</p>", failed: false, content: "x" };
    assert.deepEqual(await scheduledOf(hamlet), [
      {
        ...shown,
        scheduled_message_id: second,
        type: "private",
        to: [othello.id],
        scheduled_delivery_timestamp: later - 60,
      },
      {
        scheduled_message_id: first,
        type: "stream",
        to: channel.id,
        topic: "castle",
        content: "**to be**",
        rendered_content: "<p><strong>to be</strong></p>",
        scheduled_delivery_timestamp: later,
        failed: false,
      },
      {
        scheduled_message_id: self,
        type: "private",
        to: [hamlet.id],
        content: "me",
        rendered_content: "<p>me</p>",
        scheduled_delivery_timestamp: later + 60,
        failed: false,
      },
    ]);
    assert.deepEqual(await scheduledOf(othello), []);
    const patch = (scheduled_message_id: number, args: object) =>
      hamlet.call("PATCH /scheduled_messages/{scheduled_message_id}", { scheduled_message_id, ...args });
    await holds(server, async () => {
      await patch(first, { type: "direct", to: [cordelia.id] });
      await patch(second, { type: "channel", to: channel.id, topic: "tower", content: "moved" });
      await patch(self, { scheduled_delivery_timestamp: later + 90, topic: "of no use here" });
    });
    const [one, two, three] = await scheduledOf(hamlet);
    assert.deepEqual([one?.to, one?.topic, one?.content], [channel.id, "tower", "moved"]);
    assert.deepEqual([two?.to, two?.topic, two?.content], [[cordelia.id], undefined, "**to be**"]);
    assert.deepEqual([three?.topic, three?.scheduled_delivery_timestamp], [undefined, later + 90]);
    await patch(second, { type: "channel", content: "again" });
    await patch(first, { type: "direct" });
    assert.partialDeepStrictEqual(await scheduledOf(hamlet), [
      { to: channel.id, topic: "tower", content: "again" },
      { to: [cordelia.id], content: "**to be**" },
    ]);
    await patch(second, { topic: "cellar" });
    assert.equal((await scheduledOf(hamlet))[0]?.topic, "cellar");
    for (const scheduled_message_id of [first, 999_999]) {
      for (const refusal of [
        await othello.refused("PATCH /scheduled_messages/{scheduled_message_id}", {
          scheduled_message_id,
          content: "x",
        }),
        await othello.refused("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id }),
      ]) {
        assert.deepEqual([refusal.status, refusal.code], [404, "BAD_REQUEST"]);
      }
    }
    await holds(server, async () => {
      for (const scheduled_message_id of [first, second, self])
        await hamlet.call("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id });
    });
    assert.deepEqual(await scheduledOf(hamlet), []);
  });

  test("a user cannot schedule what they could not send now, and an invalid edit changes nothing", async () => {
    const { cordelia, hamlet, othello } = server.cast;
    const closed = await createChannel(hamlet, { invite_only: true });
    const open = await createChannel(hamlet);
    const channel = { type: "channel", to: open.id, topic: "x", content: "x", scheduled_delivery_timestamp: later };
    const direct = { type: "direct", to: [hamlet.id], content: "x", scheduled_delivery_timestamp: later };
    const queue = await cordelia.register();
    const wrong: [object, string][] = [
      [{ ...channel, to: closed.id }, "STREAM_DOES_NOT_EXIST"],
      [{ ...channel, to: 999_999 }, "STREAM_DOES_NOT_EXIST"],
      [{ ...channel, to: [open.id] }, "BAD_REQUEST"],
      [{ ...channel, to: open.name }, "BAD_REQUEST"],
      [{ ...channel, topic: undefined }, "BAD_REQUEST"],
      [{ ...channel, topic: "a\nb" }, "BAD_REQUEST"],
      [{ ...channel, content: " " }, "BAD_REQUEST"],
      [{ ...channel, scheduled_delivery_timestamp: inSeconds(-1) }, "BAD_REQUEST"],
      [{ ...channel, scheduled_delivery_timestamp: 1e15 }, "BAD_REQUEST"],
      [{ ...direct, to: hamlet.id }, "BAD_REQUEST"],
      [{ ...direct, to: [] }, "BAD_REQUEST"],
      [{ ...direct, to: [999_999] }, "BAD_REQUEST"],
      [{ ...direct, to: [null] }, "BAD_REQUEST"],
      [{ ...direct, scheduled_delivery_timestamp: undefined }, "REQUEST_VARIABLE_MISSING"],
    ];
    for (const [args, code] of wrong) {
      const refusal = await cordelia.refused("POST /scheduled_messages", args);
      assert.deepEqual([refusal.status, refusal.code], [400, code], JSON.stringify(args));
    }
    const { scheduled_message_id } = await cordelia.call("POST /scheduled_messages", channel as never);
    const [before] = await scheduledOf(cordelia);
    const edits: [object, string][] = [
      [{}, "BAD_REQUEST"],
      [{ type: "direct" }, "BAD_REQUEST"],
      [{ to: [othello.id] }, "BAD_REQUEST"],
      [{ to: closed.id }, "STREAM_DOES_NOT_EXIST"],
      [{ content: "new", to: 999_999 }, "STREAM_DOES_NOT_EXIST"],
      [{ content: "new", scheduled_delivery_timestamp: inSeconds(-1) }, "BAD_REQUEST"],
      [{ content: "\0" }, "BAD_REQUEST"],
    ];
    for (const [args, code] of edits) {
      const call = { scheduled_message_id, ...args } as never;
      const refusal = await cordelia.refused("PATCH /scheduled_messages/{scheduled_message_id}", call);
      assert.deepEqual([refusal.status, refusal.code], [400, code], JSON.stringify(args));
    }
    assert.deepEqual(await scheduledOf(cordelia), [before]);
    assert.deepEqual(
      (await cordelia.drain(queue)).map(({ type, op }) => `${type}/${op}`),
      ["scheduled_messages/add"],
    );
  });

  test("a user's message is sent at its time, once, as if the user had sent it then", async () => {
    const { iago, othello } = server.cast;
    const channel = await createChannel(iago, { subscribers: [iago.id, othello.id] });
    let [time, sentId] = [0, 0];
    const queue = await iago.register();
    const others = await othello.register();
    await holds(server, async () => {
      const { scheduled_message_id: id } = await iago.call("POST /scheduled_messages", {
        type: "channel",
        to: channel.id,
        topic: "dawn",
        content: "the cock crew",
        scheduled_delivery_timestamp: later,
        read_by_sender: true,
      });
      sentId = id;
      time = await hurry(id, "2 seconds");
      await until(() => scheduledOf(iago), isGone);
    });
    const messages = await newestMessages(othello, [{ operator: "channel", operand: channel.id }]);
    const own = messages.filter(({ subject }) => subject === "dawn");
    assert.deepEqual(
      own.map(({ content, sender_id }) => [content, sender_id]),
      [["the cock crew", iago.id]],
    );
    assert.ok((own[0]?.timestamp ?? 0) >= Math.floor(time), "not before its time");
    const kinds = (await iago.drain(queue)).map(({ type, op }) => (op === undefined ? type : `${type}/${op}`));
    const ours = kinds.filter((kind) => kind === "message" || kind.startsWith("scheduled"));
    assert.deepEqual(ours, ["scheduled_messages/add", "message", "scheduled_messages/remove"]);
    assert.ok((await othello.drain(others)).every(({ type }) => type !== "scheduled_messages"));
    const late = { scheduled_message_id: sentId, content: "too late" };
    assert.equal((await iago.refused("PATCH /scheduled_messages/{scheduled_message_id}", late)).status, 400);
    assert.equal((await othello.refused("PATCH /scheduled_messages/{scheduled_message_id}", late)).status, 404);
  });

  test("CVE-2026-4635: a user who may no longer send gets a notice that the message failed, and can set another time", async () => {
    const { hamlet, iago } = server.cast;
    const channel = await createChannel(iago, { subscribers: [iago.id, hamlet.id] });
    const { scheduled_message_id } = await hamlet.call("POST /scheduled_messages", {
      type: "channel",
      to: channel.id,
      topic: "late",
      content: "too late",
      scheduled_delivery_timestamp: later,
    });
    await iago.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    await holds(server, async () => {
      const queue = await hamlet.register();
      await hurry(scheduled_message_id);
      await until(
        () => scheduledOf(hamlet),
        ([found]) => found?.failed === true,
      );
      const [update] = (await hamlet.drain(queue)).filter(({ type }) => type === "scheduled_messages");
      assert.equal((update?.["scheduled_message"] as { failed: boolean } | undefined)?.failed, true);
      // The time is changed in the database only: the process does not know of it.
      await server.database.sql`update scheduled_message set deliver_at = to_timestamp(${later})`;
    }, ["iago"]);
    const [notice] = (await newestMessages(hamlet, [{ operator: "is", operand: "dm" }])).slice(-1);
    assert.match(notice?.content ?? "", /scheduled for <time:[^>]+>[^]*> Not authorized to send/);
    assert.equal(notice?.sender_full_name, "Notification Bot");
    const patch = (args: object) => ({ scheduled_message_id, ...args }) as never;
    await hamlet.refused("PATCH /scheduled_messages/{scheduled_message_id}", patch({ content: "again" }));
    await holds(server, () =>
      hamlet.call(
        "PATCH /scheduled_messages/{scheduled_message_id}",
        patch({ type: "direct", to: [iago.id], scheduled_delivery_timestamp: later + 60 }),
      ),
    );
    assert.equal((await scheduledOf(hamlet))[0]?.failed, false);
    await hurry(scheduled_message_id);
    await until(() => scheduledOf(hamlet), isGone);
    const [sent] = (await newestMessages(iago, [{ operator: "dm", operand: [hamlet.id] }])).slice(-1);
    assert.equal(sent?.content, "too late");
  });

  test("a user's message whose time is long over is not sent", async () => {
    const { othello, hamlet } = server.cast;
    const { scheduled_message_id } = await othello.call("POST /scheduled_messages", {
      type: "direct",
      to: [hamlet.id],
      content: "yesterday's news",
      scheduled_delivery_timestamp: later,
    });
    await hurry(scheduled_message_id, "-11 minutes");
    await until(
      () => scheduledOf(othello),
      ([found]) => found?.failed === true,
    );
    const [notice] = (await newestMessages(othello, [{ operator: "is", operand: "dm" }])).slice(-1);
    assert.match(notice?.content ?? "", /could not be sent at its time/);
  });

  test("a deactivated user's messages are not sent, and nobody gets a notice", async () => {
    const { desdemona, shiva, hamlet } = server.cast;
    const { scheduled_message_id } = await shiva.call("POST /scheduled_messages", {
      type: "direct",
      to: [hamlet.id],
      content: "from nowhere",
      scheduled_delivery_timestamp: later,
    });
    await desdemona.call("DELETE /users/{user_id}", { user_id: shiva.id });
    const [before] = (await newestMessages(hamlet, [])).slice(-1);
    await hurry(scheduled_message_id);
    const read = () => server.database.sql<{ failure: string | null }[]>`
      select failure from scheduled_message where id = ${scheduled_message_id}`;
    await until(read, ([row]) => row?.failure !== null);
    const [after] = (await newestMessages(hamlet, [])).slice(-1);
    assert.equal(after?.id, before?.id);
  });

  test("nobody schedules more messages than the limit", async () => {
    const { polonius } = server.cast;
    await server.database.sql`
      insert into scheduled_message (realm_id, id, user_id, type, recipients, topic, content, rendered_content, client,
                                     sender_read, deliver_at)
      select 1, 100000 + n, ${polonius.id}, 'private', array[${polonius.id}::int8], '', 'x', 'x', 'x', false,
             now() + interval '1 day'
      from generate_series(1, 1000) n`;
    const { message } = await polonius.refused("POST /scheduled_messages", {
      type: "direct",
      to: [polonius.id],
      content: "x",
      scheduled_delivery_timestamp: later,
    });
    assert.match(message, /at most 1000/);
  });
});
