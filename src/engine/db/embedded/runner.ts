/**
 * The user as whom PostgreSQL runs. PostgreSQL refuses root, yet Parley must work as root, also in a folder that only
 * root may enter:
 *
 * 1. In a user namespace root appears as "nobody" to PostgreSQL, while to the kernel it stays root without its
 * capabilities, so that all files remain root's.
 * 2. Where namespaces are forbidden (Docker's default), PostgreSQL runs as another user, who becomes the owner of its
 * files: the owner of the data folder, or "nobody" where that is root.
 * 3. Where that user cannot reach the data folder or the programs, setpriv leaves it one capability for that.
 *
 * Each way is tried before it is chosen. Files that belong to an ordinary user keep that owner.
 */
import { spawnSync } from "node:child_process";
import { chmod, chown, lchown, readdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./errors.ts";

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

export interface Runner {
  /** The files of the database and the folder of its socket belong to this user. */
  readonly owner: FileOwner;
  /** The command line before the program. */
  readonly prefix: readonly string[];
  readonly spawnOptions: { readonly uid?: number; readonly gid?: number };
}

interface InstallPaths {
  readonly dataDir: string;
  readonly databaseDir: string;
  readonly program: string;
}

const nobody: FileOwner = { uid: 65534, gid: 65534 };

/**
 * Nothing of Parley's environment is passed on: it may hold secrets, and PGDATA or PGOPTIONS would mislead PostgreSQL.
 * The C library keeps some megabytes for the next statement: returning and requesting them after each statement took
 * longer than writing 1,000 ranges of read messages.
 */
export const cleanEnvironment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin",
  LC_ALL: "C",
  MALLOC_TRIM_THRESHOLD_: "8388608",
  MALLOC_MMAP_THRESHOLD_: "4194304",
};

export async function chooseRunner(paths: InstallPaths): Promise<Runner> {
  const { uid, gid } = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  if (uid !== 0)
    return hasName()
      ? plain({ uid, gid })
      : (firstThatWorks([inNamespace({ uid, gid })], paths) ?? plain({ uid, gid }));
  const owner = await ownerOf(paths);
  if (owner.uid !== 0) return runAs(owner, paths);
  return firstThatWorks([inNamespace(owner)], paths) ?? runAs(nobody, paths);
}

function plain(owner: FileOwner): Runner {
  return { owner, prefix: [], spawnOptions: {} };
}

function inNamespace(owner: FileOwner): Runner {
  const prefix = ["unshare", "--user", `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  return { owner, prefix, spawnOptions: {} };
}

function asUser(owner: FileOwner): Runner {
  return { owner, prefix: [], spawnOptions: owner };
}

function asUserWith(capability: string, owner: FileOwner): Runner {
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  const kept = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
  // PostgreSQL asks by access() whether its programs can be run, which otherwise leaves out capabilities.
  return { owner, prefix: ["setpriv", ...identity, ...kept, "--securebits=+no_setuid_fixup"], spawnOptions: {} };
}

/** initdb needs the name of its user, and an arbitrary uid of a container has none. */
function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

async function ownerOf({ dataDir, databaseDir }: InstallPaths): Promise<FileOwner> {
  const { uid, gid } = await stat(databaseDir).catch(() => stat(dataDir));
  return { uid, gid };
}

async function runAs(owner: FileOwner, paths: InstallPaths): Promise<Runner> {
  await letThrough(paths.dataDir, owner);
  const ways = [asUser(owner), asUserWith("dac_read_search", owner), asUserWith("dac_override", owner)];
  const runner = firstThatWorks(ways, paths);
  if (runner === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and neither a user namespace nor another user can reach ${paths.dataDir}: start Parley as an ordinary user, or name a PostgreSQL with --database-url.`,
    );
  }
  await giveFiles(paths.databaseDir, owner);
  return runner;
}

function firstThatWorks(ways: readonly Runner[], { dataDir, program }: InstallPaths): Runner | undefined {
  return ways.find((runner) => {
    const [command, args] = commandOf(runner, "sh", ["-c", 'cd "$1" && exec "$2" --version', "sh", dataDir, program]);
    const tried = spawnSync(command, args, {
      ...runner.spawnOptions,
      cwd: "/",
      env: cleanEnvironment,
      stdio: "ignore",
    });
    return tried.status === 0;
  });
}

export function commandOf(runner: Runner, program: string, args: readonly string[]): [string, string[]] {
  const [command = program, ...rest] = [...runner.prefix, program, ...args];
  return [command, rest];
}

/** PostgreSQL only passes through Parley's folder: the group may enter it, and not list it. */
async function letThrough(dataDir: string, owner: FileOwner): Promise<void> {
  const folder = await stat(dataDir);
  if (folder.uid === owner.uid) return;
  await chown(dataDir, folder.uid, owner.gid);
  await chmod(dataDir, (folder.mode & 0o7777) | 0o010);
}

/** The folder itself comes last, so that the next start continues an interrupted change. */
async function giveFiles(databaseDir: string, owner: FileOwner): Promise<void> {
  const folder = await stat(databaseDir).catch(() => undefined);
  if (folder === undefined || folder.uid === owner.uid) return;
  for (const name of await readdir(databaseDir, { recursive: true })) {
    await lchown(join(databaseDir, name), owner.uid, owner.gid);
  }
  await chown(databaseDir, owner.uid, owner.gid);
}
