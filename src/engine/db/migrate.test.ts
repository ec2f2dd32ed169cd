import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import { connectPool, type Sql } from "./database.ts";
import { checkServer, migrate, NewerDatabaseError, readMigrations, UnknownSchemaError } from "./migrate.ts";

after(stopOwnCluster);

test("a migration may take longer than a statement of a request, and so may waiting for one", async () => {
  const database = await createDatabase();
  const sql = connectPool(database.address, { max: 1, name: "test migration" });
  await sql`set statement_timeout = 100`;
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const other = database.sql.begin(async (tx) => {
    await tx`lock table schema_version`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const migration = migrate(sql, () => {});
  await until(
    () => database.sql`
      select 1 from pg_stat_activity
      where application_name = 'test migration' and state = 'active' and now() - query_start > interval '300 ms'`,
    (rows) => rows.length > 0,
  );
  release.resolve();
  await other;
  await assert.doesNotReject(migration);
  await sql.end();
  await database.drop();
});

test("an operator sees one line for all migrations, and the name of one that fails", async () => {
  const database = await createDatabase("empty");
  const lines: string[] = [];
  const progress = (sentence: string) => lines.push(sentence);
  await migrate(database.sql, progress);
  await migrate(database.sql, progress);
  assert.deepEqual(lines.splice(0), ["Creating the tables."]);

  const [last] = await database.sql<{ number: number; name: string }[]>`
    delete from schema_version where number = (select max(number) from schema_version) returning number, name`;
  assert.ok(last);
  await assert.rejects(migrate(database.sql, progress), ({ message }: Error) =>
    message.startsWith(`Migration ${last.name} failed: `),
  );
  assert.match(lines.join("\n"), new RegExp(`^Migrating the tables from schema \\d+ to ${last.number}\\.$`));
  await database.drop();
});

test("migrations whose numbers have a gap, or that share a number, are refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-migrations-"));
  const add = (name: string) => writeFileSync(join(folder, name), "select 1;");
  add("0001_first.sql");
  add("0002_second.sql");
  assert.deepEqual(
    readMigrations(folder).map(({ number, name }) => [number, name]),
    [
      [1, "0001_first.sql"],
      [2, "0002_second.sql"],
    ],
  );
  add("0002_another.sql");
  assert.throws(() => readMigrations(folder), /0002_second\.sql is in the place of number 3/);
  rmSync(join(folder, "0002_another.sql"));
  add("0004_fourth.sql");
  assert.throws(() => readMigrations(folder), /0004_fourth\.sql is in the place of number 3/);
  rmSync(folder, { recursive: true });
});

test("a database of other migrations is refused with what to do, and left as it was", async () => {
  const database = await createDatabase("empty");
  const { sql } = database;
  await migrate(sql, () => {});
  const count = async () => (await sql<{ n: number }[]>`select count(*)::int4 as n from schema_version`)[0]?.n ?? 0;
  const newest = await count();

  await sql`insert into schema_version (number, name) values (${newest + 1}, 'from_the_future.sql')`;
  await assert.rejects(
    migrate(sql, () => {}),
    NewerDatabaseError,
  );
  await sql`delete from schema_version where number > ${newest}`;

  // The databases of development versions had other files under these numbers, and numbers far beyond them.
  await sql`update schema_version set name = '0001_frame.sql' where number = 1`;
  await sql`insert into schema_version (number, name) values (115, '0115_guest_queues.sql')`;
  const refused = (error: Error) =>
    error instanceof UnknownSchemaError && /has 0001_frame\.sql.*Start with another data folder/.test(error.message);
  await assert.rejects(
    migrate(sql, () => {}),
    refused,
  );
  assert.equal(await count(), newest + 1);

  await sql`delete from schema_version where number > 1`;
  await assert.rejects(
    migrate(sql, () => {}),
    refused,
  );
  assert.equal(await count(), 1);
  await database.drop();
});

test("a PostgreSQL that is too old is refused in one sentence", async () => {
  const serverOf = (version: string) => (() => Promise.resolve([{ version }])) as unknown as Sql;
  for (const version of ["15.0", "18.4 (Debian 18.4-1)", "19beta1"]) await checkServer(serverOf(version));
  await assert.rejects(checkServer(serverOf("9.6.24")), {
    message: "Parley needs PostgreSQL 15 or newer, and this is PostgreSQL 9.6.24.",
  });
  await assert.rejects(checkServer(serverOf("14.12")));
});
