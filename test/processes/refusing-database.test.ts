import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { ParleyError } from "#client/client.ts";
import { connectPool } from "#engine/db/database.ts";
import { testCluster } from "../harness/database.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const ROLE = `clerk_${process.pid}`;

suite("when the database refuses", () => {
  let server: TestServer;
  /** A superuser's connection, which the limits of other roles do not affect. */
  const sql = () => server.database.sql;

  before(async () => {
    const first = await startTestServer();
    // Without a superuser's privileges, as most operators run it: limits apply to such roles only.
    await first.database.sql.unsafe(`create role ${ROLE} login in role ${(await testCluster()).user}`);
    const url = new URL(first.database.url);
    url.username = ROLE;
    server = await startTestServer({ database: { ...first.database, url: url.href } });
    await first.stop();
    await send("before");
  });

  let sent = 0;
  const message = (content: string) => ({ type: "channel", to: "general", topic: "t", content }) as const;
  const send = async (content: string) => {
    const { id } = await server.cast.hamlet.call("POST /messages", message(content));
    sent = id;
    return id;
  };
  const refused = async (content: string): Promise<ParleyError> =>
    server.cast.hamlet.refused("POST /messages", message(content));
  const health = async () => {
    const { status, json } = await raw(`${server.url}/health`);
    return { status, sentence: String(json["status"]) };
  };
  const isStored = async (content: string) => (await sql()`select from message where content = ${content}`).length > 0;

  /**
   * Checks that nothing happened, that the error says so, and that the health check reports it; afterwards all is well.
   */
  const isRefusal = async ({ status, code, message: sentence }: ParleyError, content: string, words: RegExp) => {
    assert.deepEqual([status, code], [503, "SERVICE_UNAVAILABLE"]);
    assert.match(sentence, words);
    assert.match(sentence, /nothing was changed/);
    assert.equal(await isStored(content), false);
  };
  const isWellAgain = async () => {
    await until(
      () =>
        server.cast.hamlet.call("POST /messages", message("well again")).then(
          () => true,
          () => false,
        ),
      (isSent) => isSent,
    );
    await until(health, ({ status }) => status === 200);
  };
  const terminate = (name: string) => sql()`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name}`;

  for (const [table, way] of [
    ["message", "decided ahead of the lock"],
    ["reaction", "under the lock"],
  ] as const) {
    test(`a write on a full disk is refused and changes nothing, ${way}`, async () => {
      const target = sent;
      await sql().unsafe(`
        create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger refuse before insert on ${table} execute function refuse();`);
      const refusal =
        table === "message"
          ? await refused("too much")
          : await server.cast.hamlet.refused("POST /messages/{message_id}/reactions", {
              message_id: target,
              emoji_name: "octopus",
            });
      await isRefusal(refusal, "too much", /disk .* full/);
      const { status, sentence } = await health();
      assert.equal(status, 503);
      assert.match(sentence, /disk .* full/);
      const answer = await raw(`${server.url}/api/v1/messages`, {
        as: server.cast.hamlet,
        method: "POST",
        body: new URLSearchParams({ ...message("too much") }),
      });
      if (table === "message") assert.ok(Number(answer.headers.get("retry-after")) > 0);
      await sql().unsafe(`drop trigger refuse on ${table}; drop function refuse();`);
      await isWellAgain();
    });
  }

  test("a write to a read-only database is refused, and the health check reports it", async () => {
    const [row] = await sql()<{ name: string }[]>`select current_database() as name`;
    await sql().unsafe(`alter database ${row?.name} set default_transaction_read_only = on`);
    await terminate("parley background");
    await terminate("parley reads");
    await terminate("parley writes");
    const refusal = await until(
      () => refused("read-only"),
      ({ message: sentence }) => sentence.includes("read-only"),
    );
    await isRefusal(refusal, "read-only", /read-only/);
    assert.equal((await server.cast.hamlet.refused("POST /register", {})).status, 503);
    const { status, sentence } = await health();
    assert.equal(status, 503);
    assert.match(sentence, /read-only/);
    await sql().unsafe(`alter database ${row?.name} reset default_transaction_read_only`);
    await terminate("parley background");
    await terminate("parley reads");
    await terminate("parley writes");
    await isWellAgain();
  });

  test("a write without a free database connection is refused and changes nothing", async () => {
    await sql().unsafe(`alter role ${ROLE} connection limit 1`);
    await terminate("parley writes");
    const refusal = await until(
      () => refused("no connection"),
      ({ message: sentence }) => sentence.includes("no connection"),
    );
    await isRefusal(refusal, "no connection", /no connection left/);
    assert.equal((await health()).status, 503);
    await terminate("parley reads");
    const reads = Array.from({ length: 12 }, () =>
      raw(`${server.url}/api/v1/users/me/topics`, { as: server.cast.hamlet }),
    );
    for (const { status } of await Promise.all(reads)) assert.notEqual(status, 500);
    await sql().unsafe(`alter role ${ROLE} connection limit -1`);
    await isWellAgain();
  });

  /** Runs something while another session holds the head row. */
  const whileLocked = async (work: () => Promise<void>) => {
    const other = connectPool(server.database.address, { max: 1, name: "other" });
    const session = await other.reserve();
    await session`begin`;
    await session`select from realm_head for update`;
    try {
      await work();
    } finally {
      await session`rollback`;
      session.release();
      await other.end();
    }
  };
  const waitingWriter = () =>
    until(
      async () => {
        const [row] = await sql()<{ pid: number }[]>`
          select pid from pg_stat_activity
          where datname = current_database() and application_name = 'parley writes' and wait_event_type = 'Lock'`;
        return row?.pid;
      },
      (pid) => pid !== undefined,
    );

  test("a write that waits too long for a lock is refused and changes nothing", async () => {
    await whileLocked(async () => {
      await isRefusal(await refused("locked"), "locked", /locked the data/);
      assert.equal((await health()).status, 503);
    });
    await isWellAgain();
    assert.equal(await isStored("locked"), false);
  });

  test("a write whose statement is cancelled is refused and changes nothing", async () => {
    await whileLocked(async () => {
      const refusing = refused("cancelled");
      await sql()`select pg_cancel_backend(${(await waitingWriter()) as number})`;
      await isRefusal(await refusing, "cancelled", /cancelled the statement/);
    });
    await isWellAgain();
  });

  test("a write that is cut off before the commit is refused and changes nothing, and one in the commit is not", async () => {
    await whileLocked(async () => {
      const early = server.cast.hamlet.refused("POST /messages/{message_id}/reactions", {
        message_id: sent,
        emoji_name: "octopus",
      });
      await sql()`select pg_terminate_backend(${(await waitingWriter()) as number})`;
      await isRefusal(await early, "no message", /cannot be reached/);
    });
    await isWellAgain();
    await send("so that the next one is decided ahead of the lock");
    await whileLocked(async () => {
      const late = refused("perhaps");
      await sql()`select pg_terminate_backend(${(await waitingWriter()) as number})`;
      assert.equal((await late).code, "UNKNOWN_OUTCOME");
    });
    await isWellAgain();
  });

  test("a reader whose statement waits too long or is cancelled gets a 503", async () => {
    const other = connectPool(server.database.address, { max: 1, name: "other" });
    const session = await other.reserve();
    await session`begin`;
    await session`lock table message in access exclusive mode`;
    const read = () =>
      raw(`${server.url}/api/v1/messages?anchor=newest&num_before=1&num_after=0`, { as: server.cast.hamlet });
    const { status, json } = await read();
    assert.deepEqual([status, json["code"]], [503, "SERVICE_UNAVAILABLE"]);
    await session`rollback`;
    session.release();
    await other.end();
    assert.equal((await read()).status, 200);
  });
});
