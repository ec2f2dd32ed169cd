import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectPool } from "#engine/db/database.ts";
import { chooseRunner, cleanEnvironment } from "#engine/db/embedded/runner.ts";
import { newDataFolder } from "../harness/folder.ts";
import { freePorts } from "../harness/free-ports.ts";
import { debianPostgres, type NeedName, pathOf } from "../harness/needs/needs.ts";
import { until } from "../harness/until.ts";
import { type DatabaseNode, databaseNode } from "./node.ts";
import { proxyConfig } from "./settings.ts";

/** PostgreSQL with two standbys, of which Patroni makes one the primary when the primary is gone, behind HAProxy. */
export interface Cluster {
  readonly nodes: readonly DatabaseNode[];
  /** The database, by HAProxy. */
  readonly url: string;
  /** The node that Patroni has as the primary now, if there is one. */
  primary(): Promise<DatabaseNode | undefined>;
  /** Waits until every other node follows the primary and confirms its commits. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL is that of Debian's packages, which comes with what Patroni needs; Parley's own does not. */
export const CLUSTER_NEEDS: readonly NeedName[] = ["patroni", "etcd", "haproxy", "postgresql"];
const DATABASE = "parley";
const NODES = ["node1", "node2", "node3"];
const SETTLING_SECS = 120;

export async function startCluster(): Promise<Cluster> {
  const bin = debianPostgres()[0]?.bin;
  if (bin === undefined) throw new Error("there is no PostgreSQL of Debian here");
  const folder = newDataFolder("parley-failover-");
  // PostgreSQL refuses root.
  const runner = await chooseRunner({ dataDir: folder, databaseDir: folder, program: join(bin, "postgres") });
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...ports] = await freePorts(3 + 2 * NODES.length);
  const others: ChildProcess[] = [];
  const killOthers = () => others.forEach((child) => child.kill("SIGKILL"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.on("exit", () => {
    killOthers();
    removeFolder();
  });
  const run = (program: string, args: readonly string[]) => {
    others.push(spawn(pathOf(program) ?? program, args, { cwd: folder, env: cleanEnvironment, stdio: "ignore" }));
  };

  const nodes = NODES.map((name, index) => {
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o700 });
    chownSync(own, runner.owner.uid, runner.owner.gid);
    const [port = 0, apiPort = 0] = ports.slice(2 * index);
    return databaseNode({ name, port, apiPort, etcdPort, folder: own, bin, runner });
  });
  const cluster: Cluster = {
    nodes,
    url: `postgres://postgres@127.0.0.1:${proxyPort}/${DATABASE}`,
    primary: () => Promise.any(nodes.map(ifPrimary)).catch(() => undefined),
    async settled() {
      await until(() => membersOf(nodes), isSettled, SETTLING_SECS);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      const gone = others.filter(({ exitCode }) => exitCode === null).map((child) => once(child, "exit"));
      killOthers();
      await Promise.all(gone);
      removeFolder();
    },
  };
  try {
    run("etcd", etcdArguments(join(folder, "etcd"), etcdPort, peerPort));
    writeFileSync(join(folder, "haproxy.cfg"), proxyConfig(proxyPort, nodes));
    run("haproxy", ["-db", "-q", "-f", join(folder, "haproxy.cfg")]);
    for (const node of nodes) node.start();
    await cluster.settled();
    await createDatabase(cluster.url);
  } catch (error) {
    const output = nodes.map((node) => `${node.name}:\n${node.output().slice(-4000)}`).join("\n");
    await cluster.stop();
    throw new Error(`the cluster did not start:\n${output}`, { cause: error });
  }
  return cluster;
}

function etcdArguments(folder: string, port: number, peerPort: number): string[] {
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const options = {
    "data-dir": folder,
    "listen-client-urls": url,
    "advertise-client-urls": url,
    "listen-peer-urls": peerUrl,
    "initial-advertise-peer-urls": peerUrl,
    "initial-cluster": `default=${peerUrl}`,
  };
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

async function createDatabase(url: string): Promise<void> {
  const sql = connectPool(
    { url: Object.assign(new URL(url), { pathname: "/postgres" }).href },
    { max: 1, name: "setup" },
  );
  await until(
    () => sql.unsafe(`create database ${DATABASE}`).then(...outcome),
    (error) => error === undefined,
  );
  await sql.end();
}

/** HAProxy may not have found the primary yet. */
const outcome = [() => undefined, (error: unknown) => String(error)] as const;

interface Member {
  readonly role: string;
  readonly state: string;
}

/** A node that is stopped does not answer at all. */
const ANSWER_MS = 250;

const api = (node: DatabaseNode, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${node.apiPort}/${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });

async function ifPrimary(node: DatabaseNode): Promise<DatabaseNode> {
  const { ok } = await api(node, "primary");
  if (!ok) throw new Error(`${node.name} is no primary`);
  return node;
}

/** As the first node sees them that answers. */
async function membersOf(nodes: readonly DatabaseNode[]): Promise<readonly Member[]> {
  const seen = (node: DatabaseNode) => api(node, "cluster").then((answer) => answer.json());
  const { members } = (await Promise.any(nodes.map(seen)).catch(() => ({ members: [] }))) as { members: Member[] };
  return members;
}

/** Newer versions of Patroni call a standby that follows "streaming". */
const STATES = ["running", "streaming"];

const isSettled = (members: readonly Member[]): boolean =>
  members.length === NODES.length &&
  members.filter(({ role }) => role === "leader").length === 1 &&
  members.every(({ role, state }) => ["leader", "sync_standby"].includes(role) && STATES.includes(state));
