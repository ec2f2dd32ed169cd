import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { chooseRunner, cleanEnvironment, commandOf } from "#engine/db/embedded/runner.ts";
import { testCluster, type TestDatabase } from "./database.ts";
import { newDataFolder } from "./folder.ts";
import { freePort } from "./free-ports.ts";
import { pathOf } from "./needs/needs.ts";
import { until } from "./until.ts";

/** A real PgBouncer in transaction mode before the databases of the tests. It is killed after the tests of the file. */
export async function startPgBouncer(poolSize: number): Promise<{ url(database: TestDatabase): string }> {
  const { socketDir, port: serverPort, user } = await testCluster();
  const dataDir = newDataFolder("parley-pgbouncer-");
  const port = await freePort();
  const config = join(dataDir, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]
* = host=${socketDir} port=${serverPort} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  );
  const program = pathOf("pgbouncer") ?? "pgbouncer";
  // It refuses root, as PostgreSQL does, and has to reach PostgreSQL's socket.
  const runner = await chooseRunner({ dataDir, databaseDir: socketDir, program });
  const [command, args] = commandOf(runner, program, [config]);
  const running: ChildProcess = spawn(command, args, { ...runner.spawnOptions, cwd: "/", env: cleanEnvironment });
  let log = "";
  running.stderr?.on("data", (data) => (log += String(data)));
  after(async () => {
    if (running.exitCode === null) {
      running.kill("SIGKILL");
      await once(running, "exit");
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
  await until(
    () => `${log}${running.exitCode === null ? "" : " ended"}`,
    (text) => text.includes("process up") || text.endsWith("ended"),
  );
  if (running.exitCode !== null) throw new Error(`PgBouncer does not run: ${log}`);
  return { url: (database) => `postgres://${user}@127.0.0.1:${port}${new URL(database.url).pathname}` };
}
