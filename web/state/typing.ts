import { type ConversationKey, directWith, keyOf, topicKey } from "./conversation.ts";
import type { Event } from "./registered.ts";

/** Who is typing where, and when they last said so (in milliseconds of this device's clock). */
export type Typing = ReadonlyMap<ConversationKey, ReadonlyMap<number, number>>;

/** Longer than the interval at which clients repeat that somebody types. */
export const TYPING_EXPIRES_MS = 45_000;

export function reduceTyping(typing: Typing, event: Event, ownId: number, now: number): Typing {
  if (event.type === "message") {
    // A message ends the typing that led to it.
    return [...typing.keys()].reduce((all, key) => withTyper(all, key, event.message.sender_id, undefined), typing);
  }
  if (event.type !== "typing" || event.sender.user_id === ownId) return typing;
  const key =
    event.message_type === "stream"
      ? topicKey(event.stream_id as number, event.topic ?? "")
      : keyOf(
          directWith(
            (event.recipients ?? []).map(({ user_id }) => user_id),
            ownId,
          ),
        );
  return withTyper(typing, key, event.sender.user_id, event.op === "start" ? now : undefined);
}

function withTyper(typing: Typing, key: ConversationKey, userId: number, since: number | undefined): Typing {
  const people = typing.get(key);
  if (since === undefined && people?.has(userId) !== true) return typing;
  const next = new Map(people);
  if (since === undefined) next.delete(userId);
  else next.set(userId, since);
  const all = new Map(typing).set(key, next);
  if (next.size === 0) all.delete(key);
  return all;
}
