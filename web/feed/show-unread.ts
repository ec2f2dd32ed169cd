import type { Conversation } from "../state/conversation.ts";
import { applyHere, unread } from "../store.ts";

/** Where unread messages are, which goes when they are shown as read. */
interface Places {
  readonly messages: ReadonlyMap<number, Conversation>;
  readonly mentions: ReadonlySet<number>;
}

export function placesOf(ids: readonly number[]): Places {
  const { messages, mentions } = unread.value;
  const known = ids.flatMap((id) => {
    const place = messages.get(id);
    return place === undefined ? [] : [[id, place] as const];
  });
  return { messages: new Map(known), mentions: new Set(ids.filter((id) => mentions.has(id))) };
}

/** Shows messages as unread again that the server did not mark as read. */
export function showUnread({ messages, mentions }: Places): void {
  const details = [...messages].map(([id, place]) => {
    const where =
      place.kind === "topic"
        ? { type: "stream" as const, stream_id: place.channelId, topic: place.topic }
        : { type: "private" as const, user_ids: [...place.userIds] };
    return [String(id), { ...where, ...(mentions.has(id) && { mentioned: true as const }) }] as const;
  });
  applyHere({
    type: "update_message_flags",
    op: "remove",
    operation: "remove",
    flag: "read",
    messages: [...messages.keys()],
    all: false,
    message_details: Object.fromEntries(details),
  });
}
