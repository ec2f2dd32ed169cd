import assert from "node:assert/strict";
import { chmod, chown, mkdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { TestContext } from "node:test";
import { skipWithout } from "../../../../test/harness/needs/needs.ts";
import { childParley, end, PROJECT, query, start, startedBy, temporaryFolder } from "./test-support.ts";

/** To become other users. */
const onlyRoot = skipWithout("root");

/** Simulates a container that forbids namespaces: in its own mount namespace, `unshare` is `false`. */
const forbidNamespaces = [
  "unshare",
  "--mount",
  "sh",
  "-c",
  'mount --bind /bin/false "$(command -v unshare)" && exec "$@"',
  "sh",
];
const cannotForbid = skipWithout("mount namespaces");

async function ownerOfDatabase(dataDir: string): Promise<number> {
  return (await stat(join(dataDir, "postgres", "PG_VERSION"))).uid;
}

async function startAndQuery(
  t: TestContext,
  dataDir: string,
  options: Parameters<typeof childParley>[2],
): Promise<void> {
  const parley = childParley(t, dataDir, options);
  assert.equal(await query(await startedBy(parley), "select current_user"), "parley");
  await end(parley.process, "SIGKILL");
}

suite("the user of PostgreSQL", { concurrency: 3 }, () => {
  test("root starts PostgreSQL in a folder that only root may enter", { skip: onlyRoot }, async (t) => {
    const { folder, dataDir } = await temporaryFolder(t, homedir());
    assert.equal((await stat(folder)).mode & 0o077, 0);
    const first = await start(dataDir);
    assert.equal(await query(first, "select current_user"), "parley");
    await first.stop();
    assert.equal(await query(await start(dataDir), "select 1"), 1);
  });

  for (const [who, uid] of [
    ["an ordinary user", 65_534],
    ["a user without a name, as in a container,", 54_321],
  ] as const) {
    test(
      `${who} starts PostgreSQL, and root's next start leaves the files to that user`,
      { skip: onlyRoot },
      async (t) => {
        const { folder, dataDir } = await temporaryFolder(t);
        await chown(folder, uid, uid);
        await startAndQuery(t, dataDir, { uid, gid: uid });
        const adopted = await start(dataDir);
        assert.equal(adopted.adopted, true);
        await adopted.stop();

        const again = await start(dataDir);
        assert.equal(await query(again, "select 1"), 1);
        await again.stop();
        assert.equal(await ownerOfDatabase(dataDir), uid);
        await startAndQuery(t, dataDir, { uid, gid: uid });
      },
    );
  }

  test("root without namespaces runs PostgreSQL as nobody", { skip: cannotForbid }, async (t) => {
    const { folder, dataDir } = await temporaryFolder(t);
    await chmod(folder, 0o755);
    await startAndQuery(t, dataDir, { prefix: forbidNamespaces });
    assert.equal(await ownerOfDatabase(dataDir), 65_534);
    const { uid, mode } = await stat(dataDir);
    assert.deepEqual({ uid, mode: mode & 0o777 }, { uid: 0, mode: 0o710 }, "nobody may pass through, and no more");
  });

  test(
    "root without namespaces runs PostgreSQL in a folder that only root may enter",
    { skip: cannotForbid },
    async (t) => {
      const { dataDir } = await temporaryFolder(t, homedir());
      await startAndQuery(t, dataDir, { prefix: forbidNamespaces });
      assert.equal(await ownerOfDatabase(dataDir), 65_534);
    },
  );

  test(
    "root without namespaces runs PostgreSQL of a clone in a folder that only root may enter",
    { skip: cannotForbid },
    async (t) => {
      const { folder, dataDir } = await temporaryFolder(t, homedir());
      const project = join(folder, "clone");
      await mkdir(project);
      const mount = ["sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', PROJECT, project];
      await startAndQuery(t, dataDir, { prefix: [...forbidNamespaces, ...mount], project });
      assert.equal(await ownerOfDatabase(dataDir), 65_534);
    },
  );

  test("a database made in a namespace goes on where namespaces are forbidden", { skip: cannotForbid }, async (t) => {
    const { dataDir } = await temporaryFolder(t);
    const first = await start(dataDir);
    await query(first, "create table memory as select 42 as answer");
    await first.stop();
    assert.equal(await ownerOfDatabase(dataDir), 0);
    const parley = childParley(t, dataDir, { prefix: forbidNamespaces });
    assert.equal(await query(await startedBy(parley), "select answer from memory"), 42);
    assert.equal(await ownerOfDatabase(dataDir), 65_534);
  });

  test("a user who may not write in the data folder gets one sentence that says so", { skip: onlyRoot }, async (t) => {
    const { folder, dataDir } = await temporaryFolder(t);
    await chmod(folder, 0o755);
    await mkdir(dataDir, { mode: 0o755 });
    const parley = childParley(t, dataDir, { uid: 65_534, gid: 65_534 });
    assert.match(await parley.heard("failed"), /^The data folder .* cannot be used: EACCES: permission denied/);
  });
});
