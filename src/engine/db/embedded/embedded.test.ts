import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { until } from "../../../../test/harness/until.ts";
import { restoreSymlinks } from "./binaries.ts";
import { EmbeddedPostgresError, findCluster } from "./embedded.ts";
import { childParley, end, postmasterPid, query, start, startedBy, temporaryFolder } from "./test-support.ts";

const remember = "create table memory as select 42 as answer";
const recall = "select answer from memory";

suite("the embedded PostgreSQL", { concurrency: 3 }, () => {
  test("the second start creates nothing and finds what the first start stored", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const progress: string[] = [];
    const first = await start(dataDir, {}, (sentence) => progress.push(sentence));
    assert.match(progress.join(" "), /Creating the database/);
    assert.equal(first.adopted, false);
    assert.equal(await query(first, "show server_encoding"), "UTF8");
    assert.equal(await query(first, "select upper('é')"), "É");
    await query(first, remember);
    await first.stop();

    progress.length = 0;
    const second = await start(dataDir, { work_mem: "7MB", jit: "on" }, (sentence) => progress.push(sentence));
    assert.doesNotMatch(progress.join(" "), /Creating the database/);
    assert.equal(await query(second, recall), 42);
    assert.equal(await query(second, "show work_mem"), "7MB");
    assert.equal(await query(second, "show jit"), "on", "a given setting replaces Parley's own");
    assert.equal(second.socketDir, first.socketDir, "a pool finds a PostgreSQL that was started again");
  });

  test("CVE-2021-43799: only the user who runs Parley can reach PostgreSQL, and by its socket alone", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const cluster = await start(dataDir);
    assert.equal(await query(cluster, "show listen_addresses"), "");
    assert.equal((await stat(cluster.socketDir)).mode & 0o777, 0o700);
    assert.ok(Buffer.byteLength(cluster.socketDir) < 90);
  });

  test("a command finds the cluster while it runs, and stopping the cluster leaves no process or socket", async (t) => {
    const { folder, dataDir } = await temporaryFolder(t);
    assert.equal(await findCluster(join(folder, "nothing here")), undefined);
    const cluster = await start(dataDir);
    const found = await findCluster(dataDir);
    const { socketDir, port, user } = cluster;
    assert.deepEqual({ ...found, stop: undefined }, { socketDir, port, user, adopted: true, stop: undefined });

    const pid = await postmasterPid(dataDir);
    await Promise.all([cluster.stop(), cluster.stop()]);
    await until(
      () => isThere(pid),
      (there) => !there,
    );
    await assert.rejects(postmasterPid(dataDir), { code: "ENOENT" });
    await assert.rejects(stat(socketDir), { code: "ENOENT" });
    assert.equal(await findCluster(dataDir), undefined);
  });

  test("PostgreSQL survives kill -9 of Parley's whole session and is adopted with its data", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const env = { PARLEY_OWNER_PASSWORD: "hunter2" };
    const parley = childParley(t, dataDir, { detached: true, env });
    const before = await startedBy(parley);
    await query(before, remember);
    const pid = await postmasterPid(dataDir);
    process.kill(-(parley.process.pid ?? assert.fail("no child")), "SIGKILL");

    const after = await start(dataDir);
    assert.equal(after.adopted, true);
    assert.equal(await postmasterPid(dataDir), pid);
    assert.equal(await query(after, recall), 42);
    if (process.platform === "linux") {
      assert.ok(!(await readFile(`/proc/${pid}/environ`, "utf8")).includes("hunter2"), "no secret is handed on");
    }
  });

  test("a PostgreSQL that was killed is started again with its data", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const killed = await start(dataDir);
    await query(killed, remember);
    process.kill(await postmasterPid(dataDir), "SIGKILL");
    const restarted = await start(dataDir);
    assert.equal(restarted.adopted, false);
    assert.equal(await query(restarted, recall), 42);
    await killed.stop();
    assert.equal(await query(restarted, recall), 42, "the handle of the dead one stops nobody else");
  });

  test("a PostgreSQL that does not answer is replaced by one that does", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    await query(await start(dataDir), remember);
    const pid = await postmasterPid(dataDir);
    process.kill(pid, "SIGSTOP");
    const replaced = await start(dataDir);
    assert.equal(replaced.adopted, false);
    assert.notEqual(await postmasterPid(dataDir), pid);
    assert.equal(await query(replaced, recall), 42);
  });

  test("processes that start an empty folder at once share one PostgreSQL", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const parleys = [1, 2, 3].map(() => childParley(t, dataDir));
    const clusters = await Promise.all([...parleys.map(startedBy), start(dataDir)]);
    assert.equal(clusters.filter((cluster) => !cluster.adopted).length, 1);
    for (const cluster of clusters) assert.equal(cluster.socketDir, clusters[0]?.socketDir);
    await Promise.all(clusters.map((cluster) => query(cluster, "select 1")));
    assert.deepEqual((await readdir(dataDir)).sort(), ["postgres", "postgres.log"]);
  });

  test("a stale lock of a dead process, of another program or from a power failure does not keep Parley from starting", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const lock = join(dataDir, "postgres", "postmaster.pid");
    const cluster = await start(dataDir);
    const content = await readFile(lock, "utf8");
    await cluster.stop();
    const strangers = [content, content.replace(/^\d+/, String(process.pid)), content.replace(/^\d+/, "1"), ""];
    for (const left of strangers) {
      await writeFile(lock, left, { mode: 0o600 });
      const pid = left.split("\n")[0] || "1";
      await mkdir(cluster.socketDir, { recursive: true, mode: 0o700 });
      await writeFile(join(cluster.socketDir, ".s.PGSQL.5432.lock"), `${pid}\n`, { mode: 0o600 });
      const started = await start(dataDir);
      assert.equal(started.adopted, false);
      await started.stop();
    }
  });

  test("a copied data folder never leads to the PostgreSQL of the original", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const copy = await temporaryFolder(t);
    const original = await start(dataDir);
    await cp(dataDir, copy.dataDir, { recursive: true });
    assert.equal(await postmasterPid(copy.dataDir), await postmasterPid(dataDir));
    assert.equal(await findCluster(copy.dataDir), undefined);
    const started = await start(copy.dataDir);
    assert.equal(started.adopted, false);
    await query(original, remember);
    await assert.rejects(query(started, recall), /does not exist/);
  });

  test("a first start that was killed half-way does not hinder the next one", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const parley = childParley(t, dataDir);
    assert.match(await parley.heard("progress"), /^Creating the database/);
    const isDraft = (name: string) => name.startsWith("postgres.draft-");
    await until(
      () => readdir(dataDir),
      (names) => names.some(isDraft),
    );
    await end(parley.process, "SIGKILL");
    assert.ok((await readdir(dataDir)).some(isDraft));
    await query(await start(dataDir), "select 1");
    assert.deepEqual((await readdir(dataDir)).sort(), ["postgres", "postgres.log"]);
  });

  test("the log of PostgreSQL stays bounded and keeps its newest lines", async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const log = join(dataDir, "postgres.log");
    await mkdir(dataDir, { recursive: true });
    await writeFile(log, "the oldest line\n");
    await truncate(log, 9 * 1024 * 1024);
    await start(dataDir);
    assert.ok((await stat(log)).size < 10_000);
    assert.match(await readFile(`${log}.1`, "utf8"), /^the oldest line\n/);
  });

  test("a folder or settings that cannot work are refused with one sentence that says why", async (t) => {
    const { folder } = await temporaryFolder(t);
    const older = join(folder, "older");
    await mkdir(join(older, "postgres"), { recursive: true });
    await writeFile(join(older, "postgres", "PG_VERSION"), "17\n");
    await refused(older, /was made by PostgreSQL 17, and this Parley brings PostgreSQL \d+: /);

    const foreign = join(folder, "foreign");
    await mkdir(join(foreign, "postgres", "photos"), { recursive: true });
    await refused(foreign, /holds files but no PostgreSQL database/);

    await writeFile(join(folder, "file"), "");
    await refused(join(folder, "file"), /cannot be used: EEXIST/);
    await refused(join(folder, "file", "below"), /cannot be used: ENOTDIR/);
    await refused(join(folder, "misconfigured"), /did not start: .*no_such_setting.*postgres\.log/, {
      no_such_setting: "1",
    });
  });

  test("libraries whose symlinks npm did not make are linked at the start", async (t) => {
    const { folder } = await temporaryFolder(t);
    const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" }];
    await mkdir(join(folder, "native/lib"), { recursive: true });
    await writeFile(join(folder, "native/pg-symlinks.json"), JSON.stringify(links));
    await writeFile(join(folder, "native/lib/libpq.so.5.18"), "a library");
    for (const start of ["first", "second"]) {
      await restoreSymlinks(folder);
      assert.equal(await readFile(join(folder, "native/lib/libpq.so"), "utf8"), "a library", start);
    }
  });
});

/** True even for a process that has ended, until its parent, this process, has reaped it. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function refused(dataDir: string, why: RegExp, settings: Record<string, string> = {}): Promise<void> {
  await assert.rejects(start(dataDir, settings), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError);
    assert.match(error.message, why);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  });
}
