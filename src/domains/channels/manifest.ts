import { dueJob } from "#engine/jobs/job.ts";
import { channelEvents } from "#domains/records/channels/events.ts";
import { manifest } from "../../manifest.ts";
import { updateChannelActivity } from "./activity/cleanup.ts";
import { channelEndpoints } from "./endpoints.ts";
import { groupFollowing } from "./group-links/follow.ts";
import { channelSections } from "./sections.ts";

export const channels = manifest({
  endpoints: [...channelEndpoints],
  events: [...channelEvents],
  sections: [...channelSections],
  jobs: [dueJob(groupFollowing)],
  hourly: [updateChannelActivity],
});
