import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { type CheckedClient, checkedClient } from "./checked-client.ts";
import { NAMES, type Name, type Person, person, SECRET } from "./cast.ts";
import { createDatabase, dropDatabases, stopOwnCluster, type TestDatabase } from "./database.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

export type CastMember = Person & CheckedClient;

export interface TestServer {
  readonly url: string;
  readonly database: TestDatabase;
  readonly process: ChildProcess;
  /** Everything that the process wrote. */
  readonly output: () => string;
  /** Nobody in particular. */
  readonly anonymous: CheckedClient;
  readonly cast: Readonly<Record<Name, CastMember>>;
  /** Somebody else, by email and key. */
  as(email: string, apiKey: string): CheckedClient;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface TestServerOptions {
  readonly database?: TestDatabase;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly rateLimit?: "on" | "off";
}

/** A real server process on a database of its own, ended when the tests of the file are over. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), "parley-data-"));
  const child = spawn(
    process.execPath,
    [
      MAIN,
      "--port",
      "0",
      "--database-url",
      database.url,
      "--data",
      dataDir,
      "--rate-limit",
      options.rateLimit ?? "off",
      ...(options.flags ?? []),
    ],
    {
      env: { ...process.env, PARLEY_SECRET: SECRET, PARLEY_LOG_LEVEL: "warn", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stderr.on("data", (data) => (output += data));
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, "exit");
    }
    rmSync(dataDir, { recursive: true, force: true });
    return child.exitCode;
  };
  servers.push(stop);
  const url = await listeningUrl(child, () => output);
  const as = (email: string, apiKey: string) => checkedClient({ url, email, apiKey });
  const cast = Object.fromEntries(
    NAMES.map((name) => [name, { ...person(name), ...as(person(name).email, person(name).apiKey) }]),
  ) as Record<Name, CastMember>;
  return { url, database, process: child, output: () => output, anonymous: checkedClient({ url }), cast, as, stop };
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

// Of the whole file, because this module is loaded outside of any suite.
after(async () => {
  for (const stop of servers.splice(0)) await stop();
  await dropDatabases();
  await stopOwnCluster();
});
