import type { TestEvent } from "../harness/checked-client.ts";
import type { ClientState } from "./client-state.ts";

/** What a client does when messages are deleted or moved. */
export function revised(state: ClientState, event: TestEvent): ClientState {
  const ids = (event["message_ids"] ?? [event["message_id"]]) as number[];
  if (event.type === "update_message") return moved(state, event, ids);
  const unread = { ...state.unread };
  for (const id of ids) delete unread[id];
  return { ...state, unread, starred: state.starred.filter((id) => !ids.includes(id)) };
}

/** Nothing is unread in a channel that the user is not in. */
function moved(state: ClientState, event: TestEvent, ids: readonly number[]): ClientState {
  const channel = (event["new_stream_id"] ?? event["stream_id"]) as number | undefined;
  const topic = (event["subject"] ?? event["orig_subject"]) as string | undefined;
  if (channel === undefined || topic === undefined) return state;
  const unread = { ...state.unread };
  for (const id of ids) {
    if (!(id in unread)) continue;
    if (state.subscriptions[channel] === undefined) delete unread[id];
    else unread[id] = `${channel}:${topic.toLowerCase()}`;
  }
  return { ...state, unread };
}
