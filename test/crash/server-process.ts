import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "./mutation.ts";

const MAX_START_MS = 90_000;
const KEPT_OUTPUT = 200_000;

export const OWNER = { email: "owner@crash.example", password: "correct horse battery" };

/** A server that is ended and started again under the same name, each time at another port. */
export interface ServerProcess {
  readonly name: string;
  /** Where it listens, or last listened. */
  readonly url: string;
  readonly isUp: boolean;
  readonly pid: number | undefined;
  /** Starts it and waits until it listens. Returns how long that took, in ms. */
  start(): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  /** Ends it, by force if necessary. Returns whether it ended by itself, in time and with success. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<boolean>;
  /** The end of its output. */
  output(): string;
}

export interface ServerPlan {
  readonly name: string;
  readonly dataDir: string;
  /** An existing database instead of the embedded one. */
  readonly databaseUrl?: () => string;
  readonly program: Program;
}

const MAX_STOP_MS = 12_000;

/** The processes of this run, which must not outlive it. */
const alive = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

export function serverProcess(plan: ServerPlan): ServerProcess {
  let child: ChildProcess | undefined;
  let url = "";
  let output = "";

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const server: ServerProcess = {
    name: plan.name,
    get url() {
      return url;
    },
    get pid() {
      return child?.pid;
    },
    get isUp() {
      return url !== "" && isRunning();
    },
    async start() {
      const started = performance.now();
      url = "";
      const database = plan.databaseUrl === undefined ? [] : ["--database-url", plan.databaseUrl()];
      const born = spawn(
        process.execPath,
        [...plan.program.args, "--data", plan.dataDir, "--port", "0", "--web", "off", ...database],
        {
          env: {
            ...plan.program.env,
            PATH: process.env["PATH"],
            // A program in one file is compiled before it could choose a cache itself.
            NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
            PARLEY_SECRET: "the secret of the crash tests, which opens nothing else",
            PARLEY_OWNER_EMAIL: OWNER.email,
            PARLEY_OWNER_PASSWORD: OWNER.password,
            PARLEY_RATE_LIMIT: "off",
            PARLEY_LOG_LEVEL: "warn",
          },
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      child = born;
      alive.add(born);
      born.once("exit", () => alive.delete(born));
      let own = "";
      for (const stream of [born.stdout, born.stderr]) {
        stream.on("data", (data: Buffer) => {
          own = (own + String(data)).slice(-KEPT_OUTPUT);
          output = (output + String(data)).slice(-KEPT_OUTPUT);
        });
      }
      while (isRunning() && performance.now() - started < MAX_START_MS) {
        const found = /Parley is at (\S+)/.exec(own)?.[1];
        if (found !== undefined) {
          url = found;
          return performance.now() - started;
        }
        await sleep(10);
      }
      born.kill("SIGKILL");
      throw new Error(`${plan.name} did not start:\n${own}`);
    },
    signal: (signal) => void child?.kill(signal),
    async end(signal) {
      if (child === undefined || !isRunning()) return true;
      const gone = once(child, "exit");
      child.kill(signal);
      const timer = setTimeout(() => child?.kill("SIGKILL"), MAX_STOP_MS);
      await gone;
      clearTimeout(timer);
      return child.exitCode === 0;
    },
    output: () => output,
  };
  return server;
}
