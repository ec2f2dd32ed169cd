import type { StartJob } from "../../engine/jobs/job.ts";
import { startMailJob } from "../../engine/jobs/mail.ts";
import { connectMailServer } from "../../outbound/mail-server.ts";
import { manifest } from "../manifest.ts";
import { startNotifications } from "./job.ts";

const startMail: StartJob = ({ site: { config, db, log } }) =>
  config.smtpUrl === undefined
    ? undefined
    : startMailJob(db.background, connectMailServer(config.smtpUrl, config.mailFrom), log);

export const notifications = manifest({
  jobs: [
    ({ site, realms, due }) => (site.config.smtpUrl === undefined ? undefined : startNotifications(site, realms, due)),
    startMail,
  ],
});
