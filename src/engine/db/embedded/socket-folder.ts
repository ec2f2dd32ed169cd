/**
 * The socket has a short folder of its own, because a socket's path may have at most 107 bytes and a data folder's may
 * be longer. A user who may enter that folder is the superuser of the database (trust authentication), so its mode is
 * 0700 and its owner is checked: its name can be guessed, and an attacker may create the folder in /tmp first.
 */
import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemCode } from "./errors.ts";
import { serves } from "./postmaster.ts";
import type { FileOwner } from "./runner.ts";
import { port } from "./settings.ts";

const longestTemporaryPath = 50;

/** The folder is the same at each start of a data folder, so that a pool finds a PostgreSQL that was started again. */
export async function openSocketFolder(databaseDir: string, owner: FileOwner): Promise<string> {
  const temporary = Buffer.byteLength(tmpdir()) <= longestTemporaryPath ? tmpdir() : "/tmp";
  const path = join(temporary, `parley-${createHash("sha256").update(databaseDir).digest("hex").slice(0, 16)}`);
  const folder = (await claim(path, owner)) ? path : await privateFolder(`${path}-`, owner);
  await dropStaleLock(folder, databaseDir);
  return folder;
}

async function claim(path: string, owner: FileOwner): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    await chown(path, owner.uid, owner.gid);
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    const found = await lstat(path).catch(missing);
    // Another process that starts the same database has removed it since then.
    if (found === undefined) return claim(path, owner);
    return found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0;
  }
}

function missing(error: unknown): undefined {
  if (systemCode(error) !== "ENOENT") throw error;
}

async function privateFolder(prefix: string, owner: FileOwner): Promise<string> {
  const folder = await mkdtemp(prefix);
  await chmod(folder, 0o700);
  await chown(folder, owner.uid, owner.gid);
  return folder;
}

/**
 * A stale socket lock can name a pid that another program has now, which PostgreSQL takes for a running postmaster.
 * Removing the lock of a running postmaster by a race is harmless: the lock on the data folder is taken before the
 * socket is touched.
 */
async function dropStaleLock(folder: string, databaseDir: string): Promise<void> {
  const lock = join(folder, `.s.PGSQL.${port}.lock`);
  const pid = Number.parseInt(await readFile(lock, "utf8").catch(() => ""), 10);
  if (Number.isNaN(pid) || !(await serves(pid, databaseDir))) await rm(lock, { force: true });
}

/** Only an empty folder is removed: another process may be starting the same database at this moment. */
export async function closeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
