import { without, withEntry } from "./collections.ts";
import type { Event } from "./registered.ts";

export interface Topic {
  readonly name: string;
  readonly newestId: number;
}

/** Topics of channels, the newest first, of those channels whose topics have been asked for. */
export type Topics = ReadonlyMap<number, readonly Topic[]>;

/** Where topics are renamed or vanish, a channel's list is dropped: views that show it fetch it again. */
export function reduceTopics(topics: Topics, event: Event): Topics {
  switch (event.type) {
    case "message": {
      const { stream_id: channelId, subject: name, id } = event.message;
      const list = channelId === undefined ? undefined : topics.get(channelId);
      if (channelId === undefined || list === undefined) return topics;
      const others = list.filter((topic) => topic.name.toLowerCase() !== name.toLowerCase());
      return withEntry(topics, channelId, [{ name, newestId: id }, ...others]);
    }
    case "update_message":
      if (event.subject === undefined && event.new_stream_id === undefined) return topics;
      return without(topics, event.stream_id ?? -1, event.new_stream_id ?? -1);
    case "delete_message":
      return without(topics, event.stream_id ?? -1);
    default:
      return topics;
  }
}
