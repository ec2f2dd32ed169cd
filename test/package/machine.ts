import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * The environment of a user who installs Parley: the Node.js and npm of the machine, which may be older than those of
 * this clone, and nothing of the `npm test` that runs this.
 */
export const machineEnvironment: Readonly<Record<string, string>> = {
  PATH: (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .join(delimiter),
  HOME: process.env["HOME"] ?? "/",
};

/** Runs a program of the machine in a folder. Returns its output; it must succeed. */
export async function run(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd: folder, env: machineEnvironment, maxBuffer: 2 ** 24 });
  return stdout;
}
