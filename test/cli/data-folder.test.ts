import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connect as connectClient } from "#client/client.ts";
import { addressIn } from "#cli/installation/cluster-address.ts";
import { connectPool } from "#engine/db/database.ts";
import { type Cluster, findCluster } from "#engine/db/embedded/embedded.ts";
import { runCommand, startInFolder } from "../harness/command.ts";
import { newDataFolder } from "../harness/folder.ts";
import { until } from "../harness/until.ts";

const OWNER = { PARLEY_OWNER_EMAIL: "owner@elsinore.example", PARLEY_OWNER_PASSWORD: "a very good password" };

test("a server starts its PostgreSQL again when that dies, never unlocks its data folder, and waits for a database that is away", async (t) => {
  const folder = newDataFolder("parley-data-");
  let started: Awaited<ReturnType<typeof startInFolder>> | undefined;
  t.after(async () => {
    // First, because it would start its PostgreSQL again.
    await started?.end("SIGKILL");
    await (await findCluster(folder))?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const server = (started = await startInFolder(folder, ["--pool-size", "70"], OWNER));
  const apiKey = /API key\s+(\S+)/.exec(server.output())?.[1] as string;
  const owner = connectClient({ url: server.url, email: OWNER.PARLEY_OWNER_EMAIL, apiKey });
  const say = (content: string) =>
    owner.call("POST /messages", { type: "channel", to: "general", topic: "x", content }).catch(() => undefined);
  /** Connections for reads may come back later than those for writes. */
  const textOf = (id: number) =>
    until(
      () => owner.call("GET /messages/{message_id}", { message_id: id }).catch(() => undefined),
      (answer) => answer !== undefined,
    ).then((answer) => answer?.raw_content);
  const isTaken = async () => {
    const { code, output } = await runCommand(["start", "--data", folder, "--port", "0"]);
    return code === 1 && /^Another Parley is running on the data folder/m.test(output);
  };
  const before = await say("before");
  assert.ok(before !== undefined);

  const cluster = (await findCluster(folder)) as Cluster;
  const sql = connectPool(addressIn(cluster, "postgres"), { max: 1, name: "test" });
  t.after(() => sql.end({ timeout: 1 }));
  const [allowed] = await sql<{ maxConnections: string }[]>`show max_connections`;
  assert.ok(Number(allowed?.maxConnections) > 70, "PostgreSQL has room for the pool");
  const holders = () => sql<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'parley lock'`;
  const [first] = await holders();
  await sql`select pg_terminate_backend(${first?.pid ?? 0})`;
  await until(holders, ([now]) => now !== undefined && now.pid !== first?.pid);
  assert.ok(await isTaken(), "the lock was taken again");

  process.kill(Number.parseInt(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8"), 10), "SIGKILL");
  const after = await until(
    () => say("after"),
    (sent) => sent !== undefined,
  );
  assert.ok((after?.id ?? 0) > before.id);
  assert.equal(await textOf(before.id), "before");
  await until(
    () => holders().catch(() => []),
    ([now]) => now !== undefined,
  );
  assert.ok(await isTaken(), "and so is that of the new PostgreSQL");

  const [database, elsewhere] = [join(folder, "postgres"), join(folder, "unmounted")];
  const postmaster = Number.parseInt(readFileSync(join(database, "postmaster.pid"), "utf8"), 10);
  renameSync(database, elsewhere);
  process.kill(postmaster, "SIGKILL");
  await until(
    () => server.output(),
    (output) => output.includes("is gone"),
  );
  assert.equal(existsSync(database), false, "an empty database is not made in the place of one that is away");
  renameSync(elsewhere, database);
  await until(
    () => say("later"),
    (sent) => sent !== undefined,
  );
  assert.equal(await textOf(before.id), "before");
  assert.equal(await server.end("SIGTERM"), 0);
  assert.equal(await findCluster(folder), undefined, "the new PostgreSQL stops with its server");
});
