import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPostmaster, pollMs, readLockFile, stopPostmaster } from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { probe } from "./probe.ts";

const timeoutMs = 5_000;
const unwrittenLockMs = 1_000;

/**
 * The running postmaster, once it responds, however long its recovery takes. One that does not respond, or is stopping,
 * is waited for until it has ended. Undefined means that no postmaster serves the folder now.
 */
export async function adoptPostmaster(
  databaseDir: string,
  progress: (sentence: string) => void,
): Promise<Postmaster | undefined> {
  await dropUnwrittenLock(databaseDir);
  let timeout = AbortSignal.timeout(timeoutMs);
  for (;;) {
    const postmaster = await findPostmaster(databaseDir);
    if (postmaster === undefined) return undefined;
    const response = await probe(postmaster.socketDir, postmaster.port);
    if (response === "ready") return postmaster;
    if (response === "busy" && !postmaster.stopping) timeout = AbortSignal.timeout(timeoutMs);
    if (timeout.aborted) {
      progress("Stopping a PostgreSQL that does not answer.");
      await stopPostmaster(postmaster.pid, databaseDir);
    }
    await sleep(pollMs);
  }
}

/**
 * A power failure can leave an empty lock file. PostgreSQL never removes one, because another process may be about to
 * write it.
 */
async function dropUnwrittenLock(databaseDir: string): Promise<void> {
  const deadline = AbortSignal.timeout(unwrittenLockMs);
  for (;;) {
    const lock = await readLockFile(databaseDir);
    if (lock === undefined || lock.pid !== undefined) return;
    if (deadline.aborted) return rm(join(databaseDir, "postmaster.pid"), { force: true });
    await sleep(pollMs);
  }
}
