import { storeFailedLogins } from "#api/callers/failed-logins.ts";
import type { StartJob } from "#engine/jobs/job.ts";
import { repeat } from "#engine/jobs/repeat.ts";

const EVERY_MS = 60_000;

/** Records once a minute which logins have failed, and what is left when the server stops. */
export const startFailedLogins: StartJob = ({ site: { log }, realms }) => {
  const storeAll = async () => {
    for (const realm of realms.all()) {
      await storeFailedLogins(realm).catch((error: unknown) =>
        log.warn({ err: error, realm: realm.id }, "failed logins could not be recorded"),
      );
    }
  };
  const repeated = repeat(EVERY_MS, storeAll);
  return {
    async stop() {
      await repeated.stop();
      await storeAll();
    },
  };
};
