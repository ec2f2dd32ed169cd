import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "../../../test/harness/database.ts";

/** The list of organizations, the settings of the installation, its migrations, and mail that waits to be sent. */
const OF_ALL = ["installation", "mail", "realm", "schema_version"];

test("the key of every table begins with the organization, so that each can live in another database", async () => {
  const database = await createDatabase();
  const rows = await database.sql<{ name: string; isOfOne: boolean }[]>`
    select c.relname as name, coalesce(bool_or(a.attname = 'realm_id') and
           not bool_or(i.indisprimary and a.attname <> 'realm_id'), false) as is_of_one
    from pg_class c
    left join pg_index i on i.indrelid = c.oid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname`;
  await database.drop();
  assert.ok(rows.length > 50);
  const others = rows.filter(({ isOfOne }) => !isOfOne).map(({ name }) => name);
  assert.deepEqual(others.sort(), OF_ALL);
});
