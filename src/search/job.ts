import { setImmediate } from "node:timers/promises";
import { type Repeated, repeat } from "#engine/jobs/repeat.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { backlogSize, onBacklog, slowedSends } from "./backlog.ts";
import { indexSome } from "./indexing.ts";

const LOOK_MS = 1000;

/** The position of the log up to which an organization was looked at. */
const seenOf = perOrganization("search job", (): { position?: number } => ({}));

/** Indexes messages: a little of each organization in turn, for as long as there is something to do. */
export function startSearchJob(realms: Realms, { log, metrics }: ServerSite): Repeated {
  const sumOf = (figure: (realm: RealmRuntime) => number) =>
    realms.all().reduce((sum, realm) => sum + figure(realm), 0);
  metrics.watch("search_backlog", "Messages that are not in the search index yet.", () => sumOf(backlogSize));
  metrics.watch("search_slowed_sends", "Sends that waited for the search index since the start.", () =>
    sumOf(slowedSends),
  );
  const leaveOut = (realm: RealmRuntime) => (message: number, error: unknown) =>
    log.warn({ err: error, realm: realm.id, message }, "message not indexed");

  /** Whether there is more to do. */
  const index = async (realm: RealmRuntime): Promise<boolean> => {
    const { position } = realm.model;
    const seen = seenOf(realm);
    if (seen.position === position) return false;
    onBacklog(realm, job.wake);
    const left = await indexSome(realm, leaveOut(realm));
    // What another process is at work on is looked at again: it may end before it is done.
    if (left === "nothing") seen.position = position;
    return left === "more";
  };

  const job = repeat(LOOK_MS, async (isStopping, run) => {
    let busy = realms.forRepeatedWork(run);
    while (busy.length > 0 && !isStopping()) {
      const more: RealmRuntime[] = [];
      for (const realm of busy) {
        const isMore = await index(realm).catch((error: unknown) => {
          log.warn({ err: error }, "search indexing failed");
          return false;
        });
        if (isMore) more.push(realm);
      }
      busy = more;
      await setImmediate();
    }
  });
  return job;
}
