import { startSlots } from "#engine/jobs/slots.ts";
import type { RunningJob } from "#engine/jobs/job.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { inChunks } from "#domains/files/storage/chunks.ts";
import { failExport, finishExport } from "./actions.ts";
import { writeArchive } from "./archive/archive.ts";
import { kindOf } from "./kinds.ts";
import {
  giveBack,
  insertExportChunk,
  keepHold,
  LEASE_SECONDS,
  type PendingExport,
  takePendingExport,
} from "./queries.ts";

/** An export that a process died of so often would end the next one, too. */
const MAX_ATTEMPTS = 3;
/** However little there is to store for a while. */
const HOLD_EVERY_MS = (LEASE_SECONDS * 1000) / 4;

class LostHold extends Error {}

/**
 * Makes exports, one at a time in a process. An export belongs to the process that has taken it for as long as it goes on;
 * one that dies leaves it to the next, which begins anew. So none stays pending for ever.
 */
export function startExportJob(site: ServerSite, realms: Realms): RunningJob {
  const { db, log } = site;

  const perform = async (pending: PendingExport, stop: AbortSignal) => {
    const about = { realm: pending.realmId, export: pending.id, attempt: pending.attempts };
    const realm = await realms.byId(pending.realmId);
    if (realm === undefined) return;
    try {
      if (pending.attempts > MAX_ATTEMPTS) throw new Error("the processes that made this export died");
      const size = await make(site, realm, pending, stop);
      await realm.writeAsServer((tx) => finishExport(tx, pending, size, realm.url));
      log.info({ ...about, size }, "an export is done");
    } catch (error) {
      if (stop.aborted) return giveBack(db.background, pending);
      if (error instanceof LostHold) return log.info(about, "an export was cancelled, or is made by another process");
      log.error({ ...about, err: error }, "an export failed");
      await realm.writeAsServer((tx) => failExport(tx, pending, realm.url));
    }
  };
  const safely = (pending: PendingExport, stop: AbortSignal) =>
    perform(pending, stop).catch((error: unknown) =>
      log.warn({ err: error, export: pending.id }, "an export was left"),
    );

  const take = (most: number) => takePendingExport(db.background, most);
  return startSlots({ name: "exports", mostAtOnce: 1, take, perform: safely }, site, realms);
}

/** Stores the archive piece by piece, and returns its size. */
async function make(site: ServerSite, realm: RealmRuntime, pending: PendingExport, stop: AbortSignal): Promise<number> {
  const { db, bucket, clock } = site;
  let [progress, size, number, heldAt] = [0, 0, 0, clock.monotonic()];
  const hold = async () => {
    if (stop.aborted || !(await keepHold(db.background, pending, progress))) throw new LostHold();
    heldAt = clock.monotonic();
  };
  const options = {
    address: db.address,
    bucket,
    realmId: realm.id,
    host: realm.model.host,
    kind: kindOf(pending.kind),
    now: Math.floor(clock.now() / 1000),
    onProgress: (percent: number) => (progress = Math.min(99, percent)),
  };
  await hold();
  await writeArchive(options, async (bytes) => {
    for await (const chunk of inChunks(bytes)) {
      if (number === 0 || clock.monotonic() - heldAt > HOLD_EVERY_MS || stop.aborted) await hold();
      await insertExportChunk(db.background, pending, number, chunk);
      [number, size] = [number + 1, size + chunk.length];
    }
  });
  return size;
}
