import { type Channels } from "./channels.ts";
import { conversationOf, directWith, keyOf, type Conversation } from "./conversation.ts";
import type { Event, Registered } from "./registered.ts";

/** Which messages are unread, and where. */
export interface UnreadState {
  /** Message to its conversation. */
  readonly messages: ReadonlyMap<number, Conversation>;
  /** Those of them that mention the user. */
  readonly mentions: ReadonlySet<number>;
}

export function initialUnread({ unread_msgs: unread, user_id: ownId }: Registered): UnreadState {
  const messages = new Map<number, Conversation>();
  const add = (conversation: Conversation, ids: readonly number[]) => {
    for (const id of ids) messages.set(id, conversation);
  };
  for (const { stream_id, topic, unread_message_ids } of unread.streams) {
    add({ kind: "topic", channelId: stream_id, topic }, unread_message_ids);
  }
  for (const { other_user_id, unread_message_ids } of unread.pms) {
    add(directWith([other_user_id], ownId), unread_message_ids);
  }
  for (const { user_ids_string, unread_message_ids } of unread.huddles) {
    add(directWith(user_ids_string.split(",").map(Number), ownId), unread_message_ids);
  }
  return { messages, mentions: new Set(unread.mentions) };
}

interface Context {
  readonly ownId: number;
  readonly channels: Channels;
}

const MENTIONS = ["mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned", "wildcard_mentioned"];
export const isMention = (flags: readonly string[]): boolean => flags.some((flag) => MENTIONS.includes(flag));

export function reduceUnread(unread: UnreadState, event: Event, { ownId, channels }: Context): UnreadState {
  switch (event.type) {
    case "message": {
      if (event.flags.includes("read")) return unread;
      const messages = new Map(unread.messages).set(event.message.id, conversationOf(event.message, ownId));
      return {
        messages,
        mentions: isMention(event.flags) ? new Set(unread.mentions).add(event.message.id) : unread.mentions,
      };
    }
    case "update_message_flags": {
      if (event.flag !== "read") return unread;
      if (event.op === "remove") return unmarked(unread, event.message_details ?? {}, ownId);
      return event.all ? EMPTY : removed(unread, event.messages);
    }
    case "delete_message":
      return removed(unread, event.message_ids ?? []);
    case "update_message":
      return moved(unread, event, channels);
    case "subscription":
      if (event.op !== "remove") return unread;
      return left(
        unread,
        event.subscriptions.map(({ stream_id }) => stream_id),
      );
    case "stream":
      return event.op === "delete" ? left(unread, event.stream_ids) : unread;
    default:
      return unread;
  }
}

const EMPTY: UnreadState = { messages: new Map(), mentions: new Set() };

function removed({ messages, mentions }: UnreadState, ids: readonly number[]): UnreadState {
  const [rest, mentioned] = [new Map(messages), new Set(mentions)];
  for (const id of ids) {
    rest.delete(id);
    mentioned.delete(id);
  }
  return { messages: rest, mentions: mentioned };
}

type Of<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;
type Details = NonNullable<(Of<"update_message_flags"> & { readonly op: "remove" })["message_details"]>;

function unmarked({ messages, mentions }: UnreadState, details: Details, ownId: number): UnreadState {
  const [all, mentioned] = [new Map(messages), new Set(mentions)];
  for (const [text, detail] of Object.entries(details)) {
    const id = Number(text);
    all.set(
      id,
      detail.type === "stream"
        ? { kind: "topic", channelId: detail.stream_id as number, topic: detail.topic ?? "" }
        : directWith(detail.user_ids ?? [], ownId),
    );
    if (detail.mentioned === true) mentioned.add(id);
  }
  return { messages: all, mentions: mentioned };
}

/** Nothing is unread in a channel that the user is not in. */
function moved(unread: UnreadState, event: Of<"update_message">, { subscribed }: Channels): UnreadState {
  const mentions = mentionsAfter(unread, event);
  const channelId = event.new_stream_id ?? event.stream_id;
  const topic = event.subject ?? event.orig_subject;
  const isMoved = event.new_stream_id !== undefined || event.subject !== undefined;
  if (!isMoved || channelId === undefined || topic === undefined) return { ...unread, mentions };
  const ids = event.message_ids.filter((id) => unread.messages.has(id));
  if (ids.length === 0) return { ...unread, mentions };
  if (!subscribed.has(channelId)) return removed({ ...unread, mentions }, ids);
  const messages = new Map(unread.messages);
  for (const id of ids) messages.set(id, { kind: "topic", channelId, topic });
  return { messages, mentions };
}

/** An edit may begin or end to mention the user. */
function mentionsAfter({ messages, mentions }: UnreadState, event: Of<"update_message">): ReadonlySet<number> {
  const id = event.message_id;
  if (event.rendered_content === undefined || !messages.has(id) || isMention(event.flags) === mentions.has(id)) {
    return mentions;
  }
  const next = new Set(mentions);
  if (!next.delete(id)) next.add(id);
  return next;
}

function left(unread: UnreadState, channelIds: readonly number[]): UnreadState {
  const ids = [...unread.messages].flatMap(([id, place]) =>
    place.kind === "topic" && channelIds.includes(place.channelId) ? [id] : [],
  );
  return ids.length === 0 ? unread : removed(unread, ids);
}

/** Unread messages by conversation, oldest first. */
export function unreadByConversation({ messages }: UnreadState): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [id, conversation] of messages) {
    const key = keyOf(conversation);
    const ids = found.get(key);
    if (ids === undefined) found.set(key, [id]);
    else ids.push(id);
  }
  for (const ids of found.values()) ids.sort((a, b) => a - b);
  return found;
}
