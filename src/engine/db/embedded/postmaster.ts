/**
 * A postmaster is identified by two things: PostgreSQL's own lock file (postmaster.pid), which survives a crash, and
 * the command line of the process that it names. A pid alone proves nothing, because pids are reused (in a container
 * the next start often has the same ones). Only a process that serves exactly this folder is ever signalled.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { EmbeddedPostgresError, systemCode } from "./errors.ts";

export interface LockFile {
  /** Undefined while PostgreSQL is writing the file, and permanently after a power failure at that moment. */
  readonly pid: number | undefined;
  readonly port: number;
  readonly socketDir: string;
  readonly stopping: boolean;
}

export type Postmaster = LockFile & { readonly pid: number };

export const pollMs = 20;
const fastShutdownMs = 6_000;
const immediateShutdownMs = 8_000;

export async function readLockFile(databaseDir: string): Promise<LockFile | undefined> {
  const text = await readFile(join(databaseDir, "postmaster.pid"), "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [pid, , , port, socketDir = "", , , status = ""] = text.split("\n");
  return { pid: Number(pid) || undefined, port: Number(port), socketDir, stopping: status.startsWith("stopping") };
}

/** The postmaster of a folder, whatever its state. */
export async function findPostmaster(databaseDir: string): Promise<Postmaster | undefined> {
  const lock = await readLockFile(databaseDir);
  if (lock?.pid === undefined || !(await serves(lock.pid, databaseDir))) return undefined;
  return { ...lock, pid: lock.pid };
}

/** False for a dead process, for a zombie, and for another program with the same pid. */
export async function serves(pid: number, databaseDir: string): Promise<boolean> {
  if (process.platform !== "linux") {
    const ps = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => undefined);
    return ps?.stdout.includes(`postgres -D ${databaseDir} `) ?? false;
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const [program = "", flag, folder] = commandLine.split("\0");
  return basename(program) === "postgres" && flag === "-D" && folder === databaseDir;
}

/** Fast shutdown, then immediate shutdown (which costs a recovery, and no data) when that takes too long. */
export async function stopPostmaster(pid: number, databaseDir: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ["SIGINT", fastShutdownMs],
    ["SIGQUIT", immediateShutdownMs],
  ] as const) {
    if (!(await serves(pid, databaseDir))) return;
    send(pid, signal);
    // A stopped process (SIGSTOP) receives nothing until it continues.
    send(pid, "SIGCONT");
    if (await gone(pid, databaseDir, timeoutMs)) return;
  }
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) of ${databaseDir} does not stop.`);
}

async function gone(pid: number, databaseDir: string, timeoutMs: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(timeoutMs);
  while (await serves(pid, databaseDir)) {
    if (deadline.aborted) return false;
    await sleep(pollMs);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemCode(error) !== "ESRCH") throw error;
  }
}
