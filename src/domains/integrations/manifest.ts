import { manifest } from "../../manifest.ts";
import { incomingEndpoints } from "./incoming/endpoints.ts";
import { incomingSections } from "./incoming/sections.ts";
import { callEndpoints } from "./calls/endpoints.ts";
import { callPages } from "./calls/pages.ts";
import { commandEndpoints } from "./commands/endpoints.ts";
import { commandSections } from "./commands/sections.ts";
import { commandInvoked } from "./commands/invocation.ts";
import { botCommandEvents } from "#domains/records/users/bots/commands/events.ts";
import { zoomTokenChanged, zoomSections } from "./calls/zoom/events.ts";
import { startMailListener } from "./mail/listener.ts";
import { mcpPages } from "./mcp/pages.ts";
import { removeOldGrants } from "./mcp/oauth/cleanup.ts";
import { oauthPages } from "./mcp/oauth/pages.ts";
import { outgoingCommand, outgoingWebhook } from "./webhooks/payload.ts";
import { startEmbedJob, forgetOldPages } from "./embeds/job.ts";
import { startInvocationJob, startWebhookJob } from "./webhooks/job.ts";

/** Requests to servers of others, and theirs to this one. */
export const integrations = manifest({
  endpoints: [...callEndpoints, ...incomingEndpoints, ...commandEndpoints],
  events: [zoomTokenChanged, ...botCommandEvents, commandInvoked],
  sections: [...zoomSections, ...incomingSections, ...commandSections],
  pages: ({ site, realms }) => [...callPages(site, realms), ...mcpPages(site, realms), ...oauthPages(site, realms)],
  jobs: [
    ({ site, realms, http }) => startWebhookJob(site, realms, http),
    ({ site, realms, http }) => startInvocationJob(site, realms, http),
    ({ site, realms, http }) => startEmbedJob(site, realms, http),
    ({ site, realms }) => startMailListener(site, realms),
  ],
  hourly: [forgetOldPages, removeOldGrants],
  outgoing: [outgoingWebhook, outgoingCommand],
});
