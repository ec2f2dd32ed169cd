import type { Answer, ReceivedEvent } from "../../src/client/client.ts";

/** The part of a client's state that events keep current, in a shape that does not depend on the order of lists. */
export interface ClientState {
  readonly users: Record<string, unknown>;
  readonly channels: Record<string, Fields>;
  readonly subscriptions: Record<string, Fields>;
  readonly defaultChannels: number[];
  readonly groupMembers: Record<string, number[]>;
  readonly unread: Record<string, string>;
  readonly starred: number[];
  readonly newestMessage: number;
  readonly ownId: number;
}

type Fields = Record<string, unknown>;
type Registered = Answer<"POST /register">;

const byId = (list: readonly unknown[], key: string): Record<string, Fields> =>
  Object.fromEntries(list.map((item) => [String((item as Fields)[key]), item as Fields]));

const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

export function clientState(from: Registered): ClientState {
  const fields = from as unknown as Record<string, never> & { unread_msgs: Unread };
  return {
    users: byId(fields["realm_users"] ?? [], "user_id"),
    channels: byId(fields["streams"] ?? [], "stream_id"),
    subscriptions: byId(fields["subscriptions"] ?? [], "stream_id"),
    defaultChannels: ascending(fields["realm_default_streams"] as never),
    groupMembers: Object.fromEntries(
      ((fields["realm_user_groups"] ?? []) as { id: number; members: number[] }[]).map(({ id, members }) => [
        id,
        members,
      ]),
    ),
    unread: unreadOf(fields.unread_msgs),
    starred: ascending(fields["starred_messages"] as never),
    newestMessage: fields["max_message_id"] as never,
    ownId: fields["user_id"] as never,
  };
}

interface Unread {
  readonly streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  readonly pms: { other_user_id: number; unread_message_ids: number[] }[];
  readonly huddles: { user_ids_string: string; unread_message_ids: number[] }[];
}

/** Message to the conversation that it is unread in. */
function unreadOf(unread: Unread): Record<string, string> {
  const places: [string, number[]][] = [
    ...unread.streams.map((s): [string, number[]] => [`${s.stream_id}:${s.topic.toLowerCase()}`, s.unread_message_ids]),
    ...unread.pms.map((p): [string, number[]] => [`with ${p.other_user_id}`, p.unread_message_ids]),
    ...unread.huddles.map((h): [string, number[]] => [`among ${h.user_ids_string}`, h.unread_message_ids]),
  ];
  return Object.fromEntries(places.flatMap(([place, ids]) => ids.map((id) => [String(id), place])));
}

/** What a client does with events, written from the API's description. */
export function reduce(state: ClientState, events: readonly ReceivedEvent[]): ClientState {
  return events.reduce(step, structuredClone(state));
}

function step(state: ClientState, event: ReceivedEvent): ClientState {
  switch (`${event.type}/${event.op ?? ""}`) {
    case "realm_user/add": {
      const { is_active: _, ...person } = event["person"] as Fields;
      state.users[String(person["user_id"])] = person;
      break;
    }
    case "user_group/add_members": {
      const id = String(event["group_id"]);
      state.groupMembers[id] = ascending([...(state.groupMembers[id] ?? []), ...(event["user_ids"] as number[])]);
      break;
    }
    case "stream/create":
      Object.assign(state.channels, byId(event["streams"] as never[], "stream_id"));
      break;
    case "stream/update":
      for (const list of [state.channels, state.subscriptions]) {
        const channel = list[String(event["stream_id"])];
        if (channel !== undefined) channel[event["property"] as string] = event["value"];
      }
      break;
    case "default_streams/":
      return { ...state, defaultChannels: ascending(event["default_streams"] as number[]) };
    case "subscription/add":
      addSubscriptions(state, event["subscriptions"] as Fields[]);
      break;
    case "subscription/peer_add":
      for (const id of event["stream_ids"] as number[]) addPeers(state, id, event["user_ids"] as number[]);
      break;
    case "message/":
      return newMessage(state, event);
    case "update_message_flags/add":
    case "update_message_flags/remove":
      return flags(state, event);
  }
  return state;
}

function addSubscriptions(state: ClientState, subscriptions: readonly Fields[]): void {
  for (const subscription of subscriptions) {
    const id = String(subscription["stream_id"]);
    // Lists of an initial fetch show the general setting where the client does not know of none.
    for (const name of ["desktop", "audible", "push", "email"]) subscription[`${name}_notifications`] ??= false;
    state.subscriptions[id] = subscription;
    const channel = state.channels[id];
    if (channel !== undefined) channel["subscriber_count"] = subscription["subscriber_count"];
  }
}

function addPeers(state: ClientState, id: number, userIds: readonly number[]): void {
  for (const channel of [state.channels[id], state.subscriptions[id]]) {
    if (channel !== undefined) channel["subscriber_count"] = (channel["subscriber_count"] as number) + userIds.length;
  }
  const subscription = state.subscriptions[id];
  if (subscription === undefined) return;
  subscription["subscribers"] = ascending([...(subscription["subscribers"] as number[]), ...userIds]);
}

function newMessage(state: ClientState, event: ReceivedEvent): ClientState {
  const message = event["message"] as Fields & { id: number; display_recipient: { id: number }[] };
  const isRead = (event["flags"] as string[]).includes("read");
  const unread = isRead ? state.unread : { ...state.unread, [message.id]: placeOf(message, state) };
  return { ...state, unread, newestMessage: message.id };
}

function placeOf(message: Fields & { display_recipient: { id: number }[] }, state: ClientState): string {
  if (message["type"] === "stream")
    return `${String(message["stream_id"])}:${String(message["subject"]).toLowerCase()}`;
  const ids = message.display_recipient.map(({ id }) => id);
  if (ids.length > 2) return `among ${ids.join(",")}`;
  return `with ${ids.find((id) => id !== state.ownId) ?? state.ownId}`;
}

function flags(state: ClientState, event: ReceivedEvent): ClientState {
  const ids = event["messages"] as number[];
  if (event["flag"] === "starred") {
    const rest = state.starred.filter((id) => !ids.includes(id));
    return { ...state, starred: event.op === "add" ? ascending([...rest, ...ids]) : rest };
  }
  if (event["flag"] !== "read") return state;
  const unread = { ...state.unread };
  for (const id of ids) {
    if (event.op === "add") delete unread[id];
    else unread[id] = detailPlace((event["message_details"] as Record<string, Detail>)[id] as Detail, state);
  }
  return { ...state, unread };
}

interface Detail {
  readonly type: string;
  readonly stream_id?: number;
  readonly topic?: string;
  readonly user_ids?: number[];
}

function detailPlace(detail: Detail, state: ClientState): string {
  if (detail.type === "stream") return `${detail.stream_id}:${detail.topic?.toLowerCase()}`;
  const others = detail.user_ids ?? [];
  if (others.length > 1) return `among ${ascending([...others, state.ownId]).join(",")}`;
  return `with ${others[0] ?? state.ownId}`;
}
