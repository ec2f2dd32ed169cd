import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { openWires, type Reply, type Wire } from "../../bench/harness/wire.ts";
import { basic } from "../harness/raw.ts";
import { metricsOf } from "../harness/metrics.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

/** As in src/server.ts. */
const MAX_UNDER_WAY = 1000;
const MAX_REGISTERS = 100;
const BEYOND = 20;
/** More writes than may wait for any time. */
const MORE_THAN_A_FEW = 150;
/** More than there are connections to the database. */
const LATE_READERS = 60;

/** Lets everything wait that reads a table, until the returned function is called. */
async function lock(
  { database }: TestServer,
  table: "draft" | "gone_message" | "realm_head",
): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  const unlocked = database.sql.begin(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`;
    locked.resolve();
    await enough.promise;
  });
  await locked.promise;
  return async () => {
    enough.resolve();
    await unlocked;
  };
}

suite("more reads than a server works on", () => {
  test("the server refuses reads beyond the limit at once, serves writes meanwhile, and recovers by itself", async () => {
    const server = await startTestServer();
    const { hamlet, othello } = server.cast;
    const figure = async (name: string) =>
      Number(new RegExp(`^parley_${name} (\\d+)$`, "m").exec(await metricsOf(server.url))?.[1]);
    const wires = await openWires(Number(new URL(server.url).port), MAX_UNDER_WAY + BEYOND);
    const request = `GET /api/v1/drafts HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(hamlet.email, hamlet.apiKey)}\r\n\r\n`;
    const read = (from: number, until: number) => wires.slice(from, until).map((wire) => wire.exchange(request));
    const unlock = await lock(server, "draft");
    const waiting = read(0, MAX_UNDER_WAY);
    await until(
      () => figure("requests_under_way"),
      (count) => count === MAX_UNDER_WAY,
    );
    for (const { status, head, body } of await Promise.all(read(MAX_UNDER_WAY, wires.length))) {
      assert.equal(status, 503);
      assert.match(head.toString(), /^retry-after: \d+\r$/m);
      assert.equal((JSON.parse(body.toString()) as { code: string }).code, "SERVICE_UNAVAILABLE");
    }
    assert.equal(await figure("shed_requests"), BEYOND);
    await othello.call("POST /messages", { type: "channel", to: "general", topic: "load", content: "not a read" });
    await unlock();
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
    const [again] = (await Promise.all(read(0, 1))) as [Reply];
    assert.equal(again.status, 200);
    assert.equal(await figure("requests_under_way"), 0);
    for (const wire of wires) wire.close();
  });
});

test("registers beyond a limit of their own are refused, and keep nobody from sending", async () => {
  const server = await startTestServer();
  const { hamlet, othello } = server.cast;
  const wires = await openWires(Number(new URL(server.url).port), MAX_REGISTERS + BEYOND);
  const request = `POST /api/v1/register HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(hamlet.email, hamlet.apiKey)}\r\nContent-Length: 0\r\n\r\n`;
  const unlock = await lock(server, "draft");
  const replies = wires.map((wire) => wire.exchange(request));
  const refused = new Set<Reply>();
  for (const reply of replies) void reply.then((response) => response.status === 503 && refused.add(response));
  await until(
    () => refused.size,
    (count) => count === BEYOND,
  );
  for (const { head } of refused) assert.match(head.toString(), /^retry-after: \d+\r$/m);
  await othello.call("POST /messages", { type: "channel", to: "general", topic: "load", content: "no register" });
  await unlock();
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, MAX_REGISTERS);
  for (const wire of wires) wire.close();
});

test("clients that have missed what memory no longer holds take few connections, and get it when their turn comes", async () => {
  const before = await startTestServer();
  const { hamlet, othello } = before.cast;
  const queues = await Promise.all(
    Array.from({ length: LATE_READERS }, () => hamlet.register({ event_types: ["message"], fetch_event_types: [] })),
  );
  await othello.call("POST /messages", { type: "channel", to: "general", topic: "load", content: "missed" });
  const server = await startTestServer({ database: before.database });
  const wires = await openWires(Number(new URL(server.url).port), LATE_READERS);
  // What has become of a missed message is read from this table, too.
  const unlock = await lock(server, "gone_message");
  const polls = wires.map((wire, at) =>
    wire.exchange(
      `GET /api/v1/events?queue_id=${queues[at]?.queue_id}&last_event_id=${queues[at]?.last_event_id} HTTP/1.1\r\n` +
        `Host: x\r\nAuthorization: ${basic(hamlet.email, hamlet.apiKey)}\r\n\r\n`,
    ),
  );
  await until(
    () => server.database.sql`select 1 from pg_locks where not granted`,
    (waiting) => waiting.length > 0,
  );
  for (let reads = 0; reads < 20; reads += 1) await server.cast.othello.call("GET /drafts");
  await unlock();
  for (const { status, body } of await Promise.all(polls)) {
    assert.equal(status, 200);
    assert.match(body.toString(), /missed/);
  }
  for (const wire of wires) wire.close();
});

test("writes that would wait for long are refused at once, and those that wait already are done", async () => {
  const server = await startTestServer();
  const { othello } = server.cast;
  const open = (count: number) => openWires(Number(new URL(server.url).port), count);
  const body = "type=channel&to=general&topic=load&content=x";
  const request =
    `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(othello.email, othello.apiKey)}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const [first, ...others] = (await open(MORE_THAN_A_FEW)) as [Wire, ...Wire[]];
  const unlock = await lock(server, "realm_head");
  const replies = [first.exchange(request)];
  await until(
    () => server.database.sql`select 1 from pg_locks where not granted`,
    (waiting) => waiting.length > 0,
  );
  // The first group waits for the lock, and the others for that group.
  replies.push(...others.map((wire) => wire.exchange(request)));
  const later: Wire[] = [];
  let refused: Reply | undefined;
  await until(
    async () => {
      const [wire] = (await open(1)) as [Wire];
      later.push(wire);
      void wire.exchange(request).then((reply) => (refused ??= reply.status === 503 ? reply : undefined));
    },
    () => refused !== undefined,
  );
  assert.match(refused?.head.toString() ?? "", /^retry-after: \d+\r$/m);
  await unlock();
  for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
  await othello.call("POST /messages", { type: "channel", to: "general", topic: "load", content: "again" });
  for (const wire of [first, ...others, ...later]) wire.close();
});
