import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { explain } from "#cli/explain.ts";
import { programScript } from "./programs.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** The environment without anything that would configure Parley. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PARLEY_")));
  return { ...env, ...extra };
}

/** Runs a command of Parley to its end. */
export async function runCommand(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [programScript("cli/main"), ...args], { env: cleanEnvironment(env) });
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  child.stderr.on("data", (data) => (output += String(data)));
  await once(child, "close");
  return { code: child.exitCode, output };
}

/** The same in this process, which has loaded everything already: a command takes a second of CPU time to load. */
export async function runCommandHere(
  [name = "", ...args]: readonly string[],
  env: Record<string, string> = {},
  ask?: (question: string) => Promise<string>,
): Promise<Outcome> {
  let output = "";
  const say = (sentence: string) => void (output += `${sentence}\n`);
  const { runCommand: run } = await import("#cli/run-command.ts");
  try {
    await run(name, args, { say, env: cleanEnvironment(env), ...(ask && { ask }) });
    return { code: 0, output };
  } catch (error) {
    return { code: 1, output: `${output}${explain(error)}\n` };
  }
}

export interface Started {
  readonly process: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  /** Milliseconds from the command to the line with the URL. */
  readonly took: number;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const startedHere: Started[] = [];

/** Ends what a failed test has left running, before its folder is removed: the file would never come to its end. */
export async function endStarted(): Promise<void> {
  await Promise.all(startedHere.splice(0).map((command) => command.end("SIGKILL")));
}

/** `npm start` without npm: a server with its own PostgreSQL in a data folder. */
export async function startInFolder(
  dataDir: string,
  flags: readonly string[] = [],
  env: Record<string, string> = {},
  [program, ...before]: readonly [string, ...string[]] = [process.execPath, programScript("main")],
): Promise<Started> {
  const begun = performance.now();
  const settings = ["--port", "0", "--data", dataDir, "--log-level", "warn", ...flags];
  const child = spawn(program, [...before, ...settings], {
    cwd: ROOT,
    env: cleanEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (data) => (output += String(data)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data) => {
      output += String(data);
      const found = /Parley is at (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the server ended before it listened:\n${output}`)));
  });
  const started: Started = {
    process: child,
    url,
    output: () => output,
    took: performance.now() - begun,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
  startedHere.push(started);
  return started;
}
