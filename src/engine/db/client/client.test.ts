import assert from "node:assert/strict";
import { finished } from "node:stream/promises";
import { after, test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../../../test/harness/database.ts";
import { until } from "../../../../test/harness/until.ts";
import { connectPool } from "../database.ts";
import { createClient } from "./client.ts";
import { addList, addValue, binaryList, encoded, noParameters, type ValueType } from "./values/parameters.ts";

after(stopOwnCluster);

test("values arrive unchanged, whole numbers and booleans too", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const [row] = await database.sql`
    select 0::int2 as none, (-7)::int2 as small, (-2147483648)::int4 as lowest, 9007199254740991::int8 as highest,
           (-9007199254740991)::int8 as negative, true as yes, false as no, null::int8 as absent,
           null::boolean as unknown, '' as empty, 'Ω–7' as text, 1.5::float8 as half, '{1,-2}'::int8[] as list`;
  assert.deepEqual(
    { ...row },
    {
      ...{ none: 0, small: -7, lowest: -2147483648, highest: Number.MAX_SAFE_INTEGER, half: 1.5, list: [1, -2] },
      ...{
        negative: Number.MIN_SAFE_INTEGER,
        yes: true,
        no: false,
        absent: null,
        unknown: null,
        empty: "",
        text: "Ω–7",
      },
    },
  );
});

test("a COPY that fails at once ends neither the process nor the connection", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  await database.sql`create table one (number int)`;
  const failing = async () => {
    const rows = await database.sql`copy (select 1 / (random() * 0)::int) to stdout`.readable();
    for await (const row of rows) assert.fail(String(row));
  };
  for (let turn = 0; turn < 20; turn += 1) await assert.rejects(failing, { code: "22012" });
  const [row] = await database.sql`select 1 as one`;
  assert.equal(row?.["one"], 1);
});

test("a statement that nobody awaited fails the transaction", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  await database.sql`create table one (number int)`;
  const write = database.sql.begin(async (tx) => {
    await tx`insert into one values (1)`;
    void tx`select 1 / (random() * 0)::int`.execute();
  });
  await assert.rejects(write, { code: "22012" });
  assert.deepEqual([...(await database.sql`select number from one`)], []);
});

test("a server remembers a bounded number of statements, and runs all", async (t) => {
  const database = await createDatabase("empty");
  const sql = connectPool(database.address, { max: 1, name: "parley test" });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  for (let number = 0; number < 1100; number += 1) {
    const [row] = await sql.unsafe(`select ${number}::int8 as number`, [], { prepare: true });
    assert.equal(row?.["number"], number);
  }
  const [row] = await sql`select count(*)::int8 as count from pg_prepared_statements`;
  const count = Number(row?.["count"]);
  assert.ok(count > 900 && count <= 1000, String(count));
});

test("binary lists arrive unchanged beside other parameters", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const texts = ["", "plain", '"quoted" \\ {a,b}', "null", "Ω–7 𝄞", null];
  const lists = {
    int2: [0, -32_768, 32_767, null],
    int4: [0, -2_147_483_648, 2_147_483_647],
    int8: [0, -1, 4_294_967_296, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null],
    text: texts,
  };
  for (const [type, list] of Object.entries(lists)) {
    const statement = `select $1::text as before, to_json($2::${type}[]) as list, $3::int8 as after`;
    const rows = await database.sql.unsafe(statement, ["x", binaryList(type as ValueType, list), 7]);
    assert.deepEqual([...rows], [{ before: "x", list, after: 7 }], type);
  }
  const json = { binary: "not a list" };
  const [row] = await database.sql<{ same: unknown }[]>`select ${database.sql.json(json)}::jsonb as same`;
  assert.deepEqual(row?.same, json, "a value from a client is never taken for a list");
});

test("parameters that are encoded arrive unchanged, however long, with and without a prepared statement", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const values = {
    int2: [0, -32_768, 32_767, null],
    int4: [0, -2_147_483_648, 2_147_483_647, null],
    int8: [0, -1, 4_294_967_296, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null],
    text: ["", '"quoted" \\ {a,b}', "Ω–7 𝄞", "€".repeat(5000), null],
  };
  for (const type of Object.keys(values) as ValueType[]) {
    for (const value of values[type]) {
      const statement = `select to_json($1::${type}) as one, to_json($2::${type}[]) as list, $3::text as after`;
      for (const prepare of [true, true, false]) {
        const parameters = noParameters();
        addValue(parameters, type, value);
        addList(parameters, type, values[type]);
        addValue(parameters, "text", "end");
        const rows = await database.sql.unsafe(statement, encoded(parameters), { prepare });
        assert.deepEqual([...rows], [{ one: value, list: values[type], after: "end" }], type);
      }
    }
  }
});

test("short texts of every kind arrive unchanged", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const texts = ["", "a", "x".repeat(24), "x".repeat(25), `${"x".repeat(23)}é`, "é", "𝄞", "x𝄞", "€".repeat(3000)];
  for (const text of texts) assert.deepEqual([...(await database.sql`select ${text}::text as same`)], [{ same: text }]);
});

test("a statement that fails half-way leaves nothing to the next one, on this connection or its successor", async (t) => {
  const database = await createDatabase("empty");
  const pool = connectPool(database.address, { max: 1, name: "half-way" });
  t.after(async () => {
    await pool.end({ timeout: 1 });
    await database.drop();
  });
  await assert.rejects(pool`select 10 / (3 - n) from generate_series(1, 5) n`.execute(), { code: "22012" });
  assert.deepEqual([...(await pool`select 7 as seven`)], [{ seven: 7 }]);
  const end = () =>
    database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'half-way'`;
  let ending: Promise<unknown> | undefined;
  // Each row is so large that it is sent at once, and the rows are so slow that the connection is cut between two.
  const slow = pool`select pg_sleep(0.05), repeat('x', 100000) from generate_series(1, 1000)`;
  await assert.rejects(slow.forEach(() => void (ending ??= end().execute())));
  await ending;
  assert.deepEqual([...(await pool`select 8 as eight`)], [{ eight: 8 }]);
});

test("a COPY that is refused after its last row fails, and the connection goes on", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  await database.sql`create table one (id int primary key)`;
  const copy = async (rows: string) =>
    finished((await database.sql`copy one from stdin`.writable()).end(rows), { readable: false });
  await assert.rejects(copy("1\n2\n1\n"), { code: "23505" });
  await copy("1\n2\n");
  assert.deepEqual([...(await database.sql`select id from one order by id`)], [{ id: 1 }, { id: 2 }]);
});

test("a COPY of rows that are larger than the buffer of its reader leaves the connection usable", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  await database.sql.begin(async (tx) => {
    let length = 0;
    const rows = await tx`copy (select repeat('x', 500000) from generate_series(1, 3)) to stdout`.readable();
    for await (const bytes of rows) length += (bytes as Buffer).length;
    assert.equal(length, 3 * 500_001);
    assert.deepEqual([...(await tx`select 7 as seven`)], [{ seven: 7 }]);
  });
});

test("a transaction has its connection for itself, also if it begins where the pipeline is full", async (t) => {
  const database = await createDatabase("empty");
  const pool = connectPool(database.address, { max: 2, name: "pipeline" });
  t.after(async () => {
    await pool.end({ timeout: 1 });
    await database.drop();
  });
  await Promise.all([pool`select pg_sleep(0.01)`, pool`select pg_sleep(0.01)`]);
  // The client sends up to 100 statements on a connection before the first of them is answered.
  for (let before = 190; before <= 210; before += 1) {
    const statements = Array.from({ length: before }, () => pool`select 1`.execute());
    const [{ seven } = {}] = await pool.begin((tx) => tx<{ seven: number }[]>`select 7 as seven`);
    assert.equal(seven, 7);
    await Promise.all(statements);
  }
});

test("an idle connection is ended after its time, and not one that is working", async (t) => {
  const database = await createDatabase("empty");
  const { dir, port, user, database: name } = database.address.socket ?? assert.fail("the tests use a socket");
  const idleSeconds = 0.1;
  const addresses = [{ path: `${dir}/.s.PGSQL.${port}` }];
  const pool = createClient({
    target: {
      addresses,
      user,
      password: "",
      database: name,
      tls: undefined,
      channelBinding: "disable",
      role: "any",
      settings: {},
    },
    settings: { application_name: "idle" },
    ...{ max: 1, idleMs: idleSeconds * 1000, isPrepared: true, isPrimary: false },
  });
  t.after(async () => {
    await pool.end({ timeout: 1 });
    await database.drop();
  });
  const connections = () => database.sql`select from pg_stat_activity where application_name = 'idle'`;
  for (const seconds of [0, idleSeconds * 5]) await pool`select pg_sleep(${seconds})`;
  await until(connections, ({ length }) => length === 0);
  assert.deepEqual([...(await pool`select 7 as seven`)], [{ seven: 7 }], "the next statement gets another one");
});
