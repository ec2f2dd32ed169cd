import { call } from "../link/http.ts";
import { withMessages } from "../state/message-map.ts";
import { reduceMessages } from "../narrow/messages.ts";
import type { Event } from "../state/registered.ts";
import { current, messages, onEvents } from "../store.ts";

/** Fetches single messages, for views that show one of each conversation. */
export async function fetchByIds(ids: readonly number[]): Promise<void> {
  const { ownId } = current.value;
  // The answer may be older than events that come meanwhile: they are applied again after it.
  const meanwhile: Event[] = [];
  const stop = onEvents((events) => meanwhile.push(...events));
  try {
    const { messages: found } = await call("GET /messages", {
      message_ids: [...ids],
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    const byId = withMessages(messages.value.byId, new Map(found.map((message) => [message.id, message])));
    messages.value = meanwhile.reduce((all, event) => reduceMessages(all, event, ownId), { ...messages.value, byId });
  } finally {
    stop();
  }
}
