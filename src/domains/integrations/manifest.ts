import { manifest } from "../manifest.ts";
import { outgoingWebhook } from "./webhooks/payload.ts";
import { startEmbedJob, forgetOldPages } from "./embeds/job.ts";
import { startWebhookJob } from "./webhooks/job.ts";

/** Requests to servers of others. */
export const integrations = manifest({
  jobs: [
    ({ site, realms, http }) => startWebhookJob(site, realms, http),
    ({ site, realms, http }) => startEmbedJob(site, realms, http),
  ],
  hourly: [forgetOldPages],
  outgoing: [outgoingWebhook],
});
