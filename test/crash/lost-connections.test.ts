import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connectPool, type WriterConnection, type Sql } from "#engine/db/database.ts";
import { isConnectionError, isOutcomeUnknown } from "#engine/db/failure.ts";
import { createDatabase, stopOwnCluster } from "../harness/database.ts";

const ATTEMPTS = 40;
const HANG_MS = 60_000;

after(stopOwnCluster);

/** The outcome of a promise, which must settle. */
async function outcome(promise: Promise<unknown>, what: string): Promise<"done" | "lost"> {
  const late = new AbortController();
  const hung = sleep(HANG_MS, "hung", { signal: late.signal }).catch(() => "hung");
  const settled = promise.then(
    () => "done",
    () => "lost",
  );
  const first = await Promise.race([settled, hung]);
  late.abort();
  assert.notEqual(first, "hung", `${what} was never settled`);
  return first as "done" | "lost";
}

test("the holder of a connection that is cut gets an error, and the pool continues", async (t) => {
  const database = await createDatabase("empty");
  const pool = connectPool(database.address, { max: 2, name: "cut" });
  t.after(async () => {
    await pool.end({ timeout: 1 });
    await database.drop();
  });
  const cut = () =>
    database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'`.execute();
  let lost = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reserving = pool.reserve();
    if ((await outcome(reserving, "reserve")) === "lost") continue;
    const connection = await reserving;
    const cutting = cut();
    if (attempt % 2 === 0) await cutting;
    await sleep((attempt % 5) / 2);
    const begun = connection`begin`.execute();
    const read = connection`select ${attempt}::int as attempt`;
    const outcomes = [
      await outcome(Promise.all([begun, read]), "begin"),
      await outcome(connection`rollback`, "rollback"),
    ];
    if (outcomes.includes("lost")) lost += 1;
    connection.release();
    await cutting;
  }
  assert.ok(lost > 0, "nothing was cut");
  for (const connection of await wholePool(pool)) connection.release();
});

test("a caller that waits for a connection gets the one that replaces a lost one", async (t) => {
  const database = await createDatabase("empty");
  const pool = connectPool(database.address, { max: 1, name: "waited for" });
  t.after(async () => {
    await pool.end({ timeout: 1 });
    await database.drop();
  });
  const first = await pool.reserve();
  const [second, third] = [pool.reserve(), pool.reserve()];
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waited for'`;
  for (const waiting of [second, third]) {
    assert.equal(await outcome(waiting, "reserve"), "done");
    const connection = await waiting;
    assert.equal((await connection`select 1 as one`).length, 1);
    connection.release();
  }
  first.release();
});

for (const [manner, close] of [
  ["closes", (socket: Socket) => socket.end()],
  ["resets", (socket: Socket) => socket.resetAndDestroy()],
] as const) {
  test(`a caller learns that nothing was sent when a proxy without a database ${manner} the connection`, async (t) => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      close(socket.on("error", () => {}));
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const { port } = proxy.address() as AddressInfo;
    const pool = connectPool({ url: `postgres://parley@127.0.0.1:${port}/parley` }, { max: 1, name: "refused" });
    t.after(async () => {
      await pool.end({ timeout: 1 });
      proxy.close();
    });
    for (const call of [
      () => pool`select 1 as one`.execute(),
      () => pool.reserve(),
      () => pool.begin(async () => {}),
    ]) {
      assert.equal(await outcome(call(), "a call"), "lost");
      await assert.rejects(call(), (error) => isConnectionError(error) && !isOutcomeUnknown(error));
    }
    // One for each call: the client waits before it connects again.
    assert.equal(connections, 6);
  });
}

/** Reserves both connections of the pool; it may first have to notice the last cut. */
async function wholePool(pool: Sql): Promise<WriterConnection[]> {
  for (let attempt = 0; attempt < 2000; attempt += 1) {
    const reserved = await Promise.allSettled([pool.reserve(), pool.reserve()]);
    const connections = reserved.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const answers = await Promise.allSettled(connections.map((connection) => connection`select 1 as one`.execute()));
    if (answers.filter(({ status }) => status === "fulfilled").length === reserved.length) return connections;
    for (const connection of connections) connection.release();
    await sleep(20);
  }
  return assert.fail("the pool does not recover");
}
