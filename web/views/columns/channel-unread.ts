import { computed } from "@preact/signals";
import { setting, unread } from "../../store.ts";
import { isMutedTopic } from "../../ui/visibility.ts";

/** What of a channel is unread, as far as it is counted. */
export interface ChannelUnread {
  readonly count: number;
  readonly hasMention: boolean;
}

/** Whose unread messages `web_stream_unreads_count_display_policy` counts. */
const COUNTED = { all: 1, unmuted: 2 } as const;
const NONE: ChannelUnread = { count: 0, hasMention: false };

let before: ReadonlyMap<number, ChannelUnread> = new Map();

/** By channel, in one pass over what is unread. Where nothing has changed the objects are the same, and nothing is drawn. */
const unreadByChannel = computed(() => {
  const policy = setting<number>("web_stream_unreads_count_display_policy", COUNTED.unmuted);
  const next = new Map<number, ChannelUnread>();
  for (const [id, place] of unread.value.messages) {
    if (place.kind !== "topic" || (policy !== COUNTED.all && isMutedTopic(place))) continue;
    const isMention = unread.value.mentions.has(id);
    const isCounted = isMention || policy === COUNTED.all || policy === COUNTED.unmuted;
    const { count, hasMention } = next.get(place.channelId) ?? NONE;
    next.set(place.channelId, { count: count + (isCounted ? 1 : 0), hasMention: hasMention || isMention });
  }
  for (const [id, { count, hasMention }] of next) {
    const known = before.get(id);
    if (known?.count === count && known.hasMention === hasMention) next.set(id, known);
  }
  before = next;
  return next;
});

export const unreadOf = (channelId: number): ChannelUnread => unreadByChannel.value.get(channelId) ?? NONE;
