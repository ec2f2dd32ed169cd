import type { Channel } from "../../../engine/model/records.ts";

/** Where notices go in a channel: into a topic of their own, unless the channel has only the empty one. */
export const topicOfNotices = (channel: Channel, topic: string): string =>
  channel.topicsPolicy === "empty_topic_only" ? "" : topic;
