import { execFile } from "node:child_process";
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { complaintIn } from "./log-file.ts";
import { cleanEnvironment, commandOf } from "./runner.ts";
import type { Runner } from "./runner.ts";
import { superuser } from "./settings.ts";

const options = [
  `--username=${superuser}`,
  "--auth=trust",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--no-instructions",
];

/**
 * Whether the folder holds a database that these programs can serve. Throws one sentence where it holds anything else.
 */
export async function holdsDatabase(databaseDir: string, major: string): Promise<boolean> {
  const found = await majorVersionOf(databaseDir);
  if (found === major) return true;
  if (found !== undefined) {
    throw new EmbeddedPostgresError(
      `The database in ${databaseDir} was made by PostgreSQL ${found}, and this Parley brings PostgreSQL ${major}: dump it with the Parley that made it and load it here.`,
    );
  }
  const content = await readdir(databaseDir).catch(() => []);
  if (content.length === 0) return false;
  throw new EmbeddedPostgresError(`${databaseDir} holds files but no PostgreSQL database: move them away.`);
}

async function majorVersionOf(databaseDir: string): Promise<string | undefined> {
  const version = await readFile(join(databaseDir, "PG_VERSION"), "utf8").catch(() => undefined);
  return version?.trim();
}

/**
 * The database appears as a whole, by a rename, or not at all. If two processes create it at once, the first rename
 * wins.
 */
export async function createDatabase(
  databaseDir: string,
  binaries: Binaries,
  runner: Runner,
  stopping?: AbortSignal,
): Promise<void> {
  const draft = await mkdtemp(draftPrefix(databaseDir));
  try {
    await chown(draft, runner.owner.uid, runner.owner.gid);
    await runInitdb(draft, binaries, runner, stopping);
    await rename(draft, databaseDir);
    await syncFolder(dirname(databaseDir));
  } catch (error) {
    if ((await majorVersionOf(databaseDir)) === undefined) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Once the database exists, every draft is garbage, even one that another process is still writing. */
export async function removeDrafts(databaseDir: string): Promise<void> {
  const prefix = basename(draftPrefix(databaseDir));
  const folder = dirname(databaseDir);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  // A process that still writes there fills the folder again while it is emptied, but not for long.
  const withRetries = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
  await Promise.all(drafts.map((name) => rm(join(folder, name), withRetries).catch(() => undefined)));
}

function draftPrefix(databaseDir: string): string {
  return `${databaseDir}.draft-`;
}

async function runInitdb(draft: string, binaries: Binaries, runner: Runner, stopping?: AbortSignal): Promise<void> {
  const [command, args] = commandOf(runner, binaries.initdb, [`--pgdata=${draft}`, ...options]);
  stopping?.throwIfAborted();
  const running = promisify(execFile)(command, args, { ...runner.spawnOptions, cwd: "/", env: cleanEnvironment });
  // The option `signal` of execFile would not wait until the process has ended.
  const end = () => running.child.kill();
  stopping?.addEventListener("abort", end);
  try {
    await running;
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    throw new EmbeddedPostgresError(`PostgreSQL could not create its database in ${draft}: ${complaintIn(output)}.`, {
      cause: error,
    });
  } finally {
    stopping?.removeEventListener("abort", end);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
