import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { connectPool, type Sql } from "#engine/db/database.ts";
import { findPostmaster, stopPostmaster } from "#engine/db/embedded/postmaster.ts";
import { superuser } from "#engine/db/embedded/settings.ts";
import type { Program } from "./mutation.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

/** Servers on one database. */
export interface ServerGroup {
  readonly servers: readonly ServerProcess[];
  /** The harness's own connection, for reading what is stored. */
  sql(): Sql;
}

/**
 * One or two servers on one data folder: the first owns the embedded PostgreSQL, the second uses it by its address, as
 * a second machine would.
 */
export interface Fleet extends ServerGroup {
  /** Starts every server that is down. Returns how long each took, in ms. */
  startAll(): Promise<number[]>;
  /** `pg_ctl stop -m immediate`. */
  stopPostgres(): Promise<void>;
  /** Ends all processes and removes the folder. */
  dispose(): Promise<void>;
}

const DATABASE = "parley";

/** The databases that run now. A PostgreSQL outlives the server that started it, but must not outlive the run. */
const databases = new Set<string>();
process.on("exit", () => {
  for (const folder of databases) {
    try {
      process.kill(Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10), "SIGQUIT");
    } catch {
      // The process has ended already.
    }
  }
});

export async function startFleet(dataDir: string, size: number, program: Program): Promise<Fleet> {
  const databaseDir = join(dataDir, "postgres");
  databases.add(databaseDir);
  let socket = { dir: "", port: 0 };
  let own: Sql | undefined;

  const databaseUrl = () => `postgres://${superuser}@${encodeURIComponent(socket.dir)}:${socket.port}/${DATABASE}`;
  const servers = Array.from({ length: size }, (_, index) =>
    serverProcess({
      name: `server ${index + 1}`,
      dataDir: index === 0 ? dataDir : join(dataDir, `second-${index}`),
      program,
      ...(index > 0 && { databaseUrl }),
    }),
  );

  const closeSql = async () => {
    await own?.end({ timeout: 1 });
    own = undefined;
  };

  /** The pid is read each time: only the process that serves this very folder is ever signalled. */
  const postmaster = () => findPostmaster(databaseDir);

  const fleet: Fleet = {
    servers,
    sql() {
      own ??= connectPool(
        { socket: { ...socket, user: superuser, database: DATABASE } },
        { max: 2, name: "crash test" },
      );
      return own;
    },
    async startAll() {
      const [first, ...others] = servers.filter(({ isUp }) => !isUp);
      if (first === undefined) return [];
      const start = (list: readonly ServerProcess[]) => Promise.all(list.map((server) => server.start()));
      // The others need a database, which only the first server starts.
      if ((await postmaster()) !== undefined && socket.dir !== "") return start([first, ...others]);
      const time = await first.start();
      const found = await postmaster();
      if (found === undefined) throw new Error("a server listens without a database");
      socket = { dir: found.socketDir, port: found.port };
      return [time, ...(await start(others))];
    },
    async stopPostgres() {
      await closeSql();
      const found = await postmaster();
      if (found !== undefined) process.kill(found.pid, "SIGQUIT");
      for (let attempts = 200; attempts > 0 && (await postmaster()) !== undefined; attempts -= 1)
        await new Promise((next) => setTimeout(next, 20));
    },
    async dispose() {
      await closeSql();
      await Promise.all(servers.map((server) => server.end("SIGKILL")));
      const found = await postmaster();
      if (found !== undefined) await stopPostmaster(found.pid, databaseDir);
      databases.delete(databaseDir);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
      if (socket.dir !== "") await rm(socket.dir, { recursive: true, force: true });
    },
  };
  try {
    await fleet.startAll();
  } catch (error) {
    await fleet.dispose();
    throw error;
  }
  return fleet;
}
