/** The client against the library that Parley used before, which has met more databases. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import postgres from "postgres";
import { until } from "../../../../test/harness/until.ts";
import { createDatabase, stopOwnCluster, type TestDatabase } from "../../../../test/harness/database.ts";
import { clientOf } from "./test-support.ts";

after(stopOwnCluster);

function libraryOf(database: TestDatabase): postgres.Sql {
  const { dir, port, user, database: name } = database.address.socket ?? assert.fail("the tests use a socket");
  return postgres({
    ...{ path: `${dir}/.s.PGSQL.${port}`, user, database: name, max: 1, onnotice: () => {} },
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number } },
    transform: { column: { from: postgres.toCamel } },
  });
}

const LARGE = "€x".repeat(200_000);
const DATE = new Date("2026-02-03T04:05:06.789Z");
const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
const DEEP = [
  ["a", 'b"\\,{}'],
  ["", "NULL"],
];

/** Statements and their parameters. */
const STATEMENTS: readonly (readonly [text: string, ...parameters: unknown[]])[] = [
  ["select 1 as one"],
  ["select $1::int2 as a, $2::int4 as b, $3::int8 as c", -32_768, 2_147_483_647, Number.MAX_SAFE_INTEGER],
  ["select $1::float8 as a, $2::float4 as b, $3::numeric as c", 1.5, -0.25, "12345678901234567890.5"],
  ["select $1::float8 as a, $2::float8 as b", Number.POSITIVE_INFINITY, Number.NaN],
  ["select $1::text as a, $2::varchar as b, $3::bpchar(5) as c, $4::name as d", LARGE, "ü𝄞", "ab", "n"],
  ["select $1::text as a_b, $2::int4 as a_1, null as nothing, '' as empty", null, null],
  ["select $1::boolean as a, $2::boolean as b", true, false],
  ["select $1::timestamptz as a, $2::timestamp as b, $3::date as c", DATE, DATE, DATE],
  ["select $1::bytea as a, $2::bytea as b", BYTES, Buffer.alloc(0)],
  ["select $1::json as a, $2::jsonb as b, $3::jsonb as c", { a: [1, null, "ü"] }, "text", 7],
  ["select $1::int8[] as a, $2::text[] as b, $3::int4[] as c", [1, -2], ["", "a,b", 'c"\\', "{}"], []],
  ["select $1::text[] as a", DEEP],
  ["select $1::text[] as a, $2::varchar[] as b", [`"\\${LARGE}`, "NULL"], ["", 'c"\\']],
  ["select $1::uuid as a, $2::interval as b, $3::time as c", "7b1c0d0e-0000-4000-8000-000000000001", "1 day", "10:11"],
  ["select '[1,5)'::int8range as a, '{[1,5),[7,)}'::int8multirange as b, '1 2'::int2vector as c"],
  ["select array[true, false] as a, array[1.5, 2] as b, array['2026-01-02'::date] as c, '{{1,2},{3,4}}'::int4[] as d"],
  ["select n as number, n % 3 = 0 as third from generate_series(1, 500) n"],
  ["insert into one select n from generate_series(1, 5) n"],
  ["update one set id = id where id > $1", 2],
  ["delete from one"],
  ["do $$ begin raise notice 'a notice'; end $$"],
  ["set application_name to 'renamed'"],
  ["select pg_cancel_backend(pg_backend_pid())"],
  ["select 1 / $1::int as a", 0],
  ["select 10 / (3 - n) from generate_series(1, 5) n"],
  ["select * from absent"],
  ["select $1::int", "not a number"],
  ["insert into one values ($1), ($1)", 1],
  ["this is not SQL"],
  ["select $1::text", "a\0b"],
  ["select $1::text[]", ["a\0b"]],
  [""],
];

type Outcome = { readonly rows: unknown; readonly count: number } | { readonly error: unknown };

async function outcomeOf(statement: PromiseLike<ArrayLike<unknown> & { readonly count: number }>): Promise<Outcome> {
  try {
    const rows = await statement;
    return { rows: Array.from(rows, (row) => ({ ...(row as object) })), count: rows.count ?? 0 };
  } catch (error) {
    const { code, severity, detail, hint, position, table_name, constraint_name, routine, message } = error as Record<
      string,
      unknown
    >;
    return { error: { code, severity, detail, hint, position, table_name, constraint_name, routine, message } };
  }
}

test("each statement has the same outcome as by the library, prepared, again, and not prepared", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  await database.sql`create table one (id int primary key)`;
  const reset = () => database.sql.unsafe("truncate one; insert into one values (7), (8), (9)");
  const own = clientOf(t, database.url);
  let failures = 0;
  for (const prepare of [true, true, false]) {
    for (const [text, ...parameters] of STATEMENTS) {
      await reset();
      // A new one each time: after some failures the library puts the rows of the next statement in wrong addresses.
      const library = libraryOf(database);
      const expected = await outcomeOf(library.unsafe(text, parameters as never[], { prepare }));
      await library.end();
      await reset();
      const outcome = await outcomeOf(own.unsafe(text, parameters as never[], { prepare }));
      assert.deepEqual(outcome, expected, text.slice(0, 100));
      if ("error" in outcome) failures += 1;
    }
  }
  assert.equal(failures, 3 * 9);
});

test("arrays arrive with null in them and with other bounds, which the library does not read", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const [row] = await clientOf(t, database.url)`
    select array['NULL', null, 'a'] as a, array[1, null] as b, '[0:1]={3,4}'::int4[] as c`;
  assert.deepEqual(row, { a: ["NULL", null, "a"], b: [1, null], c: [3, 4] });
});

test("statements with parts in them are the same text and parameters as by the library", async (t) => {
  const database = await createDatabase("empty");
  const library = libraryOf(database);
  t.after(async () => {
    await library.end();
    await database.drop();
  });
  const own = clientOf(t, database.url);
  const statement = (sql: typeof own) => {
    const part = sql`n > ${1} and ${true}`;
    const parts = [sql`n < ${9}`, sql` and n <> ${5}`];
    return sql`select n as ${sql('strange "name')}, ${sql.json({ a: 1 })} as j from generate_series(0, 10) n where ${part} and ${parts}`;
  };
  const expected = await outcomeOf(statement(library as never));
  assert.ok("rows" in expected);
  assert.deepEqual(await outcomeOf(statement(own)), expected);
  for (const undefinedValue of [undefined as never, own.json(undefined)]) {
    await assert.rejects(own`select ${undefinedValue}::text`.execute(), { code: "UNDEFINED_VALUE" });
  }
});

test("notices of a channel arrive in order, as by the library, also after the connection was lost", async (t) => {
  const database = await createDatabase("empty");
  const library = libraryOf(database);
  const own = clientOf(t, database.url);
  t.after(async () => {
    await own.end({ timeout: 0 });
    await library.end({ timeout: 0 });
    await database.drop();
  });
  const received = { own: [] as string[], library: [] as string[] };
  const listening = { count: 0, again: Promise.withResolvers<void>() };
  const onListen = () => ((listening.count += 1) === 2 ? listening.again.resolve() : undefined);
  await own.listen('a "channel"', (text) => received.own.push(text), onListen);
  await library.listen('a "channel"', (text) => received.library.push(text));
  const send = async (texts: readonly string[]) => {
    for (const text of texts) await database.sql`select pg_notify('a "channel"', ${text})`;
    await database.sql`select pg_notify('another', 'not this one')`;
    while (received.own.length < texts.length) await new Promise((next) => void setTimeout(next, 5));
  };
  const texts = ["one", "", "ü".repeat(3000)];
  await send(texts);
  await until(
    () => received.library.length,
    (count) => count === texts.length,
    10,
  );
  assert.deepEqual(received.own, texts);
  assert.deepEqual(received.library, texts);
  received.own = [];
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'`;
  await listening.again.promise;
  await send(["again"]);
  assert.deepEqual(received.own, ["again"]);
});

test("a statement prepared before its table changed is prepared again", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  await database.sql`create table one (id int primary key)`;
  await database.sql`insert into one values (1)`;
  const own = clientOf(t, database.url);
  const read = () => own`select * from one where id = ${1}`;
  assert.deepEqual([...(await read())], [{ id: 1 }]);
  await database.sql`alter table one add column word text default 'new'`;
  assert.deepEqual([...(await read())], [{ id: 1, word: "new" }]);
  await own.unsafe("deallocate all");
  assert.deepEqual(
    [...(await Promise.all([read(), read()])).flat()],
    [1, 1].map((id) => ({ id, word: "new" })),
  );
});

test("a value that cannot be sent fails alone, before and after its statement is prepared", async (t) => {
  const database = await createDatabase("empty");
  t.after(() => database.drop());
  const own = clientOf(t, database.url);
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  for (let turn = 0; turn < 3; turn += 1) {
    const [bad, good] = await Promise.allSettled([
      own`select ${own.json(circular)}::jsonb as json`.execute(),
      own`select ${own.json({ turn })}::jsonb as json`.execute(),
    ]);
    assert.equal(bad.status, "rejected");
    assert.deepEqual(good.status === "fulfilled" && [...good.value], [{ json: { turn } }]);
  }
});
