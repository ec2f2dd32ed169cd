import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createDatabase, stopOwnCluster } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import { connect, type Sql } from "./database.ts";
import { checkServer, migrate } from "./migrate.ts";

after(stopOwnCluster);

test("a migration may take longer than a statement of a request, and so may waiting for one", async () => {
  const database = await createDatabase();
  const sql = connect(database.address, { max: 1, name: "test migration" });
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

test("a PostgreSQL that is too old is refused in one sentence", async () => {
  const serverOf = (version: string) => (() => Promise.resolve([{ version }])) as unknown as Sql;
  for (const version of ["15.0", "18.4 (Debian 18.4-1)", "19beta1"]) await checkServer(serverOf(version));
  await assert.rejects(checkServer(serverOf("9.6.24")), {
    message: "Parley needs PostgreSQL 15 or newer, and this is PostgreSQL 9.6.24.",
  });
  await assert.rejects(checkServer(serverOf("14.12")));
});
