import { startDueJob } from "../jobs/due.ts";
import type { Realms } from "../live/realms.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { Site } from "../live/site.ts";
import { missedMessages } from "./deliver.ts";
import { noteMissed } from "./watch.ts";

const LOOK_MS = 1000;

/** Considers the messages of organizations in which something was written, and mails those who missed them. */
export function startNotifications(site: Site, realms: Realms): { stop(): Promise<void> } {
  const delivery = startDueJob(missedMessages, {
    sql: site.db.reads,
    realmById: (id) => realms.byId(id),
    log: site.log,
  });
  const seen = new WeakMap<LiveRealm, number>();
  let stopping = false;
  let looking: Promise<void> | undefined;

  const tend = async (realm: LiveRealm) => {
    const { position } = realm.model;
    if (seen.get(realm) === position) return;
    let considered: number | undefined;
    do considered = await noteMissed(site, realm);
    while (!stopping && considered !== undefined && considered > 0);
    // Whoever else has the cursor may have looked before this position was there.
    if (considered === 0) seen.set(realm, position);
  };
  const look = async () => {
    for (const realm of realms.all()) {
      await tend(realm).catch((error: unknown) =>
        site.log.warn({ err: error, realm: realm.id }, "missed messages could not be looked for"),
      );
    }
  };

  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, LOOK_MS);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await Promise.all([looking, delivery.stop()]);
    },
  };
}
