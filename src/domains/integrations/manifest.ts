import { manifest } from "../manifest.ts";
import { callEndpoints } from "./calls/endpoints.ts";
import { callPages } from "./calls/pages.ts";
import { zoomTokenChanged } from "./calls/zoom/events.ts";
import { zoomSections } from "./calls/zoom/sections.ts";
import { outgoingWebhook } from "./webhooks/payload.ts";
import { startEmbedJob, forgetOldPages } from "./embeds/job.ts";
import { startWebhookJob } from "./webhooks/job.ts";

/** Requests to servers of others. */
export const integrations = manifest({
  endpoints: callEndpoints,
  events: [zoomTokenChanged],
  sections: zoomSections,
  pages: ({ site, realms }) => callPages(site, realms),
  jobs: [
    ({ site, realms, http }) => startWebhookJob(site, realms, http),
    ({ site, realms, http }) => startEmbedJob(site, realms, http),
  ],
  hourly: [forgetOldPages],
  outgoing: [outgoingWebhook],
});
