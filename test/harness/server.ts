import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { openForServer } from "#cli/installation/installation.ts";
import { readConfig } from "#config/config.ts";
import { createLogger } from "#platform/logger.ts";
import { createSite, startServer } from "../../src/server.ts";
import { type CheckedClient, checkedClient } from "./checked-client.ts";
import { NAMES, type Name, type Person, person, SECRET } from "./cast.ts";
import { createDatabase, dropDatabases, stopOwnCluster, type TestDatabase } from "./database.ts";
import { checkEmitted, noteEmitted } from "./emitted.ts";
import { METRICS_TOKEN } from "./metrics.ts";
import { programScript } from "./programs.ts";
import { noteRefused } from "./refused.ts";

export type CastMember = Person & CheckedClient;

export interface TestServer {
  readonly url: string;
  readonly database: TestDatabase;
  /** Everything that the server has logged. */
  readonly output: () => string;
  /** A client without credentials. */
  readonly anonymous: CheckedClient;
  readonly cast: Readonly<Record<Name, CastMember>>;
  /** A client of another account, by email and key. */
  as(email: string, apiKey: string): CheckedClient;
  /** Only a separate process can be paused and resumed. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  /** Only a separate process can be killed. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface TestServerOptions {
  readonly database?: TestDatabase;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly rateLimit?: "on" | "off";
  /** Whether its metrics are served, under the token of the tests. */
  readonly metrics?: "off";
  /** For a server that replaces another. */
  readonly port?: string;
  /** Runs the server in a separate process, for tests about processes. It costs half a second of CPU time. */
  readonly isSeparate?: true;
  /** Whether a separate process serves the browser client. */
  readonly web?: "on";
}

interface Running {
  readonly url: string;
  readonly output: () => string;
  readonly signal: TestServer["signal"];
  readonly stop: (signal: NodeJS.Signals) => Promise<void>;
}

const commonFlags: string[] = [];

/** Adds flags for all servers that this process starts from now on. */
export const useFlags = (...flags: readonly string[]): void => void commonFlags.push(...flags);

/** A real server with its own database, reached by HTTP and stopped after the tests of the file. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), "parley-data-"));
  // A process bundles the browser client when it starts, in this one only the first server that is asked for it does.
  const web = options.isSeparate === true ? (options.web ?? "off") : "on";
  const settings = ["--port", options.port ?? "0", "--database-url", database.url, "--data", dataDir, "--web", web];
  const flags = [...settings, "--rate-limit", options.rateLimit ?? "off", ...commonFlags, ...(options.flags ?? [])];
  const figures = options.metrics === "off" ? {} : { PARLEY_METRICS_TOKEN: METRICS_TOKEN };
  const env = { PARLEY_SECRET: SECRET, PARLEY_LOG_LEVEL: "warn", ...figures, ...options.env };
  const running = await (options.isSeparate === true ? runProcess : runHere)(flags, env);
  const { url, output } = running;
  let stopping: Promise<void> | undefined;
  const stop = (signal: NodeJS.Signals = "SIGTERM") =>
    (stopping ??= running.stop(signal).finally(() => rmSync(dataDir, { recursive: true, force: true })));
  servers.push(stop);
  const as = (email: string, apiKey: string) => checkedClient({ url, email, apiKey });
  const cast = Object.fromEntries(
    NAMES.map((name) => [name, { ...person(name), ...as(person(name).email, person(name).apiKey) }]),
  ) as Record<Name, CastMember>;
  return { url, database, output, anonymous: checkedClient({ url }), cast, as, signal: running.signal, stop };
}

async function runHere(flags: readonly string[], env: Readonly<Record<string, string>>): Promise<Running> {
  const config = readConfig(flags, env);
  let output = "";
  const log = createLogger(config.logLevel, { write: (line) => (output += line) });
  const { signal: stopping } = new AbortController();
  const installation = await openForServer(config, { progress() {}, complain() {}, onTaken() {}, stopping });
  const server = await startServer(
    createSite(config, installation.db, installation.secret, log, { onEmitted: noteEmitted, onRefused: noteRefused }),
  );
  return {
    url: server.url,
    output: () => output,
    signal() {
      throw new Error("only a process can be paused");
    },
    async stop(signal) {
      if (signal !== "SIGTERM") throw new Error("only a process can be killed");
      await server.stop();
      await installation.close();
    },
  };
}

async function runProcess(flags: readonly string[], env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, [programScript("main"), ...flags], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stderr.on("data", (data) => (output += data));
  return {
    url: await listeningUrl(child, () => output),
    output: () => output,
    signal: (signal) => void child.kill(signal),
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    },
  };
}

function listeningUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const url = /Parley is at (\S+)/.exec(output())?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", () => reject(new Error(`the server ended before it listened:\n${output()}`)));
  });
}

const servers: (() => Promise<unknown>)[] = [];

/** Stops something else with the servers of a file. */
export const stopWithServers = (stop: () => Promise<unknown>): void => void servers.push(stop);

/** Stops what the tests of a file have left. */
export async function endServers(): Promise<void> {
  for (const stop of servers.splice(0)) await stop();
  await dropDatabases();
  checkEmitted();
}

// Registered for the whole process, because this module is loaded outside of any suite.
after(async () => {
  await endServers();
  await stopOwnCluster();
});
