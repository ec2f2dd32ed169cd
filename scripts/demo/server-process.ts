import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Runs `npm start` with these settings until it is stopped, and waits until it can be reached. */
export async function startServer(
  flags: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly show?: (output: string) => void } = {},
): Promise<ServerProcess> {
  const { env = {}, show = () => {} } = options;
  const child = spawn(process.execPath, [MAIN, ...flags], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // A signal that stops the demonstration stops its server, also while it is being filled.
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  child.once("exit", () => {
    for (const signal of SIGNALS) process.off(signal, pass);
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      show(String(data));
      if (output !== "" && /Parley is at \S+\s/.test(output)) return;
      output += String(data);
      const found = /Parley is at (\S+)\s/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error("The server ended before it could be reached.")));
  });
  return {
    url,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
