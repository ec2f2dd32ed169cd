import { channelEndpoints } from "./endpoints.ts";
import { channelEvents } from "./events.ts";
import { channelSections } from "./sections.ts";
import { manifest } from "../manifest.ts";
import { readChannels } from "../messages/flags/actions/read-channels.ts";
import { updateChannelActivity } from "./activity/cleanup.ts";
import { topicEndpoints } from "./topics/endpoints.ts";
import { topicEvents } from "./topics/events.ts";
import { topicSections } from "./topics/sections.ts";

export const channels = manifest({
  endpoints: [...channelEndpoints(readChannels), ...topicEndpoints],
  events: [...channelEvents, ...topicEvents],
  sections: [...channelSections, ...topicSections],
  hourly: [updateChannelActivity],
});
