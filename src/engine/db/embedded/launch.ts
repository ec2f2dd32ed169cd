import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./errors.ts";
import { lastComplaint, openLog } from "./log-file.ts";
import { pollMs, readLockFile, serves } from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { probe } from "./probe.ts";
import { cleanEnvironment, commandOf } from "./runner.ts";
import type { Runner } from "./runner.ts";
import { closeSocketFolder, openSocketFolder } from "./socket-folder.ts";
import { settingArguments } from "./settings.ts";

interface Launch {
  readonly databaseDir: string;
  readonly program: string;
  readonly runner: Runner;
  readonly logPath: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly progress: (sentence: string) => void;
}

const silenceMs = 15_000;
const slowStartMs = 1_000;

/** Undefined if another postmaster has, or a moment ago had, the folder: the caller looks again. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster | undefined> {
  const { databaseDir, runner, logPath } = launch;
  const lock = await readLockFile(databaseDir);
  if (lock?.pid !== undefined && (await serves(lock.pid, databaseDir))) return undefined;
  const socketDir = await openSocketFolder(databaseDir, runner.owner);
  const log = await openLog(logPath);
  try {
    const { size } = await log.stat();
    const child = spawnDetached(launch, socketDir, lock?.pid, log.fd);
    const postmaster = await untilReady(child, socketDir, launch);
    if (postmaster !== undefined) return postmaster;
    await closeSocketFolder(socketDir);
    const complaint = await lastComplaint(logPath, size, child.pid);
    // Another postmaster's lock or socket folder, or the shared memory of a killed one whose backends have not ended
    // yet.
    if (/lock file|shared memory block/.test(complaint)) return undefined;
    throw new EmbeddedPostgresError(`PostgreSQL did not start: ${complaint} (see ${logPath}).`);
  } finally {
    await log.close();
  }
}

/** PostgreSQL gets its own session, so that Ctrl-C in a terminal does not stop it before Parley has finished. */
function spawnDetached(launch: Launch, socketDir: string, deadPid: number | undefined, logFd: number): ChildProcess {
  const { databaseDir, program, runner, settings } = launch;
  const [command, args] = commandOf(runner, program, ["-D", databaseDir, ...settingArguments(socketDir, settings)]);
  const child = spawn(command, args, {
    ...runner.spawnOptions,
    cwd: "/",
    // PostgreSQL ignores a lock that names its grandparent. By this variable it learns that a pid belongs to another
    // program now, which it cannot know itself, while the decision about the lock, with its races, stays PostgreSQL's.
    env: { ...cleanEnvironment, ...(deadPid !== undefined && { PG_GRANDPARENT_PID: String(deadPid) }) },
    detached: true,
    stdio: ["ignore", logFd, logFd],
  });
  child.once("error", () => undefined);
  child.unref();
  return child;
}

async function untilReady(child: ChildProcess, socketDir: string, launch: Launch): Promise<Postmaster | undefined> {
  let silence = AbortSignal.timeout(silenceMs);
  const notice = setTimeout(
    () => launch.progress("PostgreSQL is still starting: it may be recovering from a crash."),
    slowStartMs,
  );
  try {
    while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const lock = await readLockFile(launch.databaseDir);
      // If another postmaster has the lock, this one is about to exit, and the response would be the other's.
      const response = lock?.pid === child.pid ? await probe(socketDir, lock.port) : "silent";
      // The lock file may not yet name the socket that has just responded.
      if (response === "ready" && lock !== undefined) return { ...lock, socketDir, pid: child.pid };
      if (response === "busy") silence = AbortSignal.timeout(silenceMs);
      if (silence.aborted) child.kill("SIGKILL");
      await sleep(pollMs);
    }
    return undefined;
  } finally {
    clearTimeout(notice);
  }
}
