import { setImmediate } from "node:timers/promises";
import { type Repeated, repeat } from "../engine/jobs/repeat.ts";
import { perOrganization } from "../engine/runtime/organization-state.ts";
import type { RealmRuntime } from "../engine/runtime/realm-runtime.ts";
import type { Logger } from "../platform/logger.ts";
import { indexBatch } from "./indexing.ts";

const LOOK_MS = 1000;
/** So many log entries since the last look mean that people are waiting for the processor. */
const BUSY = 200;

/** Up to which position of the log the messages of an organization were filed, as far as the job knows. */
const seenOf = perOrganization("search job", (): { position?: number } => ({}));

/** Writes down the words of new messages: at leisure where little happens, a batch a second where much does. */
export function startSearchJob(realms: () => readonly RealmRuntime[], log: Logger): Repeated {
  const leaveOut = (realm: RealmRuntime) => (message: number, error: unknown) =>
    log.warn({ err: error, realm: realm.id, message }, "a message cannot be found by its words");

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
    // Under load there is more to do, whether or not more comes.
    seen.position = isBusy ? position - 1 : position;
  };
  return repeat(LOOK_MS, async (isStopping) => {
    for (const realm of realms()) {
      await indexRealm(realm, isStopping).catch((error: unknown) =>
        log.warn({ err: error }, "the search index could not be filled"),
      );
    }
  });
}
