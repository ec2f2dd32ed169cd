import type { StartJob } from "#engine/jobs/job.ts";
import { startMailJob } from "#engine/jobs/mail.ts";
import { connectMailServer } from "#outbound/mail-server.ts";
import { manifest } from "../../manifest.ts";
import { sendDigests } from "./digest/job.ts";
import { startNotifications } from "./job.ts";
import { pushEndpoints } from "./push/endpoints.ts";
import { pushEvents, pushSections } from "./push/events.ts";
import { startPushJob } from "./push/job.ts";
import { webPushEndpoints } from "./web-push/endpoints.ts";
import { forgetOldNotes, startWebPush } from "./web-push/job.ts";

const startMail: StartJob = ({ site: { config, db, log } }) =>
  config.smtpUrl === undefined
    ? undefined
    : startMailJob(db.background, connectMailServer(config.smtpUrl, config.mailFrom), log);

export const notifications = manifest({
  endpoints: [...pushEndpoints, ...webPushEndpoints],
  events: pushEvents,
  sections: pushSections,
  jobs: [
    ({ site, realms, due }) => (site.config.smtpUrl === undefined ? undefined : startNotifications(site, realms, due)),
    startMail,
    ({ site, realms }) => startPushJob(site, realms),
    ({ site, realms }) => startWebPush(site, realms),
  ],
  hourly: [forgetOldNotes, sendDigests],
});
