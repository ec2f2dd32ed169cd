import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { TestEvent, TestQueue } from "../harness/checked-client.ts";
import { listen } from "../harness/listen.ts";
import { metricsOf } from "../harness/metrics.ts";
import { startNats } from "../harness/nats-server.ts";
import { skipWithout } from "../harness/needs/needs.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const needsNats = { skip: skipWithout("nats-server") };

async function startTwo() {
  const nats = await startNats();
  after(nats.kill);
  const options = { flags: ["--nats-url", nats.url], isSeparate: true } as const;
  const begin = async () => {
    const first = await startTestServer(options);
    const second = await startTestServer({ ...options, database: first.database });
    return [first, second] as const;
  };
  return { nats, begin };
}

const untilConnected = (servers: readonly TestServer[]) =>
  until(
    async () => (await Promise.all(servers.map(({ url }) => metricsOf(url)))).join("\n"),
    (text) => text.match(/^parley_nats_connected 1$/gm)?.length === servers.length,
  );

const send = async (sender: CastMember, content: string): Promise<number> =>
  (await sender.call("POST /messages", { type: "channel", to: "general", topic: "bus", content })).id;

/** Polls until so many events have come. */
async function receive(reader: CastMember, queue: TestQueue, count: number): Promise<TestEvent[]> {
  const all: TestEvent[] = [];
  while (all.length < count) {
    const { queue_id, last_event_id } = queue;
    const { events } = await reader.call("GET /events", { queue_id, last_event_id });
    queue.last_event_id = events.at(-1)?.id ?? last_event_id;
    all.push(...(events as TestEvent[]).filter(({ type }) => type === "message"));
  }
  return all;
}

const idOf = ({ message }: TestEvent) => (message as { id: number }).id;

test("two processes notify each other by NATS, and its other clients read and forge nothing", needsNats, async () => {
  const two = await startTwo();
  const [first, second] = await two.begin();
  await untilConnected([first, second]);
  const restarts = await first.cast.hamlet.register({ event_types: ["restart"] });
  const spy = await two.nats.spy();
  const listener = await listen(second.cast.othello, { event_types: ["message", "typing"] });
  const { hamlet, othello } = first.cast;

  await hamlet.call("POST /typing", { op: "start", to: [othello.id] });
  assert.partialDeepStrictEqual(await listener.next(), [{ type: "typing", op: "start" }]);
  const id = await send(hamlet, "by NATS");
  assert.deepEqual((await listener.next()).map(idOf), [id]);
  const listeners = await first.database.sql`
    select 1 as one from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
  assert.equal(listeners.length, 0, "no process listens at the database");

  const [, subject = ""] = /MSG (parley\.\w+) /.exec(spy.seen()) ?? [];
  assert.match(subject, /^parley\.\w{32}$/);
  assert.doesNotMatch(spy.seen(), /typing|audience/, "ephemeral events are encrypted");
  const forged = { event: { type: "typing", op: "stop" }, audience: { to: "everyone" } };
  await spy.publish(subject, `~${JSON.stringify(["someone", 1, forged])}`);
  await spy.publish(subject, "1:999999");
  await spy.publish(subject, "");
  const next = await send(hamlet, "after forged notices");
  assert.deepEqual((await listener.next()).map(idOf), [next]);
  assert.doesNotMatch(second.output(), /diverged|not delivered/);

  const queue = await second.cast.othello.register({ event_types: ["message"] });
  const { queue_id, last_event_id } = queue;
  // It is refused if it comes after the deletion, perhaps before that is answered.
  const polled = second.cast.othello.call("GET /events", { queue_id, last_event_id }).catch(() => {});
  await othello.call("DELETE /events", { queue_id });
  await polled;
  assert.equal(
    (await second.cast.othello.refused("GET /events", { queue_id, last_event_id })).code,
    "BAD_EVENT_QUEUE_ID",
  );

  for (const server of [first, second]) await server.stop();
  const restarted = { database: first.database, flags: ["--nats-url", two.nats.url] };
  for (const [which, count] of [
    ["the first process of a restart", 1],
    ["one that finds another", 0],
  ] as const) {
    const { cast } = await startTestServer(restarted);
    assert.equal((await cast.hamlet.drain(restarts)).length, count, which);
  }
});

test("nothing is lost or repeated while NATS is missing at the start, killed and restarted", needsNats, async () => {
  const two = await startTwo();
  const { nats } = two;
  await nats.kill();
  const [first, second] = await two.begin();
  assert.match(first.output(), /NATS not reached/);
  const { othello } = second.cast;
  const queue = await othello.register({ event_types: ["message"] });
  const sent = [await send(first.cast.hamlet, "without NATS")];
  const received = await receive(othello, queue, 1);
  await nats.start();
  await untilConnected([first, second]);

  const steps = new Map([
    [15, nats.kill],
    [30, nats.start],
    [45, nats.kill],
    [60, nats.start],
  ]);
  const sendAll = async () => {
    for (let n = 0; n < 80; n += 1) {
      await steps.get(n)?.();
      const sender = n % 2 === 0 ? first : second;
      sent.push(await send(sender.cast.hamlet, `message ${n}`));
    }
  };
  const [more] = await Promise.all([receive(othello, queue, 80), sendAll()]);
  received.push(...more);
  assert.deepEqual(received.map(idOf), sent);

  await untilConnected([first, second]);
  const listener = await listen(second.cast.othello, { event_types: ["typing"] });
  await first.cast.hamlet.call("POST /typing", { op: "start", to: [othello.id] });
  assert.partialDeepStrictEqual(await listener.next(), [{ type: "typing", op: "start" }]);
});
