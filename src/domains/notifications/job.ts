import { type DueJobOptions, startDueJob } from "#engine/jobs/due.ts";
import { repeat } from "#engine/jobs/repeat.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { missedMessages } from "./deliver.ts";
import { unseenMessages } from "./unseen.ts";
import { noteMissed } from "./watch.ts";

const LOOK_MS = 1000;

/** The log position up to which this process has checked the messages of an organization. */
const seenOf = perOrganization("notifications", (): { position?: number } => ({}));

/** Checks new messages of all organizations, and sends mails to users who missed them. */
export function startNotifications(site: Site, realms: Realms, options: DueJobOptions): { stop(): Promise<void> } {
  const jobs = [startDueJob(missedMessages(site), options), startDueJob(unseenMessages(site), options)];

  const checkMessages = async (realm: RealmRuntime, isStopping: () => boolean) => {
    const { position } = realm.model;
    const seen = seenOf(realm);
    if (seen.position === position) return;
    let considered: number | undefined;
    do considered = await noteMissed(site, realm);
    while (!isStopping() && considered !== undefined && considered > 0);
    // If another process had the cursor, it may have read the log before this position existed.
    if (considered === 0) seen.position = position;
  };
  const watch = repeat(LOOK_MS, async (isStopping, run) => {
    for (const realm of realms.forRepeatedWork(run)) {
      await checkMessages(realm, isStopping).catch((error: unknown) =>
        site.log.warn({ err: error, realm: realm.id }, "missed message check failed"),
      );
    }
  });
  return {
    async stop() {
      await Promise.all([watch, ...jobs].map((job) => job.stop()));
    },
  };
}
