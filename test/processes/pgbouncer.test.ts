import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { explain } from "#cli/explain.ts";
import { SECRET } from "../harness/cast.ts";
import { createChannel } from "../harness/channels.ts";
import { runCommandHere } from "../harness/command.ts";
import { createDatabase } from "../harness/database.ts";
import { newDataFolder } from "../harness/folder.ts";
import { listen } from "../harness/listen.ts";
import { startNats } from "../harness/nats-server.ts";
import { skipWithout } from "../harness/needs/needs.ts";
import { startPgBouncer } from "../harness/pgbouncer.ts";
import { startTestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const skip = skipWithout("pgbouncer") || skipWithout("nats-server");

/** Far fewer than the connections of two servers. */
const POOL_SIZE = 6;

test("two servers work behind PgBouncer in transaction mode, once the role has time limits", { skip }, async (t) => {
  const [database, nats] = [await createDatabase(), await startNats()];
  after(nats.kill);
  const pool = async () => ({ ...database, url: (await startPgBouncer(POOL_SIZE)).url(database) });
  let pooled = await pool();
  const flags = ["--nats-url", nats.url, "--database-pooler", "on"];
  const start = (some: readonly string[]) => startTestServer({ database: pooled, flags: some });

  const refusalOf = (some: readonly string[]) => start(some).then(() => "started", explain);
  assert.match(await refusalOf([]), /start with --database-pooler on/);
  assert.match(await refusalOf(flags.slice(2)), /^--database-pooler needs --nats-url/);
  const advice = await refusalOf(flags);
  const statements = [...advice.matchAll(/alter role \S+ set (\w+ = \d+);/g)].map(([, setting]) => setting);
  assert.equal(statements.length, 3, advice);
  const [row] = await database.sql<{ name: string }[]>`select current_database() as name`;
  // Other tests use the same role.
  for (const setting of statements) await database.sql.unsafe(`alter database ${row?.name} set ${setting}`);
  // New connections have them, and this PgBouncer might still hand out one that has been ended.
  pooled = await pool();
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> 'test'`;

  const [first, second] = [await start(flags), await start(flags)];
  const { hamlet, othello } = first.cast;
  const listener = await listen(second.cast.othello, { event_types: ["typing"] });
  await hamlet.call("POST /typing", { op: "start", to: [othello.id] });
  assert.partialDeepStrictEqual(await listener.next(), [{ type: "typing", op: "start" }]);

  const { name, id: stream_id } = await createChannel(hamlet, { subscribers: [othello.id] });
  const queue = await second.cast.othello.register({ event_types: ["message"] });
  const sends = Array.from({ length: 60 }, (_, n) =>
    (n % 2 === 0 ? hamlet : second.cast.hamlet).call("POST /messages", {
      type: "channel",
      to: name,
      topic: "pooled",
      content: `needle ${n}`,
    }),
  );
  const ids = (await Promise.all(sends)).map(({ id }) => id).toSorted((a, b) => a - b);
  const events = await until(
    () => second.cast.othello.drain({ ...queue }),
    (all) => all.length >= ids.length,
  );
  assert.deepEqual(
    events.map(({ message }) => (message as { id: number }).id),
    ids,
  );
  const narrow = [
    { operator: "channel", operand: stream_id },
    { operator: "search", operand: "needle" },
  ];
  const found = await second.cast.othello.call("GET /messages", {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    narrow,
  });
  assert.deepEqual(
    found.messages.map(({ id }) => id),
    ids,
  );

  const folder = newDataFolder("parley-pooled-");
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const settings = ["--data", folder, "--database-url", pooled.url, ...flags];
  for (const command of [["stats"], ["backup", join(folder, "backup")]]) {
    const { code, output } = await runCommandHere([...command, ...settings], { PARLEY_SECRET: SECRET });
    assert.equal(code, 0, output);
  }
  const [sessions] = await database.sql<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and application_name like 'parley%'`;
  assert.ok((sessions?.count ?? 0) <= POOL_SIZE);
});
