import { dueJob } from "#engine/jobs/job.ts";
import { flagEndpoints } from "./flags/endpoints.ts";
import { flagEvents } from "./flags/events.ts";
import { flagSections } from "./flags/sections.ts";
import { manifest } from "../../manifest.ts";
import { messageEndpoints } from "./send/endpoints.ts";
import { messageEvents } from "./events.ts";
import { messageRendering } from "./edit/job.ts";
import { startKeepingTopics } from "./read/topics/index-topics.ts";
import { messageSections } from "./read/sections.ts";
import { reactionEndpoints } from "./reactions/endpoints.ts";
import { reactionEvents } from "./reactions/events.ts";
import { revisionEndpoints } from "./edit/endpoints.ts";
import { revisionEvents } from "./edit/events.ts";
import { startRangeCompaction } from "./flags/ranges/compact-read-ranges.ts";
import { startSearchJob } from "#search/job.ts";
import { eraseExpiredMessages } from "./edit/retention.ts";
import { topicEndpoints } from "./topics/endpoints.ts";
import { topicEvents, topicSections } from "./topics/events.ts";
import { typingEndpoints } from "./typing/endpoints.ts";
import { typingEvents } from "./typing/events.ts";
import { widgetEndpoints } from "./widgets/endpoints.ts";
import { widgetEvents } from "./widgets/events.ts";

/** Topics, and the messages in them and between people. */
export const conversations = manifest({
  endpoints: [
    ...messageEndpoints,
    ...flagEndpoints,
    ...revisionEndpoints,
    ...reactionEndpoints,
    ...widgetEndpoints,
    ...topicEndpoints,
    ...typingEndpoints,
  ],
  events: [
    ...messageEvents,
    ...topicEvents,
    ...flagEvents,
    ...revisionEvents,
    ...reactionEvents,
    ...widgetEvents,
    ...typingEvents,
  ],
  sections: [...messageSections, ...flagSections, ...topicSections],
  jobs: [
    dueJob(messageRendering),
    ({ site, realms }) => startSearchJob(realms, site),
    ({ site, realms }) => startKeepingTopics(realms, site.log),
    ({ site, realms }) => startRangeCompaction(() => realms.all(), site.log),
  ],
  hourly: [eraseExpiredMessages],
});
