import type { Channels } from "../state/channels.ts";
import type { MessageMap } from "../state/message-map.ts";
import { type Messages, withoutMessages } from "./messages.ts";
import type { Event } from "../state/registered.ts";

/** Channels whose messages the user may no longer read after an event. To be asked with the state before it. */
export function channelsLostBy(event: Event, channels: Channels): readonly number[] {
  if (event.type === "stream" && event.op === "delete") return event.stream_ids;
  if (event.type !== "subscription" || event.op !== "remove") return [];
  const ids = event.subscriptions.map(({ stream_id: id }) => id);
  return ids.filter((id) => channels.known.get(id)?.invite_only !== false);
}

/** What decides who may read the history of a channel, besides subscriptions. */
const ACCESS_PROPERTIES: ReadonlySet<string> = new Set([
  "invite_only",
  "history_public_to_subscribers",
  "is_web_public",
  "can_subscribe_group",
  "can_add_subscribers_group",
]);

/** Whether the user may have lost messages by an event that names none: whatever is kept has to be fetched again. */
export function mayLoseMessages(event: Event, ownId: number): boolean {
  switch (event.type) {
    case "subscription":
      return event.op === "remove";
    case "stream":
      return event.op === "delete" || (event.op === "update" && ACCESS_PROPERTIES.has(event.property));
    case "user_group":
      return (
        event.op === "remove" ||
        event.op === "remove_subgroups" ||
        (event.op === "remove_members" && event.user_ids.includes(ownId))
      );
    case "realm_user":
      return event.op === "update" && event.person.user_id === ownId && "role" in event.person;
    default:
      return false;
  }
}

/** The messages without those of some channels. */
export function withoutChannels(messages: Messages, channelIds: readonly number[]): Messages {
  if (channelIds.length === 0) return messages;
  return withoutMessages(messages, idsIn(messages.byId, new Set(channelIds)));
}

const idsIn = (byId: MessageMap, channelIds: ReadonlySet<number>): number[] =>
  [...byId.values()].flatMap((chunk) =>
    [...chunk.values()].filter(({ stream_id: id }) => id !== undefined && channelIds.has(id)).map(({ id }) => id),
  );
