import { setImmediate } from "node:timers/promises";
import type { LiveRealm } from "../live/realm.ts";
import type { Logger } from "../platform/logger.ts";
import { indexBatch } from "./indexing.ts";

const LOOK_MS = 1000;
/** So many log entries since the last look mean that people are waiting for the processor. */
const BUSY = 200;

export interface SearchJob {
  stop(): Promise<void>;
}

/** Writes down the words of new messages: at leisure where little happens, a batch a second where much does. */
export function startSearchJob(realms: () => readonly LiveRealm[], log: Logger): SearchJob {
  const seen = new WeakMap<LiveRealm, number>();
  let stopping = false;

  const leaveOut = (realm: LiveRealm) => (message: number, error: unknown) =>
    log.warn({ err: error, realm: realm.id, message }, "a message cannot be found by its words");

  const tend = async (realm: LiveRealm) => {
    const { position } = realm.model;
    const before = seen.get(realm);
    if (before === position) return;
    const isBusy = position - (before ?? position) > BUSY;
    let filed = await indexBatch(realm, leaveOut(realm));
    while (filed > 0 && !isBusy && !stopping) {
      await setImmediate();
      filed = await indexBatch(realm, leaveOut(realm));
    }
    // Under load there is more to do, whether or not more comes.
    seen.set(realm, isBusy ? position - 1 : position);
  };
  const look = async () => {
    for (const realm of realms()) {
      await tend(realm).catch((error: unknown) => log.warn({ err: error }, "the search index could not be filled"));
    }
  };

  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, LOOK_MS);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await looking;
    },
  };
}
