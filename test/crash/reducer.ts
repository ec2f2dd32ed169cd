import type { TestEvent } from "../harness/checked-client.ts";
import type { ClientState, Fields } from "./registration.ts";

/** A client's state after events, computed as a client does it: from events, and nothing else. */
export function afterEvents(beginning: ClientState, events: readonly TestEvent[]): ClientState {
  const channels = new Map(beginning.channels);
  const subscriptions = new Map(beginning.subscriptions);
  const users = new Map(beginning.users);
  const unread = new Set(beginning.unread);
  const starred = new Set(beginning.starred);

  const change = (map: Map<number, Fields>, id: number, to: (before: Fields) => Fields) => {
    const before = map.get(id);
    if (before !== undefined) map.set(id, to(before));
  };

  for (const event of events) {
    switch (event.op === undefined ? event.type : `${event.type}/${event.op}`) {
      case "message":
        if (!(event["flags"] as string[]).includes("read")) unread.add((event["message"] as { id: number }).id);
        break;
      case "update_message_flags/add":
      case "update_message_flags/remove": {
        const isRead = event["flag"] === "read";
        const set = isRead ? unread : starred;
        for (const id of event["messages"] as number[]) {
          if ((event.op === "add") === isRead) set.delete(id);
          else set.add(id);
        }
        break;
      }
      case "stream/create":
        for (const channel of event["streams"] as Fields[]) channels.set(channel["stream_id"] as number, channel);
        break;
      case "stream/update":
        for (const map of [channels, subscriptions]) {
          change(map, event["stream_id"] as number, (before) => ({
            ...before,
            [event["property"] as string]: event["value"],
          }));
        }
        break;
      case "subscription/add":
        for (const subscription of event["subscriptions"] as Fields[]) {
          subscriptions.set(subscription["stream_id"] as number, subscription);
        }
        break;
      case "subscription/peer_add":
        for (const id of event["stream_ids"] as number[]) {
          change(subscriptions, id, (before) => ({
            ...before,
            subscribers: [
              ...new Set([...(before["subscribers"] as number[]), ...(event["user_ids"] as number[])]),
            ].sort((a, b) => a - b),
          }));
        }
        break;
      case "realm_user/add": {
        const { is_active: _, ...person } = event["person"] as Fields;
        users.set(person["user_id"] as number, person);
        break;
      }
    }
  }
  return { ...beginning, channels, subscriptions, users, unread, starred };
}
