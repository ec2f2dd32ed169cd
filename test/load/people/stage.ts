import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { METRICS_TOKEN, SECRET } from "../../../bench/harness/people.ts";
import { launch, type Measured, stopAll } from "../../../bench/harness/processes.ts";
import { createWorlds, type World } from "../../../bench/harness/worlds.ts";
import { type Cluster, startCluster } from "#engine/db/embedded/embedded.ts";
import { programScript } from "../../harness/programs.ts";
import { DEPARTMENT, fillTeams, scaleFor } from "./organization.ts";

/** An organization on its own database, and the servers that serve it. */
export interface Stage {
  readonly users: number;
  readonly world: World;
  /** The servers that run now. */
  readonly servers: readonly Measured[];
  /** Starts a server, at any free port if none is given, with further flags. */
  start(port?: number, flags?: readonly string[]): Promise<Measured>;
  stop(server: Measured): Promise<void>;
  /** As kill -9 does it. */
  kill(server: Measured): Promise<void>;
  close(): Promise<void>;
}

export interface StageOptions {
  /** At least so many users, in whole departments. */
  readonly users: number;
  /** A PostgreSQL that runs already; without it one is started with its ordinary, durable settings. */
  readonly cluster?: Pick<Cluster, "socketDir" | "port" | "user">;
  readonly progress?: (sentence: string) => void;
}

const environment = {
  PARLEY_SECRET: SECRET,
  PARLEY_LOG_LEVEL: "warn",
  PARLEY_METRICS_TOKEN: METRICS_TOKEN,
  PARLEY_WEB: "off",
};

const endings = new Set<() => Promise<void>>();

/** An interrupted run leaves neither servers nor a PostgreSQL behind. */
export function closeWhenInterrupted(): void {
  const close = async () => {
    await stopAll();
    for (const end of endings) await end();
    process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
}

export async function openStage({ users: atLeast, cluster, progress = () => {} }: StageOptions): Promise<Stage> {
  const users = Math.ceil(atLeast / DEPARTMENT) * DEPARTMENT;
  const home = mkdtempSync(join(tmpdir(), "parley-load-"));
  const own =
    cluster === undefined ? await startCluster({ dataDir: join(home, "database"), progress() {} }) : undefined;
  const end = async () => {
    endings.delete(end);
    await own?.stop();
    rmSync(home, { recursive: true, force: true });
  };
  endings.add(end);
  const name = `load_${process.pid}`;
  const worlds = createWorlds((own ?? cluster) as Cluster, scaleFor(users), { name, progress, fill: fillTeams });
  const world = await worlds.copy();
  const servers: Measured[] = [];
  const forget = (server: Measured) => void servers.splice(servers.indexOf(server), 1);

  return {
    users,
    world,
    servers,
    async start(port = 0, flags = []) {
      const data = mkdtempSync(join(home, "server-"));
      const args = ["--port", String(port), "--database-url", world.url, "--data", data, ...flags];
      const server = await launch({ script: programScript("main"), args, env: environment });
      servers.push(server);
      return server;
    },
    async stop(server) {
      forget(server);
      await server.stop();
    },
    async kill(server) {
      forget(server);
      process.kill(server.pid, "SIGKILL");
      await server.stop();
    },
    async close() {
      for (const server of servers.splice(0)) await server.stop();
      await world.drop();
      await end();
    },
  };
}
