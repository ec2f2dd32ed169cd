import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { after, test } from "node:test";
import { systemClock } from "#platform/clock.ts";
import { createDatabase, stopOwnCluster, type TestDatabase } from "../../../../../test/harness/database.ts";
import { isOutcomeUnknown } from "../../failure.ts";
import type { StatementWatch } from "../client.ts";
import { clientOf, serve, toSocketFile, WELCOME } from "../test-support.ts";
import { createRetries } from "./retries.ts";

after(stopOwnCluster);

const socketFileOf = (database: TestDatabase): Socket => {
  const { dir, port } = database.address.socket ?? assert.fail("the tests use a socket");
  return toSocketFile(`${dir}/.s.PGSQL.${port}`);
};

test("attempts to reach a server become rarer with each failure in a row, up to a limit, and never at one moment", (t) => {
  let now = 0;
  t.mock.method(systemClock, "monotonic", () => now);
  const waits = (times: number) => {
    const retries = createRetries();
    return Array.from({ length: times }, () => {
      retries.noteFailure();
      const wait = retries.waitMs();
      retries.noteFailure();
      assert.equal(retries.waitMs(), wait, "what fails at once is one failure");
      now += wait;
      return wait;
    });
  };
  const longest = [200, 400, 800, 1600, 2000, 2000];
  for (const [index, wait] of waits(6).entries()) {
    const limit = longest[index] ?? 0;
    assert.ok(wait > limit / 2 - 1e-6 && wait <= limit, `${index}: ${wait}`);
  }
  assert.ok(new Set(Array.from({ length: 20 }, () => waits(1)[0])).size > 10);
  const retries = createRetries();
  for (let failures = 0; failures < 5; failures += 1) {
    retries.noteFailure();
    now += retries.waitMs();
  }
  retries.noteSuccess();
  assert.equal(retries.isFailing(), false);
  retries.noteFailure();
  assert.ok(retries.waitMs() <= 200);
});

test("all who wait for a server that refuses connections learn it by one attempt", async (t) => {
  let attempts = 0;
  const port = await serve(t, (socket) => {
    attempts += 1;
    socket.end();
  });
  const client = clientOf(t, `postgres://me@127.0.0.1:${port}/d`, { max: 3 });
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => client`select 1`.execute()));
  for (const outcome of outcomes) {
    assert.ok(outcome.status === "rejected" && !isOutcomeUnknown(outcome.reason), outcome.status);
  }
  assert.equal(attempts, 3, "one for each connection");
  await assert.rejects(Promise.all([client`select 1`, client`select 2`, client.reserve()]));
  assert.equal(attempts, 4, "while it refuses, one connection at a time is tried");
});

test("statements wait for a connection that works while the server opens no other one", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  let attempts = 0;
  const proxy = await serve(t, (socket) => {
    attempts += 1;
    if (attempts > 1) return void socket.end();
    socket.pipe(socketFileOf(database)).pipe(socket);
  });
  const { user, database: name } = database.address.socket ?? assert.fail("the tests use a socket");
  const client = clientOf(t, `postgres://${user}@127.0.0.1:${proxy}/${name}`, { max: 5 });
  await client`select 1`;
  // Each takes the connection for itself, so that the pool wants others.
  const transactions = Array.from({ length: 10 }, (_, index) =>
    client.begin(async (sql) => {
      const [row] = await sql`select ${index}::int as index, pg_sleep(0.05)`;
      return row?.["index"];
    }),
  );
  assert.deepEqual(
    await Promise.all(transactions),
    transactions.map((_, index) => index),
  );
  assert.ok(attempts > 1);
});

test("a statement that is given up before it was sent is known not to be executed", async (t) => {
  const port = await serve(t, (socket) => void socket.once("data", () => socket.write(WELCOME)));
  const giveUps: ((error: Error) => void)[] = [];
  const watch: StatementWatch = (giveUp) => {
    giveUps.push(giveUp);
    return () => {};
  };
  const silence = () => Object.assign(new Error("silent"), { code: "CONNECTION_SILENT" });
  const outcomeOf = async (statement: Promise<unknown>, giveUp: ((error: Error) => void) | undefined) => {
    giveUp?.(silence());
    const [outcome] = await Promise.allSettled([statement]);
    assert.ok(outcome.status === "rejected");
    assert.equal((outcome.reason as { code: string }).code, "CONNECTION_SILENT");
    return isOutcomeUnknown(outcome.reason);
  };
  const client = clientOf(t, `postgres://me@127.0.0.1:${port}/d`, { watch });

  const held = await client.reserve();
  giveUps.length = 0;
  const [first, second] = [held`insert ${1}`.execute(), held`insert ${2}`.execute()];
  first.catch(() => {});
  assert.equal(await outcomeOf(second, giveUps[1]), false, "behind another one on its connection");
  await assert.rejects(first, isOutcomeUnknown);

  giveUps.length = 0;
  const sent = client`insert ${3}`.execute();
  const queued = client`insert ${4}`.execute();
  const begun = client.begin(async () => {});
  assert.equal(await outcomeOf(queued, giveUps[1]), false, "in the queue of the pool");
  assert.equal(await outcomeOf(begun, giveUps[2]), false, "a transaction that has not begun");
  // It is sent when its connection is there.
  await new Promise((resolve) => void setTimeout(resolve, 400));
  assert.equal(await outcomeOf(sent, giveUps[0]), true, "on its way");
});

test("a connection that is never idle is replaced at the end of its time", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  let passed = 0;
  t.mock.method(systemClock, "monotonic", () => performance.now() + passed);
  const client = clientOf(t, database.url);
  const sessions = new Set<unknown>();
  let isLate = false;
  let left = 20_000;
  const work = async () => {
    while (left > 0 && sessions.size < 2) {
      left -= 1;
      const [row] = await client`select pg_backend_pid() as pid`;
      sessions.add(row?.["pid"]);
      assert.ok(isLate || sessions.size === 1);
    }
  };
  const working = Promise.all([work(), work(), work()]);
  await client`select 1`;
  isLate = true;
  passed = 2 * 3_600_000;
  await working;
  assert.equal(sessions.size, 2);
});
