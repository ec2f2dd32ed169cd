import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const message = { type: "channel", to: "general", topic: "t", content: "hello" } as const;

/** Waits until a connection of this name waits for a lock, or for its client. */
const untilWaiting = ({ database }: TestServer, name: string, event: "Lock" | "Client") =>
  until(
    async () => {
      const found = await database.sql`
        select from pg_stat_activity
        where datname = current_database() and application_name = ${name} and wait_event_type = ${event}
          and state <> 'idle'`;
      return found.length;
    },
    (count) => count > 0,
  );

// All at once, because they spend most of their time waiting for deadlines of 5 to 20 seconds.
suite("when a process is paused", { concurrency: true }, () => {
  for (const isNew of [false, true]) {
    const moment = isNew ? "in the middle of a statement" : "between two statements";
    test(`a process that is paused ${moment} while it holds the head row does not stop another, and writes nothing when it resumes`, async () => {
      const first = await startTestServer({ isSeparate: true });
      const second = await startTestServer({ database: first.database, isSeparate: true });
      const { id: message_id } = await second.cast.hamlet.call("POST /messages", message);
      const react = "POST /messages/{message_id}/reactions";
      // The client sends a statement in two parts when it is new to a connection.
      if (!isNew) await first.cast.othello.call(react, { message_id, emoji_name: "octopus" });
      const session = await first.database.sql.reserve();
      await session`begin`;
      await session`lock table message in access exclusive mode`;
      const reacting = first.cast.hamlet.refused(react, { message_id, emoji_name: "heart" });
      await untilWaiting(first, "parley writes", "Lock");
      first.signal("SIGSTOP");
      try {
        await session`rollback`;
        session.release();
        await untilWaiting(first, "parley writes", "Client");
        // The first one is still paused.
        await second.cast.hamlet.call("POST /messages", message);
        // It was not the time limit for locks that helped: who queues for the row next would wait for as long again.
        assert.doesNotMatch(second.output(), /group of writes failed/);
      } finally {
        first.signal("SIGCONT");
      }
      const { status, code } = await reacting;
      assert.equal((await first.database.sql`select from reaction where emoji_name = 'heart'`).length, 0);
      assert.deepEqual([status, code], [503, "SERVICE_UNAVAILABLE"]);
      await first.cast.hamlet.call(react, { message_id, emoji_name: "heart" });
      await first.cast.hamlet.call("POST /messages", message);
    });
  }

  test("a writer that has waited long when another process is paused is not refused, either", async () => {
    const first = await startTestServer({ isSeparate: true });
    const second = await startTestServer({ database: first.database, isSeparate: true });
    const { sql } = first.database;
    const { id: message_id } = await second.cast.hamlet.call("POST /messages", message);
    const session = await sql.reserve();
    await session`begin`;
    await session`lock table reaction in access exclusive mode`;
    await session`savepoint inner_lock`;
    await session`lock table message in access exclusive mode`;
    const untilBlocked = (event: string, table: string | null, seconds: number) =>
      until(
        () => sql`
          select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and l.locktype = ${event} and l.relation is not distinct from to_regclass(${table})
            -- Jobs wait for tables, too, and have written nothing.
            and (l.locktype = 'transactionid' or a.backend_xid is not null)
            and a.datname = current_database() and a.query_start < now() - make_interval(secs => ${seconds})`,
        ({ length }) => length > 0,
      );
    const reacting = first.cast.hamlet.refused("POST /messages/{message_id}/reactions", {
      message_id,
      emoji_name: "heart",
    });
    await untilBlocked("relation", "message", 0);
    const setting = second.cast.hamlet.call("PATCH /settings", { twenty_four_hour_time: true });
    // More of the 8 seconds for a lock than the 5 seconds for a stalled transaction leave.
    await untilBlocked("transactionid", null, 4);
    await session`rollback to savepoint inner_lock`;
    await untilBlocked("relation", "reaction", 0);
    first.signal("SIGSTOP");
    try {
      await session`rollback`;
      session.release();
      await setting;
    } finally {
      first.signal("SIGCONT");
    }
    await reacting;
  });

  test("readers are refused when the database does not respond, and the health check reports it before", async () => {
    const server = await startTestServer();
    const { database, url } = server;
    const read = () => raw(`${url}/api/v1/messages?anchor=newest&num_before=1&num_after=0`, { as: server.cast.hamlet });
    assert.equal((await read()).status, 200);
    const backends = await database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and application_name like 'parley%'`;
    for (const { pid } of backends) process.kill(pid, "SIGSTOP");
    try {
      let isAnswered = false;
      const reading = read().finally(() => (isAnswered = true));
      const health = await raw(`${url}/health`);
      assert.equal(health.status, 503);
      assert.match(health.text, /does not answer/);
      assert.equal(isAnswered, false, "the database answers although it is paused");
      const { status, json } = await reading;
      assert.deepEqual([status, json["code"]], [503, "SERVICE_UNAVAILABLE"]);
      // The connections that do not respond have been given up, and new ones replace them.
      await until(read, (answer) => answer.status === 200);
    } finally {
      for (const { pid } of backends) process.kill(pid, "SIGCONT");
    }
    await until(
      () => raw(`${url}/health`),
      ({ status }) => status === 200,
    );
  });

  test("the health check responds while every connection is in use", async () => {
    const server = await startTestServer();
    const { url } = server;
    const session = await server.database.sql.reserve();
    await session`begin`;
    await session`lock table message in access exclusive mode`;
    const read = () => raw(`${url}/api/v1/messages?anchor=newest&num_before=1&num_after=0`, { as: server.cast.hamlet });
    let answered = 0;
    const reading = Array.from({ length: 30 }, () => read().finally(() => (answered += 1)));
    await until(
      () => raw(`${url}/health`),
      ({ status }) => status === 503,
    );
    assert.equal(answered, 0);
    await session`rollback`;
    session.release();
    await Promise.all(reading);
    await until(
      () => raw(`${url}/health`),
      ({ status }) => status === 200,
    );
  });
});
