import { setImmediate } from "node:timers/promises";
import { type Repeated, repeat } from "../engine/jobs/repeat.ts";
import { perOrganization } from "../engine/runtime/organization-state.ts";
import type { RealmRuntime } from "../engine/runtime/realm-runtime.ts";
import type { Logger } from "../platform/logger.ts";
import { indexBatch } from "./indexing.ts";

const LOOK_MS = 1000;
/** More log entries than this since the last run mean that requests are waiting for the CPU. */
const BUSY = 200;

/** The position of the log up to which the messages of an organization are indexed, as far as the job knows. */
const seenOf = perOrganization("search job", (): { position?: number } => ({}));

/** Indexes new messages: all at once when there is little load, a batch a second under load. */
export function startSearchJob(realms: () => readonly RealmRuntime[], log: Logger): Repeated {
  const leaveOut = (realm: RealmRuntime) => (message: number, error: unknown) =>
    log.warn({ err: error, realm: realm.id, message }, "message not indexed");

  const indexRealm = async (realm: RealmRuntime, isStopping: () => boolean) => {
    const { position } = realm.model;
    const seen = seenOf(realm);
    const before = seen.position;
    if (before === position) return;
    const isBusy = position - (before ?? position) > BUSY;
    let filed = await indexBatch(realm, leaveOut(realm));
    while (filed > 0 && !isBusy && !isStopping()) {
      await setImmediate();
      filed = await indexBatch(realm, leaveOut(realm));
    }
    // Under load there is more to do, even if nothing new is written.
    seen.position = isBusy ? position - 1 : position;
  };
  return repeat(LOOK_MS, async (isStopping) => {
    for (const realm of realms()) {
      await indexRealm(realm, isStopping).catch((error: unknown) => log.warn({ err: error }, "search indexing failed"));
    }
  });
}
