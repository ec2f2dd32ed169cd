import { callAs } from "./callers.ts";
import type { Person } from "./people.ts";
import type { ServerProcess } from "./server-process.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A client's state, in a form in which two of them can be compared. */
export interface ClientState {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Channel to its description. */
  readonly channels: ReadonlyMap<number, Fields>;
  /** Channel to the user's subscription, with its subscribers. */
  readonly subscriptions: ReadonlyMap<number, Fields>;
  readonly users: ReadonlyMap<number, Fields>;
  readonly unread: ReadonlySet<number>;
  readonly starred: ReadonlySet<number>;
}

const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  empty_topic_name: true,
  archived_channels: true,
};

/** The parts of the state that are compared; the client's types leave them open. */
interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly streams: readonly Fields[];
  readonly subscriptions: readonly Fields[];
  readonly realm_users: readonly Fields[];
  readonly starred_messages: readonly number[];
  readonly unread_msgs: Readonly<Record<"streams" | "pms" | "huddles", readonly { unread_message_ids: number[] }[]>>;
}

const byId = (list: readonly Fields[], key: string) => new Map(list.map((fields) => [fields[key] as number, fields]));

export async function register(server: ServerProcess, person: Person): Promise<ClientState> {
  const answer = (await callAs(server, person).call("POST /register", {
    client_capabilities: CAPABILITIES,
    include_subscribers: "true",
  })) as unknown as Registered;
  const { streams, pms, huddles } = answer.unread_msgs;
  return {
    queueId: answer.queue_id,
    lastEventId: answer.last_event_id,
    channels: byId(answer.streams, "stream_id"),
    subscriptions: byId(answer.subscriptions, "stream_id"),
    users: byId(answer.realm_users, "user_id"),
    unread: new Set([...streams, ...pms, ...huddles].flatMap(({ unread_message_ids: ids }) => ids)),
    starred: new Set(answer.starred_messages),
  };
}

/** The current state, without leaving a queue. */
export async function stateNow(server: ServerProcess, person: Person): Promise<ClientState> {
  const state = await register(server, person);
  // A queue that stays does no harm.
  await callAs(server, person)
    .call("DELETE /events", { queue_id: state.queueId })
    .catch(() => {});
  return state;
}
