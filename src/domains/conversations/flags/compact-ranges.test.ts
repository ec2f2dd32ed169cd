import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

/** Above the number for which each message's next unread one is looked up. */
const MANY = 120;
/** Divides four times as many. On a busy machine a server refuses writes when more wait. */
const AT_ONCE = 60;

suite("marking many messages as read", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const channelOf = async (name: string) => {
    const { hamlet, othello } = server.cast;
    const principals = [hamlet.id, othello.id];
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals });
    return (await hamlet.call("GET /get_stream_id", { stream: name })).stream_id;
  };
  /** Creates messages of two topics alternately, with as many in another channel in between; othello has read none. */
  const stage = async (name: string) => {
    const { hamlet, othello } = server.cast;
    const here = await channelOf(name);
    const elsewhere = await channelOf(`not ${name}`);
    for (const stream_id of [here, elsewhere]) await othello.call("POST /mark_stream_as_read", { stream_id });
    const send = async (index: number) => {
      const to = index % 2 === 0 ? here : elsewhere;
      const topic = index % 4 < 2 ? "even" : "odd";
      const { id } = await hamlet.call("POST /messages", { type: "channel", to, topic, content: "x" });
      return { id, to, topic };
    };
    const sent: Awaited<ReturnType<typeof send>>[] = [];
    while (sent.length < 4 * MANY)
      sent.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(sent.length + index)))));
    sent.sort((a, b) => a.id - b.id);
    const of = (to: number, topic?: string) =>
      sent.filter((message) => message.to === to && (topic ?? message.topic) === message.topic).map(({ id }) => id);
    return { here, elsewhere, of };
  };
  const narrowTo = (channel: number, topic?: string) => [
    { operator: "channel", operand: channel },
    ...(topic === undefined ? [] : [{ operator: "topic", operand: topic }]),
    { operator: "is", operand: "unread" },
  ];
  const mark = async (channel: number, topic?: string, most = 1000) => {
    const range = { anchor: "oldest", num_before: 0, num_after: most } as const;
    const change = { narrow: narrowTo(channel, topic), op: "add", flag: "read" } as const;
    return (await server.cast.othello.call("POST /messages/flags/narrow", { ...range, ...change })).updated_count;
  };
  const unreadIn = async (channel: number) => {
    const asked = { anchor: "oldest", num_after: 1000, narrow: narrowTo(channel) } as const;
    return (await server.cast.othello.call("GET /messages", asked)).messages.map(({ id }) => id);
  };
  const rangesIn = async (channel: number) => {
    const [row] = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from read_state r, unnest(r.ranges)
      where r.user_id = ${server.cast.othello.id} and r.conversation_id = ${channel}`;
    return row?.count ?? 0;
  };
  const move = (message_id: number, stream_id: number) =>
    server.cast.iago.call("PATCH /messages/{message_id}", {
      ...{ message_id, stream_id, topic: "moved" },
      ...{ send_notification_to_old_thread: false, send_notification_to_new_thread: false },
    });

  test("a reader who marks many messages by narrow or by ID soon has one range for each run, and nothing else is read", async () => {
    const { othello } = server.cast;
    const { here, elsewhere, of } = await stage("in turns");
    assert.equal(await rangesIn(here), 1);
    const isRead = new Set([0, ...of(here, "even")]);
    /** The number of runs of read messages, and one for what was read before. */
    const runs = () =>
      1 + of(here).filter((id, index, all) => isRead.has(id) && !isRead.has(all[index - 1] ?? 0)).length;
    assert.equal(await mark(here, "even"), MANY);
    assert.deepEqual(await unreadIn(here), of(here, "odd"));
    // One unread message is moved elsewhere: its ID still separates two ranges.
    const [gone = 0, ...rest] = of(here, "odd");
    await move(gone, elsewhere);
    const marked = rest.slice(0, -5);
    for (const id of marked) isRead.add(id);
    const { messages } = await othello.call("POST /messages/flags", { messages: marked, op: "add", flag: "read" });
    assert.deepEqual(messages, marked);
    assert.deepEqual(await unreadIn(here), rest.slice(-5));
    await until(
      () => rangesIn(here),
      (count) => count === runs(),
    );
    assert.deepEqual(await unreadIn(here), rest.slice(-5));
    assert.deepEqual(new Set(await unreadIn(elsewhere)), new Set([...of(elsewhere), gone]));
  });

  test("a reader who marks a whole channel does not read messages that were moved away, nor those between moved ones", async () => {
    const { here, elsewhere, of } = await stage("at once");
    const gone = [of(here)[10] as number, of(here)[20] as number];
    for (const id of gone) await move(id, elsewhere);
    const come = [of(elsewhere)[30] as number, of(elsewhere)[40] as number];
    for (const id of come) await move(id, here);
    assert.equal(await mark(here), 2 * MANY);
    const left = new Set([...of(elsewhere), ...gone]).difference(new Set(come));
    assert.deepEqual(await unreadIn(here), []);
    assert.deepEqual(new Set(await unreadIn(elsewhere)), left);
    // One range each for the IDs before, between and after the two moved messages.
    await until(
      () => rangesIn(here),
      (count) => count === 3,
    );
    assert.deepEqual(new Set(await unreadIn(elsewhere)), left);
  });

  test("a reader who marks a channel in parts reads nothing after a part, also if a message was moved away from there", async () => {
    const { here, elsewhere, of } = await stage("in pieces");
    const piece = MANY + 30;
    await move(of(here)[piece + 40] as number, elsewhere);
    const left = of(here)
      .toSpliced(piece + 40, 1)
      .slice(piece);
    assert.equal(await mark(here, undefined, piece), piece);
    assert.deepEqual(await unreadIn(here), left);
  });
});
