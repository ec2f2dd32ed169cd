import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { findCluster, startCluster } from "./embedded.ts";
import type { Cluster } from "./embedded.ts";

/** A folder for one test. A cluster that still runs in `data` below it is stopped with the test. */
export async function temporaryFolder(t: TestContext, parent = tmpdir()): Promise<{ folder: string; dataDir: string }> {
  const folder = await mkdtemp(join(parent, "parley test "));
  const dataDir = join(folder, "data");
  t.after(async () => {
    await (await findCluster(dataDir))?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, dataDir };
}

export function start(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  progress: (sentence: string) => void = () => undefined,
): Promise<Cluster> {
  return startCluster({ dataDir, settings, progress });
}

export async function query(cluster: Pick<Cluster, "socketDir" | "user">, statement: string): Promise<unknown> {
  const { socketDir, user } = cluster;
  const sql = postgres({ host: socketDir, user, database: "postgres", max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql.unsafe<Record<string, unknown>[]>(statement);
    return row && Object.values(row)[0];
  } finally {
    await sql.end();
  }
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

export interface ChildParley {
  readonly process: ChildProcess;
  /** The output up to and including the first line that starts with the word. */
  heard(word: "started" | "progress" | "failed"): Promise<string>;
}

const script = `
  const [module, dataDir] = process.argv.slice(1);
  const { startCluster } = await import(module);
  const progress = (sentence) => console.log("progress " + sentence);
  try {
    const { socketDir, user, adopted } = await startCluster({ dataDir, progress });
    console.log("started " + JSON.stringify({ socketDir, user, adopted }));
    setInterval(() => undefined, 1000);
  } catch (error) {
    console.log("failed " + error.message);
  }
`;

export const PROJECT = join(import.meta.dirname, "../../../..");

interface ChildOptions extends SpawnOptions {
  readonly prefix?: readonly string[];
  /** Where it finds the project, if elsewhere. */
  readonly project?: string;
}

/**
 * Shows an ordinary user a clone in the home of root: mounted elsewhere, in a mount namespace of the process. The capability
 * to read everything would end where the user enters a user namespace.
 */
const MOUNTED =
  'mount --bind "$1" "$2" && uid=$3 gid=$4 && shift 4 && exec setpriv --reuid="$uid" --regid="$gid" --clear-groups "$@"';
function mountedFor({ uid, gid }: SpawnOptions, project: string, mountPoint: string): string[] {
  return ["unshare", "--mount", "sh", "-c", MOUNTED, "sh", project, mountPoint, String(uid), String(gid)];
}

/**
 * A separate process that starts a cluster and keeps running, with `prefix` before its command and as the user of
 * `options`.
 */
export function childParley(
  t: TestContext,
  dataDir: string,
  { prefix = [], project = PROJECT, uid, gid, ...options }: ChildOptions = {},
): ChildParley {
  const nodeIn = (folder: string) => {
    const inProject = relative(PROJECT, process.execPath);
    return inProject.startsWith("..") ? process.execPath : join(folder, inProject);
  };
  const isPrivate = uid !== undefined && spawnSync(nodeIn(project), ["--version"], { uid, gid, cwd: "/" }).status !== 0;
  const visible = isPrivate ? mkdtempSync(join(tmpdir(), "parley-clone-")) : project;
  if (isPrivate) t.after(() => rmdirSync(visible));
  const before = isPrivate ? mountedFor({ uid, gid }, project, visible) : prefix;
  const module = pathToFileURL(join(visible, "src/engine/db/embedded/embedded.ts")).href;
  const [command, ...args] = [
    ...before,
    nodeIn(visible),
    "--input-type=module",
    "--eval",
    script,
    module,
    dataDir,
  ] as const;
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
    ...options,
    ...(isPrivate ? {} : { uid, gid }),
  });
  t.after(() => end(child, "SIGKILL"));
  const lines: string[] = [];
  createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => lines.push(line));
  return {
    process: child,
    heard: async (word) => {
      const deadline = AbortSignal.timeout(120_000);
      for (;;) {
        const line = lines.find((candidate) => candidate.startsWith(word));
        if (line !== undefined) return line.slice(word.length + 1);
        const failure = lines.find((candidate) => candidate.startsWith("failed"));
        if (failure !== undefined || child.exitCode !== null) throw new Error(failure ?? "the child ended");
        if (deadline.aborted) throw new Error(`the child never printed ${word}`);
        await sleep(10);
      }
    },
  };
}

export async function startedBy(child: ChildParley): Promise<Omit<Cluster, "port" | "stop">> {
  return JSON.parse(await child.heard("started")) as Cluster;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
