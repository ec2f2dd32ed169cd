import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, commandOf, type Runner } from "#engine/db/embedded/runner.ts";
import { patroniSettings } from "./settings.ts";

/** A PostgreSQL with the Patroni that decides whether it is the primary: what would be one machine. */
export interface DatabaseNode {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
  start(): void;
  /** `kill -9` of Patroni, of PostgreSQL and of every process of it. */
  kill(): Promise<void>;
  /** Stops all of these processes, as a machine that hangs. The returned function lets them go on. */
  freeze(): () => void;
  /** Stops receiving from the primary, so that commits wait for this node. The returned function goes on. */
  stopReceiving(): () => void;
  /** The end of what Patroni and PostgreSQL have written. */
  output(): string;
}

export interface NodePlan {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
  readonly etcdPort: number;
  /** The folder of the node, which belongs to the user of the runner. */
  readonly folder: string;
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  readonly runner: Runner;
}

const KEPT_OUTPUT = 100_000;
const HOST = "127.0.0.1";

/** JSON is YAML, too. */
function configOf({ name, port, apiPort, etcdPort, folder, bin }: NodePlan): string {
  const postgresql = {
    listen: `${HOST}:${port}`,
    connect_address: `${HOST}:${port}`,
    data_dir: join(folder, "data"),
    bin_dir: bin,
    pgpass: join(folder, "pgpass"),
    pg_hba: [`host all all ${HOST}/32 trust`, `host replication all ${HOST}/32 trust`],
    authentication: { superuser: { username: "postgres" }, replication: { username: "replicator" } },
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
    parameters: { unix_socket_directories: "" },
  };
  return `scope: parley
name: ${name}
etcd3: { hosts: "${HOST}:${etcdPort}" }
restapi: { listen: "${HOST}:${apiPort}", connect_address: "${HOST}:${apiPort}" }
bootstrap:
  dcs:
${patroniSettings().replaceAll(/^/gm, "    ")}
  initdb: [{ encoding: UTF8 }, { locale: C }, data-checksums, no-sync]
postgresql: ${JSON.stringify(postgresql)}
`;
}

/** The nodes of this run, which must not outlive it. */
const running = new Set<() => void>();
process.on("exit", () => {
  for (const end of running) end();
});

export function databaseNode(plan: NodePlan): DatabaseNode {
  const { name, port, apiPort, folder, runner } = plan;
  const config = join(folder, "patroni.yml");
  writeFileSync(config, configOf(plan), { mode: 0o644 });
  let patroni: ChildProcess | undefined;
  let output = "";

  /** PostgreSQL's process, and those that it has started. */
  const postgres = (): number[] => {
    const postmaster = postmasterOf(join(folder, "data"));
    return postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
  };
  const killAll = () => {
    patroni?.kill("SIGKILL");
    for (const pid of postgres()) signal(pid, "SIGKILL");
  };
  const stopped = (pids: readonly number[]) => {
    for (const pid of pids) signal(pid, "SIGSTOP");
    return () => {
      for (const pid of pids) signal(pid, "SIGCONT");
    };
  };

  return {
    name,
    port,
    apiPort,
    start() {
      const [command, args] = commandOf(runner, "patroni", [config]);
      const child = spawn(command, args, {
        ...runner.spawnOptions,
        cwd: "/",
        env: { ...cleanEnvironment, LC_ALL: "C.UTF-8" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (data: Buffer) => (output = (output + String(data)).slice(-KEPT_OUTPUT)));
      patroni = child;
      running.add(killAll);
    },
    async kill() {
      const isOver = patroni === undefined || patroni.exitCode !== null || patroni.signalCode !== null;
      const gone = isOver ? undefined : once(patroni as ChildProcess, "exit");
      killAll();
      await gone;
      running.delete(killAll);
    },
    freeze: () => stopped([...(patroni?.pid === undefined ? [] : [patroni.pid]), ...postgres()]),
    stopReceiving: () => stopped(postgres().filter((pid) => commandLineOf(pid).includes("walreceiver"))),
    output: () => output,
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}

/** The pid file outlives a PostgreSQL that was killed, so the process that has the number now is compared. */
function postmasterOf(databaseDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(databaseDir, "postmaster.pid"), "utf8"), 10);
    return commandLineOf(pid).includes(databaseDir) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The name, in parentheses, may contain anything.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return undefined;
  }
}
