import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../../../test/harness/database.ts";
import { clientOf } from "./test-support.ts";

after(stopOwnCluster);

/** So many rows that nobody would wait for the last one. A series in `from` would be stored first. */
const endless = "select repeat('x', 10000), generate_series(1, 1000000000)";
const readOnce = async (rows: AsyncIterable<unknown>) => {
  for await (const row of rows) return row;
  return undefined;
};

test("a COPY whose reader stops is cancelled, and the next statement is not", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const client = clientOf(t, database.url);
  const [{ pid } = {}] = await client`select pg_backend_pid() as pid`;
  for (let turn = 0; turn < 15; turn += 1) {
    // Some end at the moment in which they are cancelled.
    const query = turn % 3 === 0 ? endless : `select repeat('x', 20000) from generate_series(1, ${turn})`;
    assert.ok(await readOnce(await client.unsafe(`copy (${query}) to stdout`).readable()));
    const [row] = await client`select pg_backend_pid() as pid, pg_sleep(0.002)`;
    assert.equal(row?.["pid"], pid, "on the same connection");
  }
});

test("a transaction whose COPY is given up fails", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const client = clientOf(t, database.url);
  const reading = client.begin(async (sql) => readOnce(await sql.unsafe(`copy (${endless}) to stdout`).readable()));
  await assert.rejects(reading, { code: "57014" });
  assert.deepEqual([...(await client`select 7 as seven`)], [{ seven: 7 }]);
});

test("a COPY from here that nobody gives rows fails, and what is sent beside it does not", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const client = clientOf(t, database.url);
  await client`create table numbers (number int)`;
  const code = "COPY_WITHOUT_ROWS";
  for (const copy of [
    () => client`copy numbers from stdin`,
    () => client.unsafe("\n Copy numbers\n(number) FROM  STDIN"),
    () => client.unsafe("copy numbers from stdout", [], { prepare: true }),
  ]) {
    const statements = [client`select 1 as n`.execute(), copy().execute(), client`select 2 as n`.execute()];
    const [before, failed, later] = await Promise.allSettled(statements);
    assert.equal(failed?.status === "rejected" && (failed.reason as { code: string }).code, code);
    assert.deepEqual(
      [before, later].map((outcome) => outcome?.status === "fulfilled" && [...outcome.value]),
      [[{ n: 1 }], [{ n: 2 }]],
    );
  }
  // Only the server knows that there is one in this text. It waits for its rows for ever.
  const hidden = client.unsafe("select 1; copy numbers from stdin").execute();
  const beside = client`select 3 as n`.execute();
  const [first, second] = await Promise.allSettled([hidden, beside]);
  assert.equal(first.status === "rejected" && (first.reason as { code: string }).code, code);
  assert.ok(second.status === "rejected" || second.value[0]?.["n"] === 3, "no response of another statement");
  assert.deepEqual([...(await client`select 4 as n`)], [{ n: 4 }]);
  assert.deepEqual([...(await client`select number from numbers`)], []);
});

test("a statement that fails a second time fails with what it failed with then", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const client = clientOf(t, database.url);
  const divide = (by: number, sql: Pick<typeof client, "unsafe"> = client) =>
    sql.unsafe("select 10 / $1::int as result", [by], { prepare: true });
  await divide(2);
  await client.unsafe("deallocate all");
  await assert.rejects(divide(0).execute(), { code: "22012" });

  await divide(2);
  await client.unsafe("deallocate all");
  const inside = client.begin(async (sql) => divide(2, sql as never));
  await assert.rejects(inside, { code: "26000" }, "in a transaction the second attempt is refused for the first one");
});

test("a statement that nobody awaited fails its savepoint, and not the transaction", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  await database.sql`create table numbers (number int)`;
  await database.sql.begin(async (tx) => {
    await tx`insert into numbers values (1)`;
    const inner = tx.savepoint(async (nested) => {
      await nested`insert into numbers values (2)`;
      void nested`select 1 / (random() * 0)::int`.execute();
    });
    await assert.rejects(inner, { code: "22012" });
    await tx.savepoint((nested) => nested`insert into numbers values (3)`);
  });
  assert.deepEqual(
    [...(await database.sql`select number from numbers order by number`)],
    [{ number: 1 }, { number: 3 }],
  );
});

test("the name of the application in the URL is the one that the server gets", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const nameIn = async (url: string) => {
    const [row] = await clientOf(t, url)`select current_setting('application_name') as name`;
    return row?.["name"];
  };
  assert.equal(await nameIn(database.url), "client test");
  assert.equal(await nameIn(`${database.url}?application_name=chat%20of%20ours`), "chat of ours");
});
