import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Reading } from "./probe.ts";

const PROBE = join(import.meta.dirname, "probe.ts");
/** A server prints where it listens; one that takes longer hangs. */
const START_MS = 60_000;
const STOP_MS = 15_000;

/** A process under measurement. */
export interface Measured {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the launch until it printed that it listens. */
  readonly startMs: number;
  cpu(): Promise<number>;
  /** Read after a forced garbage collection. */
  memory(): Promise<Reading>;
  readonly stop: () => Promise<void>;
}

export interface Launch {
  readonly script: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Then `cpu` and `memory` are not available. */
  readonly withoutProbe?: boolean;
  /** More flags for Node, such as those of a profiler. */
  readonly nodeFlags?: readonly string[];
}

const running = new Set<() => Promise<void>>();

/** Starts a script that prints `… at http://HOST:PORT` when it is ready. */
export async function launch(options: Launch): Promise<Measured> {
  const { script, args, env = {}, nodeFlags = [], withoutProbe = false } = options;
  const started = performance.now();
  const probe = withoutProbe ? [] : ["--expose-gc", "--import", PROBE];
  const child = spawn(process.execPath, [...probe, ...nodeFlags, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const stop = async () => {
    running.delete(stop);
    await end(child);
  };
  running.add(stop);
  const port = await listeningPort(child);
  const startMs = performance.now() - started;
  const read = async (request: "cpu" | "memory"): Promise<Reading> => {
    const answer = once(child, "message", { signal: AbortSignal.timeout(START_MS) });
    child.send(request);
    return ((await answer) as [Reading])[0];
  };
  return {
    port,
    pid: child.pid ?? 0,
    startMs,
    cpu: async () => (await read("cpu")).cpu,
    memory: () => read("memory"),
    stop,
  };
}

/** Ends the processes of an interrupted run. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  child.kill("SIGTERM");
  await exited;
  clearTimeout(late);
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    const late = setTimeout(() => reject(new Error(`a server does not start:\n${output}`)), START_MS);
    child.stdout?.on("data", (data) => {
      output += data;
      const port = / at http:\/\/\S+:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(Number(port));
    });
    child.once("exit", () => {
      clearTimeout(late);
      reject(new Error(`a server ended before it listened:\n${output}`));
    });
  });
}
